import type { Palette } from './gifenc.ts'

/** The colour of a palette closest to a pixel (red in the lowest byte), and the squared distance to it. */
export function nearestColour(palette: Palette, pixel: number): { index: number; distance: number } {
  const [r, g, b] = [pixel & 255, (pixel >>> 8) & 255, (pixel >>> 16) & 255]
  let index = 0
  let distance = Number.POSITIVE_INFINITY
  for (let i = 0; i < palette.length; i++) {
    const [pr, pg, pb] = palette[i] as [number, number, number]
    const to = (pr - r) ** 2 + (pg - g) ** 2 + (pb - b) ** 2
    if (to >= distance) continue
    distance = to
    index = i
  }
  return { index, distance }
}
