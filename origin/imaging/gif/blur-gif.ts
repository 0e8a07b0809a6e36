import { joined } from '../../../shared/net/bytes.ts'
import { Canvas, OPAQUE } from './canvas.ts'
import { wholeFrame } from './cut-gif.ts'
import { DISPOSAL, type GifBlocks, readGifBlocks } from './gif-frames.ts'

/** Pixels of the longer side of a blurred picture. */
const SIDE = 12
/** Pixels of a frame that is drawn for it. */
const DRAWN_MAX = 1_000_000
/** Levels of a channel: few colours make a short file. */
const STEP = 17

/**
 * A GIF's first frame in a few pixels, each the mean of its part, as a GIF of some hundred bytes.
 * @throws MediaError for a file that cannot be read; undefined for one with too many pixels
 */
export function blurGif(bytes: Uint8Array): Uint8Array | undefined {
  const gif = readGifBlocks(bytes)
  const { width, height, frames } = gif
  const [first] = frames
  if (!first || width * height > DRAWN_MAX || first.width * first.height > DRAWN_MAX) return undefined
  const canvas = new Canvas(gif)
  canvas.show(first)
  const scale = Math.min(1, SIDE / Math.max(width, height))
  const size = { width: Math.ceil(width * scale), height: Math.ceil(height * scale) }
  const small = new Canvas(size)
  for (let at = 0; at < small.pixels.length; at++) {
    const [x, y] = [at % size.width, Math.floor(at / size.width)]
    small.pixels[at] = meanOf(canvas.pixels, gif, {
      left: Math.floor((x * width) / size.width),
      right: Math.ceil(((x + 1) * width) / size.width),
      top: Math.floor((y * height) / size.height),
      bottom: Math.ceil(((y + 1) * height) / size.height),
    })
  }
  const head = Uint8Array.of(0x47, 0x49, 0x46, 0x38, 0x39, 0x61, size.width, 0, size.height, 0, 0, 0, 0)
  const frame = wholeFrame(size, small, { delayMs: 0, disposal: DISPOSAL.keep })
  return joined([head, ...frame, Uint8Array.of(0x3b)])
}

type Part = Record<'left' | 'right' | 'top' | 'bottom', number>

/** The mean colour of a part; transparent where most of it is. */
function meanOf(pixels: Uint32Array, { width }: Pick<GifBlocks, 'width'>, part: Part): number {
  const sums: [number, number, number] = [0, 0, 0]
  let opaque = 0
  for (let y = part.top; y < part.bottom; y++) {
    for (const pixel of pixels.subarray(y * width + part.left, y * width + part.right)) {
      if (pixel === 0) continue
      opaque++
      sums[0] += (pixel >> 16) & 0xff
      sums[1] += (pixel >> 8) & 0xff
      sums[2] += pixel & 0xff
    }
  }
  if (opaque * 2 < (part.right - part.left) * (part.bottom - part.top)) return 0
  const [red, green, blue] = sums.map((sum) => Math.round(sum / opaque / STEP) * STEP)
  return OPAQUE | ((red ?? 0) << 16) | ((green ?? 0) << 8) | (blue ?? 0)
}
