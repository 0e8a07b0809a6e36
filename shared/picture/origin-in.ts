// It goes into headers, so nothing but a plain host name and a port may pass; parsing each URL costs more than the rest.
const ORIGIN = /^https?:\/\/[a-z0-9.-]+(?::\d{1,5})?(?=[/?#]|$)/i

/** The origin of a web address, or nothing for what is none. */
export const originIn = (url: string | undefined): string | undefined =>
  ORIGIN.exec(url ?? '')?.[0].toLowerCase()
