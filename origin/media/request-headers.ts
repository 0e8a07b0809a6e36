/** A part of a file, in bytes. */
export type ByteRange = { offset: number; length: number }

const SINGLE = /^bytes=(?:(\d{1,15})-(\d{0,15})|-(\d{1,15}))$/

/**
 * Reads a Range header (RFC 9110, 14.2): the requested part, 'beyond' when the file has no such bytes (416), or
 * `undefined` when the whole file is sent: no header, several ranges, another unit, or no range at all.
 */
export function readRange(header: string | null, size: number): ByteRange | 'beyond' | undefined {
  const [, first, last, suffix] = SINGLE.exec(header ?? '') ?? []
  if (suffix !== undefined) {
    const length = Math.min(Number(suffix), size)
    return length > 0 ? { offset: size - length, length } : 'beyond'
  }
  if (first === undefined) return undefined
  const offset = Number(first)
  const end = last ? Number(last) : size - 1
  if (last && end < offset) return undefined
  return offset < size ? { offset, length: Math.min(end, size - 1) - offset + 1 } : 'beyond'
}

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
 * RFC 9110, 12.5.1: the formats that may stand in for a GIF. Only who names `image/avif` or `image/webp` gets it, and not for
 * less than the GIF: a wildcard is also sent by programs that read GIF alone. Who asks for a document opens or saves the file
 * itself, and gets what its address says.
 */
export function standIns(accept: string | null): ('avif' | 'webp')[] {
  const types = readAccept(accept ?? '')
  if (types.has('text/html')) return []
  const gif = types.get('image/gif') ?? types.get('image/*') ?? types.get('*/*') ?? 0
  return (['avif', 'webp'] as const).filter((format) => {
    const weight = types.get(`image/${format}`) ?? 0
    return weight > 0 && weight >= gif
  })
}

/** A stored file's validators: its strong ETag, quoted, and the time of its upload where no other file has the address. */
export type Stored = { httpEtag: string; uploaded?: Date }

// HTTP dates have no milliseconds.
const seconds = (date: Date): number => Math.floor(date.getTime() / 1000)

const bare = (tag: string): string => tag.trim().replace(/^W\//, '')

/** RFC 9110, 13.1.2 and 13.1.3: whether the client already has this file (304). ETags take precedence over dates. */
export function isUnchanged(headers: Headers, { httpEtag, uploaded }: Stored): boolean {
  const tags = headers.get('if-none-match')
  if (tags !== null) return tags.trim() === '*' || tags.split(',').some((tag) => bare(tag) === httpEtag)
  const since = Date.parse(headers.get('if-modified-since') ?? '')
  return uploaded !== undefined && seconds(uploaded) <= since / 1000
}

/** RFC 9110, 13.1.5: whether a range applies to this version of the file: the strong ETag or the exact date must match. */
export function rangeApplies(headers: Headers, { httpEtag, uploaded }: Stored): boolean {
  const condition = headers.get('if-range')?.trim()
  if (condition === undefined || condition === httpEtag) return true
  return uploaded !== undefined && Date.parse(condition) / 1000 === seconds(uploaded)
}
