import { MediaError } from './media-error.ts'
import type { MediaHeader } from './media-header.ts'

type Claimed = Pick<MediaHeader, 'width' | 'height' | 'frames'>

const MEBI = 1024 * 1024

/**
 * The limits of a file's header, checked before anything is decoded (T27). A file may reach each of the others, but not all
 * at once: 64 megapixels in all frames (T48) are 256 MB, and the other limits alone would allow 250 times as many.
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

export function checkLimits(header: Claimed, bytes: number): void {
  for (const [name, claim] of Object.entries(CLAIMS) as [Claim, (typeof CLAIMS)[Claim]][]) {
    const value = claim.of(header, bytes)
    if (value > LIMITS[name])
      throw new MediaError('too-large', `${value} ${claim.what}, over ${LIMITS[name]}`)
  }
  if (header.width < 1 || header.height < 1) throw new MediaError('broken', 'a side of 0 pixels')
  if (header.frames < 1) throw new MediaError('broken', 'no frame in the file')
}
