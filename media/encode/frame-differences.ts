import { type Clip, pixelsOf } from '../clip/clip.ts'
import type { Palette } from './gifenc.ts'

const square = (value: number): number => value * value

/** Squared distance of two pixels' colours. */
const distance = (a: number, b: number): number =>
  square((a & 255) - (b & 255)) +
  square(((a >>> 8) & 255) - ((b >>> 8) & 255)) +
  square(((a >>> 16) & 255) - ((b >>> 16) & 255))

/**
 * Each frame of an opaque clip as its changes: a pixel is left transparent while the colour that is visible there is
 * within `near` (a squared distance) of the one it should have. Long runs of one value pack to almost nothing.
 */
export function frameDifferences(
  clip: Clip,
  indexed: readonly Uint8Array[],
  colours: Palette,
  near: number,
): Uint8Array[] {
  const open = colours.length
  const packed = colours.map(([r = 0, g = 0, b = 0]) => (b << 16) | (g << 8) | r)
  const shown = Uint8Array.from(indexed[0] ?? [])
  return indexed.map((frame, i) => {
    if (i === 0) return frame
    const wanted = pixelsOf(clip.frames[i] as Clip['frames'][number])
    return frame.map((index, at) => {
      const now = shown[at] as number
      if (index === now || distance(packed[now] as number, wanted[at] as number) <= near) return open
      shown[at] = index
      return index
    })
  })
}
