import { own } from '../own.ts'
import { LIMITS, MediaError, type MediaHeader } from './limits.ts'
import { type PieceReader, readerOf, type Walk, walkAll } from './piece-reader.ts'
import { shownDelayMs } from './shown-delay.ts'

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
  let delayMs = 0
  while (header.frames <= LIMITS.frames && (yield* reader.has(1))) {
    const block = reader.u8()
    if (block === TRAILER) break
    if (block === EXTENSION) delayMs = (yield* readExtension(reader, header)) ?? delayMs
    else if (block === IMAGE) {
      yield* readImage(reader, header)
      header.frames++
      header.durationMs += shownDelayMs(delayMs)
      delayMs = 0
    } else throw new MediaError('broken', `unknown GIF block 0x${block.toString(16)}`)
    yield* skipSubBlocks(reader)
  }
  return header
}

/** The delay of the next frame, which the file has in hundredths of a second. Later frames use transparency to repeat pixels. */
function* readExtension(reader: PieceReader, header: MediaHeader): Walk<number | undefined> {
  yield* reader.need(1)
  if (reader.u8() !== CONTROL) return undefined
  yield* reader.need(1)
  const size = reader.u8()
  if (size !== 4) return void reader.skip(size)
  yield* reader.need(4)
  const flags = reader.u8()
  const delayMs = reader.u16le() * 10
  reader.skip(1)
  if (header.frames === 0 && flags & 1) header.isOpen = true
  return delayMs
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
    const size = Math.min(length, own(READ, name) ?? 0)
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
  header.durationMs += shownDelayMs(Math.round((amount * 1000) / (unit || 100)))
}

/** Size, frames and duration of a PNG that is all there. @throws MediaError */
export const readPngHeader = (bytes: Uint8Array): MediaHeader => walkAll(walkPng, bytes)

type Read = Partial<Pick<MediaHeader, 'width' | 'height' | 'durationMs' | 'isOpen'>>

/** The size of a lossy picture is after its 3-byte frame tag and start code (RFC 6386 9.1). */
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
  return { ...size, durationMs: shownDelayMs(reader.u24le()) }
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
    const chunk = own(CHUNKS, name)
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
