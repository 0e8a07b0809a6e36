/** What a browser sends is under 200 characters and 12 types; a longer header says nothing. */
const MOST_CHARS = 1000
const MOST_TYPES = 40

/** RFC 9110, 12.4.2: 0 to 1, 1 without one, and 0 for what is no such number. */
function weightOf(parameters: readonly string[]): number {
  const given = parameters.find((parameter) => /^\s*q\s*=/i.test(parameter))
  if (given === undefined) return 1
  const weight = given.slice(given.indexOf('=') + 1).trim()
  return /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(weight) ? Number(weight) : 0
}

/** The types of an Accept header with their weights, in lower case. */
function readAccept(header: string): Map<string, number> {
  const types = new Map<string, number>()
  if (header.length > MOST_CHARS) return types
  for (const part of header.split(',', MOST_TYPES)) {
    const [type = '', ...parameters] = part.split(';')
    types.set(type.trim().toLowerCase(), weightOf(parameters))
  }
  return types
}

/**
 * RFC 9110, 12.5.1: whether WebP may stand in for a GIF. Only who names `image/webp` gets it, and not for less than the GIF:
 * a wildcard is also sent by programs that read GIF alone. Who asks for a document opens or saves the file itself, and gets
 * what its address says.
 */
export function acceptsWebp(accept: string | null): boolean {
  const types = readAccept(accept ?? '')
  if (types.has('text/html')) return false
  const webp = types.get('image/webp') ?? 0
  const gif = types.get('image/gif') ?? types.get('image/*') ?? types.get('*/*') ?? 0
  return webp > 0 && webp >= gif
}
