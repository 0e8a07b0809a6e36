import { type Clip, type Frame, pixelsOf } from '../clip/clip.ts'

/** From this alpha on a pixel has its own colour; below it, lossy sources mix in the black behind the picture. */
const SOLID = 240

/** The mean colour of the solid pixels around one, or undefined where there is none. */
function solidAround(pixels: Uint32Array, width: number, at: number): number | undefined {
  let [r, g, b, count] = [0, 0, 0, 0]
  for (const row of [at - width, at, at + width]) {
    for (let i = row - 1; i <= row + 1; i++) {
      const pixel = pixels[i] ?? 0
      if (pixel >>> 24 < SOLID) continue
      r += pixel & 255
      g += (pixel >>> 8) & 255
      b += (pixel >>> 16) & 255
      count++
    }
  }
  if (count === 0) return undefined
  const mean = (sum: number): number => Math.round(sum / count)
  return (mean(b) << 16) | (mean(g) << 8) | mean(r)
}

/** Pixels next to the left or right border take neighbours from the other side's row: harmless for a mean. */
function cleanFrame(frame: Frame, width: number): Frame {
  const pixels = pixelsOf(frame)
  const out = pixels.slice()
  pixels.forEach((pixel, at) => {
    const alpha = pixel >>> 24
    if (alpha === 0 || alpha >= SOLID) return
    const colour = solidAround(pixels, width, at)
    if (colour !== undefined) out[at] = ((pixel & 0xff000000) | colour) >>> 0
  })
  return { ...frame, rgba: new Uint8Array(out.buffer) }
}

/** Gives half-transparent edge pixels the colour next to them: opaque in a GIF, they would be a dark fringe. */
export const cleanEdges = (clip: Clip): Clip =>
  clip.transparent ? { ...clip, frames: clip.frames.map((frame) => cleanFrame(frame, clip.width)) } : clip
