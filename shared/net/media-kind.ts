/** A file's type by its first bytes. File names and declared types cannot be trusted. */
type MediaKind = 'image/gif' | 'image/webp' | 'image/png' | 'video/mp4' | 'video/webm'

const ascii = (bytes: Uint8Array, start: number, end: number) =>
  String.fromCharCode(...bytes.subarray(start, end))

const KINDS: [MediaKind, (bytes: Uint8Array) => boolean][] = [
  ['image/gif', (bytes) => /^GIF8[79]a$/.test(ascii(bytes, 0, 6))],
  ['image/webp', (bytes) => ascii(bytes, 0, 4) === 'RIFF' && ascii(bytes, 8, 12) === 'WEBP'],
  ['image/png', (bytes) => ascii(bytes, 0, 8) === '\x89PNG\r\n\x1a\n'],
  ['video/mp4', (bytes) => ascii(bytes, 4, 8) === 'ftyp'],
  ['video/webm', (bytes) => ascii(bytes, 0, 4) === '\x1a\x45\xdf\xa3'],
]

/** How many bytes the detection needs. */
export const KIND_BYTES = 16

/** Detects the media type of a file's start; `undefined` for types that the imaging service does not trim. */
export const mediaKind = (start: Uint8Array): MediaKind | undefined =>
  KINDS.find(([, fits]) => fits(start))?.[0]
