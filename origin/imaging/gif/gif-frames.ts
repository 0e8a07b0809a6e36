import { MediaError } from '../../../shared/media/limits.ts'
import {
  CONTROL,
  colourTableBytes,
  EXTENSION,
  IMAGE,
  skipSubBlocks,
  TRAILER,
} from '../../../shared/media/picture-headers.ts'
import { readerOf, type Walk, walkAll } from '../../../shared/media/piece-reader.ts'

/** What happens to a frame's area when its time is over (GIF89a, 23.c.iv). Anything else leaves it. */
export const DISPOSAL = { keep: 1, clear: 2, restore: 3 } as const

/** Where a frame is on the canvas. */
export type Area = { left: number; top: number; width: number; height: number }

export type GifFrame = Area & {
  delayMs: number
  disposal: number
  /** The index that leaves a pixel as it is. */
  open: number | undefined
  isInterlaced: boolean
  /** Three bytes a colour: its own, else the file's. */
  colours: Uint8Array
  /** The code size, and the packed pixels in their sub-blocks. */
  data: Uint8Array
  /** The image block as it is in the file. */
  image: Uint8Array
}

export type GifBlocks = {
  width: number
  height: number
  /** From the signature to the end of the file's colours. */
  head: Uint8Array
  /** The block that says how often it plays; empty without one. */
  loop: Uint8Array
  frames: GifFrame[]
}

/** What a control block says of the next frame. */
export type FrameControl = Pick<GifFrame, 'delayMs' | 'disposal' | 'open'>

const NO_CONTROL: FrameControl = { delayMs: 0, disposal: 0, open: undefined }

const HEAD_BYTES = 13
const APPLICATION = 0xff
const LOOPS = /^(NETSCAPE2\.0|ANIMEXTS1\.0)$/

type Reader = ReturnType<typeof readerOf>

/** The rest of an extension, behind its first byte: whether it says how often the file plays, and what it says of a frame. */
function* readExtension(reader: Reader): Walk<{ isLoop: boolean; control?: FrameControl }> {
  yield* reader.need(2)
  const label = reader.u8()
  const size = reader.u8()
  yield* reader.need(size)
  const data = readerOf(reader.bytes(size))
  const isLoop = label === APPLICATION && size === 11 && LOOPS.test(data.text(11))
  if (size > 0) yield* skipSubBlocks(reader)
  if (label !== CONTROL || size !== 4) return { isLoop }
  const flags = data.u8()
  const delayMs = data.u16le() * 10
  return { isLoop, control: { delayMs, disposal: (flags >> 2) & 7, open: flags & 1 ? data.u8() : undefined } }
}

type Image = Area & Pick<GifFrame, 'isInterlaced' | 'colours' | 'data'>

/** The rest of an image, behind its first byte. @param shared the file's colours, for one without any */
function* readImage(reader: Reader, bytes: Uint8Array, shared: Uint8Array): Walk<Image> {
  yield* reader.need(9)
  const area = { left: reader.u16le(), top: reader.u16le(), width: reader.u16le(), height: reader.u16le() }
  const flags = reader.u8()
  const size = colourTableBytes(flags)
  yield* reader.need(size)
  const own = reader.bytes(size)
  const from = bytes.byteLength - reader.left
  yield* reader.need(1)
  reader.skip(1)
  yield* skipSubBlocks(reader)
  const data = bytes.subarray(from, bytes.byteLength - reader.left)
  return { ...area, isInterlaced: (flags & 0x40) !== 0, colours: size > 0 ? own : shared, data }
}

/** Reads a GIF's blocks without its pixels. Comments, texts and other programs' data are passed. @throws MediaError */
export function readGifBlocks(bytes: Uint8Array): GifBlocks {
  const reader = readerOf(bytes)
  const at = () => bytes.byteLength - reader.left
  const gif: GifBlocks = { width: 0, height: 0, head: bytes, loop: bytes.subarray(0, 0), frames: [] }

  function* walk(): Walk<void> {
    yield* reader.need(HEAD_BYTES)
    reader.skip(6)
    gif.width = reader.u16le()
    gif.height = reader.u16le()
    const size = colourTableBytes(reader.u8())
    reader.skip(2)
    yield* reader.need(size)
    const colours = reader.bytes(size)
    gif.head = bytes.subarray(0, at())
    let control = NO_CONTROL
    while (yield* reader.has(1)) {
      const start = at()
      const block = reader.u8()
      if (block === TRAILER) return
      if (block === EXTENSION) {
        const extension = yield* readExtension(reader)
        if (extension.isLoop) gif.loop = bytes.subarray(start, at())
        control = extension.control ?? control
      } else if (block === IMAGE) {
        const image = yield* readImage(reader, bytes, colours)
        gif.frames.push({ ...image, ...control, image: bytes.subarray(start, at()) })
        control = NO_CONTROL
        // A frame that reaches outside the canvas makes it grow.
        gif.width = Math.max(gif.width, image.left + image.width)
        gif.height = Math.max(gif.height, image.top + image.height)
      } else throw new MediaError('broken', `unknown GIF block 0x${block.toString(16)}`)
    }
  }

  walkAll(walk, bytes)
  if (gif.frames.length === 0) throw new MediaError('broken', 'no frame in the file')
  return gif
}
