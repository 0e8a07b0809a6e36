/** What a file claims to contain, read by walking its blocks; nothing is decompressed. */
export type MediaHeader = {
  width: number
  height: number
  frames: number
  durationMs: number
  /** Whether parts of the picture may be transparent. */
  isOpen: boolean
}

export type MediaKind = 'gif' | 'webp' | 'png' | 'mp4' | 'avif' | 'webm' | 'mov'

/** The types of files, as HTTP says them. */
export const MEDIA_TYPES: Readonly<Record<MediaKind, string>> = {
  gif: 'image/gif',
  webp: 'image/webp',
  png: 'image/png',
  mp4: 'video/mp4',
  avif: 'image/avif',
  webm: 'video/webm',
  mov: 'video/quicktime',
}

/** Whether a format is a film's: a player plays it, an `<img>` does not. */
export const isFilm = (kind: string): boolean => kind === 'mp4' || kind === 'webm' || kind === 'mov'

/** What a field for files offers to choose, as its `accept`. */
export const ACCEPTED_FILES = 'image/gif,image/webp,image/png,image/apng,video/mp4,video/webm,video/quicktime'

type Part = { at: number; text: string }
type Magic = Part & { kind: MediaKind; and?: Part }

const MAGIC: readonly Magic[] = [
  { kind: 'gif', at: 0, text: 'GIF87a' },
  { kind: 'gif', at: 0, text: 'GIF89a' },
  { kind: 'webp', at: 0, text: 'RIFF', and: { at: 8, text: 'WEBP' } },
  { kind: 'png', at: 0, text: '\x89PNG\r\n\x1a\n' },
  { kind: 'avif', at: 4, text: 'ftyp', and: { at: 8, text: 'avif' } },
  { kind: 'avif', at: 4, text: 'ftyp', and: { at: 8, text: 'avis' } },
  { kind: 'mov', at: 4, text: 'ftyp', and: { at: 8, text: 'qt  ' } },
  { kind: 'mp4', at: 4, text: 'ftyp' },
  // QuickTime's first files say nothing of themselves.
  { kind: 'mov', at: 4, text: 'moov' },
  { kind: 'mov', at: 4, text: 'wide' },
  { kind: 'mov', at: 4, text: 'mdat' },
  { kind: 'webm', at: 0, text: '\x1a\x45\xdf\xa3' },
]

/** How many bytes the detection needs. */
export const KIND_BYTES = 12

const has = (bytes: Uint8Array, { at, text }: Part): boolean =>
  String.fromCharCode(...bytes.subarray(at, at + text.length)) === text

/** The type by magic bytes, no matter what the file is called (T28). */
export function kindOf(bytes: Uint8Array): MediaKind {
  if (bytes.length === 0) throw new MediaError('empty', 'the file is empty')
  const found = MAGIC.find((magic) => has(bytes, magic) && (!magic.and || has(bytes, magic.and)))
  if (!found) throw new MediaError('unknown-type', 'not a GIF, WebP, PNG, MP4, WebM or MOV file')
  return found.kind
}

type Claimed = Pick<MediaHeader, 'width' | 'height' | 'frames'>

/** Bytes. */
export const MEBI = 1024 * 1024

/**
 * The limits of a file's header, checked before anything is decoded (T27). A file may reach each of the others, but not all
 * at once: 64 megapixels in all frames (T48) are 256 MB, and the other limits alone would allow 250 times as many. A film is
 * decoded smaller instead (`filmSize`).
 */
export const LIMITS = {
  bytes: 25 * MEBI,
  side: 4096,
  pixels: 16_000_000,
  frames: 1000,
  framePixels: 64_000_000,
} as const

type Claim = keyof typeof LIMITS

const CLAIMS: Record<Claim, { of: (header: Claimed, bytes: number) => number; what: string }> = {
  bytes: { of: (_header, bytes) => bytes, what: 'bytes' },
  side: { of: (header) => Math.max(header.width, header.height), what: 'pixels on a side' },
  pixels: { of: (header) => header.width * header.height, what: 'pixels' },
  frames: { of: (header) => header.frames, what: 'frames' },
  // Each decoded frame is a full canvas, however small the part of it that the file stores.
  framePixels: { of: (header) => header.width * header.height * header.frames, what: 'pixels in all frames' },
}

/** Refuses a file over the byte limit, before its header is read. */
export function checkBytes(bytes: number): void {
  if (bytes > LIMITS.bytes) throw new MediaError('too-large', `${bytes} bytes, over ${LIMITS.bytes}`)
}

export function checkLimits(header: Claimed, bytes: number, kind: MediaKind): void {
  for (const [name, claim] of Object.entries(CLAIMS) as [Claim, (typeof CLAIMS)[Claim]][]) {
    if (name === 'framePixels' && isFilm(kind)) continue
    const value = claim.of(header, bytes)
    if (value > LIMITS[name])
      throw new MediaError('too-large', `${value} ${claim.what}, over ${LIMITS[name]}`)
  }
  if (header.width < 1 || header.height < 1) throw new MediaError('broken', 'a side of 0 pixels')
  if (header.frames < 1) throw new MediaError('broken', 'no frame in the file')
}

/** Pictures of a film a second: more would only make the GIF large. */
export const FILM_RATE = 30

/** The size in pixels that pictures of a film are made from: its own, or less where all of its frames would be over the limit. */
export function filmSize({ width, height, frames, durationMs }: Omit<MediaHeader, 'isOpen'>): {
  width: number
  height: number
} {
  const decoded = Math.min(frames, Math.max(1, Math.ceil((durationMs / 1000) * FILM_RATE)))
  const scale = Math.sqrt(LIMITS.framePixels / (width * height * decoded))
  if (scale >= 1) return { width, height }
  const side = (length: number) => Math.max(1, Math.floor(length * scale))
  return { width: side(width), height: side(height) }
}

export const MEDIA_ERRORS = [
  'empty',
  'unreadable',
  'too-large',
  'unknown-type',
  'truncated',
  'broken',
  'unsupported',
  'too-slow',
  'crashed',
] as const

export type MediaErrorReason = (typeof MEDIA_ERRORS)[number]

/** A file that is refused on purpose. `reason` is for code, `message` is for people. */
export class MediaError extends Error {
  override readonly name = 'MediaError'
  readonly reason: MediaErrorReason

  constructor(reason: MediaErrorReason, message: string, options?: ErrorOptions) {
    super(message, options)
    this.reason = reason
  }
}

/** What an item's id is made of. */
export const ID_DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
