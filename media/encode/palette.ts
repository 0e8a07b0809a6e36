import { ALPHA_CUT, type Clip, pixelsOf } from '../clip/clip.ts'
import { type Palette, quantize } from './gifenc.ts'
import { nearestColour } from './nearest-colour.ts'

/** Pixels that a palette is made from: more change nothing visible, and cost time. */
const SAMPLE = 120_000
const MEASURED = 20_000
/** A mean squared error of colour under which fewer colours look the same. */
const UNSEEN = 2

const distinct = (pixels: Uint32Array, most: number): Palette | undefined => {
  const seen = new Set<number>()
  for (const pixel of pixels) {
    seen.add(pixel)
    if (seen.size > most) return undefined
  }
  return [...seen].map((pixel) => [pixel & 255, (pixel >>> 8) & 255, (pixel >>> 16) & 255])
}

/** Every n-th visible pixel of the clip, opaque. The step is odd so that it does not follow columns. */
function sample(clip: Clip, most: number): Uint32Array {
  const total = clip.width * clip.height * clip.frames.length
  const step = Math.ceil(total / most) | 1
  const kept = new Uint32Array(Math.ceil(total / step))
  let count = 0
  let at = 0
  for (const frame of clip.frames) {
    const pixels = pixelsOf(frame)
    for (; at < pixels.length; at += step) {
      const pixel = pixels[at] as number
      if (pixel >>> 24 >= ALPHA_CUT) kept[count++] = (pixel | 0xff000000) >>> 0
    }
    at -= pixels.length
  }
  return kept.slice(0, count)
}

function closest(pixels: Uint32Array, most: number): Palette {
  if (pixels.length === 0) return [[0, 0, 0]]
  return distinct(pixels, most) ?? quantize(new Uint8Array(pixels.buffer), most, { format: 'rgb565' })
}

/** Mean squared distance of some of the pixels to their nearest colour. */
function errorOf(pixels: Uint32Array, palette: Palette): number {
  const step = Math.ceil(pixels.length / MEASURED)
  let [sum, count] = [0, 0]
  for (let i = 0; i < pixels.length; i += step, count++)
    sum += nearestColour(palette, pixels[i] as number).distance
  return count === 0 ? 0 : sum / count
}

type ClipPalette = { colours: Palette; error: number }

/** One palette for the whole clip: an eighth, a quarter or half of the colours where the difference is invisible. */
export function clipPalette(clip: Clip, most: number): ClipPalette {
  const pixels = sample(clip, SAMPLE)
  for (const count of [most >> 3, most >> 2, most >> 1]) {
    const colours = closest(pixels, count)
    const error = errorOf(pixels, colours)
    if (error < UNSEEN) return { colours, error }
  }
  const colours = closest(pixels, most)
  return { colours, error: errorOf(pixels, colours) }
}
