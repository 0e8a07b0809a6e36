import { LIMITS } from './limits.ts'
import { MediaError } from './media-error.ts'
import type { MediaHeader } from './media-header.ts'
import { type PieceReader, type Walk, walkAll } from './piece-reader.ts'

/** The first bytes of blocks (GIF89a, appendix A). */
export const EXTENSION = 0x21
export const CONTROL = 0xf9
export const IMAGE = 0x2c
export const TRAILER = 0x3b

export const colourTableBytes = (flags: number): number => (flags & 0x80 ? 3 << ((flags & 7) + 1) : 0)

// There are 100,000 of them in a large file: the walk waits only where one is not there.
export function* skipSubBlocks(reader: PieceReader): Walk<void> {
  for (;;) {
    if (reader.left < 1) yield* reader.need(1)
    const size = reader.u8()
    if (size === 0) return
    reader.skip(size)
  }
}

/**
 * Walks a GIF's blocks, at most to the first frame over the limit. A file without its trailer is accepted when it ends
 * between two blocks (many are published so); one that ends inside a block is truncated. What follows the trailer is
 * ignored.
 */
export function* walkGif(reader: PieceReader): Walk<MediaHeader> {
  yield* reader.need(13)
  reader.skip(6)
  const header = { width: reader.u16le(), height: reader.u16le(), frames: 0, durationMs: 0, isOpen: false }
  const flags = reader.u8()
  reader.skip(2 + colourTableBytes(flags))
  while (header.frames <= LIMITS.frames && (yield* reader.has(1))) {
    const block = reader.u8()
    if (block === TRAILER) break
    if (block === EXTENSION) yield* readExtension(reader, header)
    else if (block === IMAGE) {
      yield* readImage(reader, header)
      header.frames++
    } else throw new MediaError('broken', `unknown GIF block 0x${block.toString(16)}`)
    yield* skipSubBlocks(reader)
  }
  return header
}

/** The delay of the next frame, in hundredths of a second. Later frames use transparency to repeat pixels. */
function* readExtension(reader: PieceReader, header: MediaHeader): Walk<void> {
  yield* reader.need(1)
  if (reader.u8() !== CONTROL) return
  yield* reader.need(1)
  const size = reader.u8()
  if (size !== 4) return reader.skip(size)
  yield* reader.need(4)
  const flags = reader.u8()
  header.durationMs += reader.u16le() * 10
  reader.skip(1)
  if (header.frames === 0 && flags & 1) header.isOpen = true
}

/** A frame that reaches outside the canvas makes the canvas grow in decoders, so it counts as the size. */
function* readImage(reader: PieceReader, header: MediaHeader): Walk<void> {
  yield* reader.need(9)
  const [left, top, width, height] = [reader.u16le(), reader.u16le(), reader.u16le(), reader.u16le()]
  header.width = Math.max(header.width, left + width)
  header.height = Math.max(header.height, top + height)
  reader.skip(colourTableBytes(reader.u8()) + 1)
}

/** Size, frames and duration of a GIF that is all there. @throws MediaError */
export const readGifHeader = (bytes: Uint8Array): MediaHeader => walkAll(walkGif, bytes)
