/** Services whose addresses people have at hand, by their hosts. */
const SERVICES = [
  ['giphy.com', 'GIPHY'],
  ['gph.is', 'GIPHY'],
  ['tenor.com', 'Tenor'],
  ['tenor.co', 'Tenor'],
  ['klipy.com', 'KLIPY'],
  ['imgur.com', 'Imgur'],
] as const

/** The service that a host belongs to. */
export const serviceOf = (hostname: string) =>
  SERVICES.find(([host]) => hostname === host || hostname.endsWith(`.${host}`))?.[1]
