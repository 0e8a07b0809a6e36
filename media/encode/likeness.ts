import type { Clip } from '../clip/clip.ts'

/** Side of the blocks that are compared, in pixels. */
const BLOCK = 8
/** The share of blocks, those that differ most, that the measure is about: most of a flat drawing is alike in any file. */
const WORST = 0.1
/** SSIM's constants for 8 bits (https://doi.org/10.1109/TIP.2003.819861). */
const C1 = (0.01 * 255) ** 2
const C2 = (0.03 * 255) ** 2
/** What shows through: a clear picture is compared on both. */
const GROUNDS = [255, 32]

type Picture = { width: number; height: number; rgba: Uint8Array; ground: number }

/** SSIM of one block of one colour channel, both pictures on the same ground. */
function blockLikeness(a: Picture, b: Uint8Array, x0: number, y0: number, channel: number): number {
  const { width, height, rgba, ground } = a
  const [x1, y1] = [Math.min(width, x0 + BLOCK), Math.min(height, y0 + BLOCK)]
  let [n, sumA, sumB, squareA, squareB, both] = [0, 0, 0, 0, 0, 0]
  for (let y = y0; y < y1; y++) {
    for (let x = x0; x < x1; x++) {
      const at = (y * width + x) * 4
      const alphaA = (rgba[at + 3] as number) / 255
      const alphaB = (b[at + 3] as number) / 255
      const p = (rgba[at + channel] as number) * alphaA + ground * (1 - alphaA)
      const q = (b[at + channel] as number) * alphaB + ground * (1 - alphaB)
      n++
      sumA += p
      sumB += q
      squareA += p * p
      squareB += q * q
      both += p * q
    }
  }
  const [meanA, meanB] = [sumA / n, sumB / n]
  const varianceA = squareA / n - meanA * meanA
  const varianceB = squareB / n - meanB * meanB
  const covariance = both / n - meanA * meanB
  return (
    ((2 * meanA * meanB + C1) * (2 * covariance + C2)) /
    ((meanA * meanA + meanB * meanB + C1) * (varianceA + varianceB + C2))
  )
}

function pictureLikeness(a: Picture, b: Uint8Array): number[] {
  const blocks: number[] = []
  for (let y = 0; y < a.height; y += BLOCK) {
    for (let x = 0; x < a.width; x += BLOCK) {
      blocks.push(([0, 1, 2] as const).reduce<number>((sum, c) => sum + blockLikeness(a, b, x, y, c), 0) / 3)
    }
  }
  return blocks
}

const meanOfWorst = (blocks: number[]): number => {
  const worst = blocks.sort((a, b) => a - b).slice(0, Math.max(1, Math.ceil(blocks.length * WORST)))
  return worst.reduce((sum, one) => sum + one, 0) / worst.length
}

/** Frames that are compared, spread over the clip. */
const COMPARED = 3

/**
 * How alike a clip and its copy of as many frames are: SSIM of 8 x 8 blocks in red, green and blue, the mean of the worst
 * tenth; 1 is the same (`docs/decisions/2026-11-22-the-smaller-of-two-as-good.md`).
 */
export function likeness(source: Clip, copy: Clip): number {
  const { width, height, transparent } = source
  const count = Math.min(COMPARED, source.frames.length)
  const frames = Array.from({ length: count }, (_, i) => Math.floor((i * source.frames.length) / count))
  const scores = (transparent ? GROUNDS : GROUNDS.slice(0, 1)).map((ground) => {
    const ofFrames = frames.map((i) => {
      const [a, b] = [source.frames[i]?.rgba, copy.frames[i]?.rgba]
      if (!a || !b) return 0
      return meanOfWorst(pictureLikeness({ width, height, rgba: a, ground }, b))
    })
    return ofFrames.reduce((sum, one) => sum + one, 0) / ofFrames.length
  })
  return Math.min(...scores)
}
