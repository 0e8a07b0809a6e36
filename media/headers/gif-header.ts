import { ByteReader } from './byte-reader.ts'
import { LIMITS } from './limits.ts'
import { MediaError } from './media-error.ts'
import type { MediaHeader } from './media-header.ts'

const EXTENSION = 0x21
const IMAGE = 0x2c
const TRAILER = 0x3b

const colourTableBytes = (flags: number): number => (flags & 0x80 ? 3 << ((flags & 7) + 1) : 0)

function skipSubBlocks(reader: ByteReader): void {
  for (let size = reader.u8(); size > 0; size = reader.u8()) reader.skip(size)
}

/**
 * Walks a GIF's blocks, at most to the first frame over the limit. A file without its trailer is accepted when it ends
 * between two blocks (many are published so); one that ends inside a block is truncated. What follows the trailer is
 * ignored.
 */
export function readGifHeader(bytes: Uint8Array): MediaHeader {
  const reader = new ByteReader(bytes)
  reader.skip(6)
  const header = { width: reader.u16le(), height: reader.u16le(), frames: 0 }
  const flags = reader.u8()
  reader.skip(2 + colourTableBytes(flags))
  while (reader.left > 0 && header.frames <= LIMITS.frames) {
    const block = reader.u8()
    if (block === TRAILER) break
    if (block === EXTENSION) reader.skip(1)
    else if (block === IMAGE) {
      readImage(reader, header)
      header.frames++
    } else
      throw new MediaError('broken', `unknown GIF block 0x${block.toString(16)} at byte ${reader.at - 1}`)
    skipSubBlocks(reader)
  }
  return header
}

/** A frame that reaches outside the canvas makes the canvas grow in decoders, so it counts as the size. */
function readImage(reader: ByteReader, header: MediaHeader): void {
  const [left, top, width, height] = [reader.u16le(), reader.u16le(), reader.u16le(), reader.u16le()]
  header.width = Math.max(header.width, left + width)
  header.height = Math.max(header.height, top + height)
  reader.skip(colourTableBytes(reader.u8()))
  reader.skip(1)
}
