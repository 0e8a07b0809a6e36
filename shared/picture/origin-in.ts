// The result goes into headers, so only a plain host name and a port may pass. Parsing each URL would be slower.
const ORIGIN = /^https?:\/\/[a-z0-9.-]+(?::\d{1,5})?(?=[/?#]|$)/i

/** The origin of an http(s) URL; `undefined` for anything else. */
export const originIn = (url: string | undefined): string | undefined =>
  ORIGIN.exec(url ?? '')?.[0].toLowerCase()
