import { ByteReader } from './byte-reader.ts'
import { LIMITS } from './limits.ts'
import { MediaError } from './media-error.ts'
import type { MediaHeader } from './media-header.ts'

type Size = { width: number; height: number }

/** The size of a lossy picture stands after its 3-byte frame tag and start code (RFC 6386 9.1). */
function lossySize(reader: ByteReader): Size {
  reader.skip(6)
  return { width: reader.u16le() & 0x3fff, height: reader.u16le() & 0x3fff }
}

/** Fourteen bits each, one less than the side (RFC 9649 3.4). */
function losslessSize(reader: ByteReader): Size {
  reader.skip(1)
  const bits = reader.u32le()
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
}

function canvasSize(reader: ByteReader): Size {
  reader.skip(4)
  return { width: reader.u24le() + 1, height: reader.u24le() + 1 }
}

/** A frame's own size follows its place, both in units that are checked against the canvas. */
function frameSize(reader: ByteReader): Size {
  const [x, y] = [reader.u24le() * 2, reader.u24le() * 2]
  return { width: x + reader.u24le() + 1, height: y + reader.u24le() + 1 }
}

const CHUNKS: Record<string, { size: (reader: ByteReader) => Size; frames: number }> = {
  VP8X: { size: canvasSize, frames: 0 },
  'VP8 ': { size: lossySize, frames: 1 },
  VP8L: { size: losslessSize, frames: 1 },
  ANMF: { size: frameSize, frames: 1 },
}

/** Walks a WebP's chunks (RFC 9649), at most to the first frame over the limit; a file that ends early is refused. */
export function readWebpHeader(bytes: Uint8Array): MediaHeader {
  const reader = new ByteReader(bytes)
  reader.skip(4)
  const end = reader.u32le() + 8
  if (end > bytes.length) throw new MediaError('truncated', `${bytes.length} of ${end} bytes are there`)
  reader.skip(4)
  const header = { width: 0, height: 0, frames: 0 }
  while (reader.at + 8 <= end && header.frames <= LIMITS.frames) {
    const name = reader.text(4)
    const payload = reader.bytes(reader.u32le())
    // Chunks are padded to even length; the last one's padding may be missing.
    if (payload.length % 2 && reader.left > 0) reader.skip(1)
    const chunk = CHUNKS[name]
    if (!chunk) continue
    const size = chunk.size(new ByteReader(payload))
    header.width = Math.max(header.width, size.width)
    header.height = Math.max(header.height, size.height)
    header.frames += chunk.frames
  }
  return header
}
