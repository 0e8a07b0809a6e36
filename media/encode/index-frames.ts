import { ALPHA_CUT, type Clip, pixelsOf } from '../clip/clip.ts'
import type { Palette } from './gifenc.ts'
import { nearestColour } from './nearest-colour.ts'

/** A 4 x 4 ordered pattern around 0: it is the same in every frame, so static parts stay equal. */
const PATTERN = [0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5].map((step) => (step - 7.5) / 16)

const clamp = (value: number): number => (value < 0 ? 0 : value > 255 ? 255 : Math.round(value))

/** Finds the nearest colour and remembers it for all 24 bits; gifenc rounds to 16 bits, which makes bands. */
export function nearestIndex(palette: Palette): (pixel: number, shift: number) => number {
  const known = new Int16Array(1 << 24).fill(-1)
  return (pixel, shift) => {
    const r = clamp((pixel & 255) + shift)
    const g = clamp(((pixel >>> 8) & 255) + shift)
    const b = clamp(((pixel >>> 16) & 255) + shift)
    const key = (b << 16) | (g << 8) | r
    const found = known[key] as number
    if (found >= 0) return found
    const { index } = nearestColour(palette, key)
    known[key] = index
    return index
  }
}

/** Each frame as palette indices; `open` is the index of transparent pixels. `dither` is in colour levels, 0 for none. */
export function indexFrames(clip: Clip, palette: Palette, open: number, dither: number): Uint8Array[] {
  const match = nearestIndex(palette)
  const shifts = PATTERN.map((step) => step * dither)
  return clip.frames.map((frame) => {
    const pixels = pixelsOf(frame)
    const out = new Uint8Array(pixels.length)
    for (let y = 0, i = 0; y < clip.height; y++) {
      for (let x = 0; x < clip.width; x++, i++) {
        const pixel = pixels[i] as number
        const shift = shifts[(y & 3) * 4 + (x & 3)] as number
        out[i] = pixel >>> 24 < ALPHA_CUT ? open : match(pixel, shift)
      }
    }
    return out
  })
}
