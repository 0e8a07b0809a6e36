import { LIMITS } from './limits.ts'
import type { MediaHeader } from './media-header.ts'
import { type PieceReader, readerOf, type Walk } from './piece-reader.ts'

type Read = Partial<Pick<MediaHeader, 'width' | 'height' | 'durationMs' | 'isOpen'>>

/** The size of a lossy picture stands after its 3-byte frame tag and start code (RFC 6386 9.1). */
function lossyPicture(reader: PieceReader): Read {
  reader.skip(6)
  return { width: reader.u16le() & 0x3fff, height: reader.u16le() & 0x3fff }
}

/** Fourteen bits each, one less than the side, then the hint of transparency (RFC 9649 3.4). */
function losslessPicture(reader: PieceReader): Read {
  reader.skip(1)
  const bits = reader.u32le()
  const isOpen = ((bits >>> 28) & 1) === 1
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1, isOpen }
}

function canvas(reader: PieceReader): Read {
  const isOpen = (reader.u8() & 0x10) !== 0
  reader.skip(3)
  return { width: reader.u24le() + 1, height: reader.u24le() + 1, isOpen }
}

/** A frame's own size follows its place, both in units that are checked against the canvas. */
function frame(reader: PieceReader): Read {
  const [x, y] = [reader.u24le() * 2, reader.u24le() * 2]
  const size = { width: x + reader.u24le() + 1, height: y + reader.u24le() + 1 }
  return { ...size, durationMs: reader.u24le() }
}

/** `bytes`: how much of the chunk is read. */
const CHUNKS: Record<string, { read: (reader: PieceReader) => Read; frames: number; bytes: number }> = {
  VP8X: { read: canvas, frames: 0, bytes: 10 },
  'VP8 ': { read: lossyPicture, frames: 1, bytes: 10 },
  VP8L: { read: losslessPicture, frames: 1, bytes: 5 },
  ANMF: { read: frame, frames: 1, bytes: 15 },
}

/** Walks a WebP's chunks (RFC 9649), at most to the first frame over the limit; a file that ends early is refused. */
export function* walkWebp(reader: PieceReader): Walk<MediaHeader> {
  yield* reader.need(12)
  reader.skip(4)
  let left = reader.u32le() - 4
  reader.skip(4)
  const header = { width: 0, height: 0, frames: 0, durationMs: 0, isOpen: false }
  while (left >= 8 && header.frames <= LIMITS.frames) {
    yield* reader.need(8)
    const name = reader.text(4)
    const length = reader.u32le()
    const chunk = CHUNKS[name]
    const size = Math.min(length, chunk?.bytes ?? 0)
    yield* reader.need(size)
    if (chunk) add(header, chunk.read(readerOf(reader.bytes(size))), chunk.frames)
    // Chunks are padded to even length; the last one's padding may be missing.
    left -= 8 + length + (length % 2)
    reader.skip(length - size + (left >= 0 ? length % 2 : 0))
  }
  // Where the file ends within what was skipped last, this finds it.
  yield* reader.has(1)
  return header
}

function add(header: MediaHeader, read: Read, frames: number): void {
  header.width = Math.max(header.width, read.width ?? 0)
  header.height = Math.max(header.height, read.height ?? 0)
  header.durationMs += read.durationMs ?? 0
  header.isOpen ||= read.isOpen ?? false
  header.frames += frames
}
