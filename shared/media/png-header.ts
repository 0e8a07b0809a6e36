import { LIMITS } from './limits.ts'
import { MediaError } from './media-error.ts'
import type { MediaHeader } from './media-header.ts'
import { type PieceReader, readerOf, type Walk, walkAll } from './piece-reader.ts'

/** Chunks that the walk reads, and how many bytes of each. */
const READ: Record<string, number> = { IHDR: 13, fcTL: 26 }

/**
 * The canvas of the one IHDR, which comes first, and the number of frame controls, at most one over the limit; acTL's own
 * count is only a claim and is not trusted. A file that ends before IEND is truncated.
 */
export function* walkPng(reader: PieceReader): Walk<MediaHeader> {
  const header = { width: 0, height: 0, frames: 0, durationMs: 0, isOpen: false }
  yield* reader.need(8)
  reader.skip(8)
  for (let chunks = 0; header.frames <= LIMITS.frames; chunks++) {
    yield* reader.need(8)
    const length = reader.u32be()
    const name = reader.text(4)
    if ((name === 'IHDR') !== (chunks === 0)) throw new MediaError('broken', `${name} is not in its place`)
    const size = Math.min(length, READ[name] ?? 0)
    yield* reader.need(size)
    const data = readerOf(reader.bytes(size))
    reader.skip(length - size + 4)
    if (name === 'IHDR') readPicture(data, header)
    if (name === 'fcTL') readControl(data, header)
    if (name === 'tRNS') header.isOpen = true
    if (name !== 'IEND') continue
    // The checksum of the last chunk is part of the file too.
    yield* reader.has(1)
    break
  }
  return { ...header, frames: Math.max(header.frames, 1) }
}

/** Colour types 4 and 6 have an alpha channel. */
function readPicture(data: PieceReader, header: MediaHeader): void {
  Object.assign(header, { width: data.u32be(), height: data.u32be() })
  data.skip(1)
  header.isOpen = (data.u8() & 4) !== 0
}

function readControl(data: PieceReader, header: MediaHeader): void {
  header.frames++
  data.skip(4)
  const [width, height, x, y] = [data.u32be(), data.u32be(), data.u32be(), data.u32be()]
  if (x + width > header.width || y + height > header.height) {
    throw new MediaError('broken', `frame ${header.frames} reaches outside the picture`)
  }
  const [amount, unit] = [data.u16be(), data.u16be()]
  // A denominator of 0 means hundredths of a second (PNG 3rd edition, 11.3.6.2).
  header.durationMs += Math.round((amount * 1000) / (unit || 100))
}

/** Size, frames and duration of a PNG that is all there. @throws MediaError */
export const readPngHeader = (bytes: Uint8Array): MediaHeader => walkAll(walkPng, bytes)
