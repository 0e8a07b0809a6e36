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

const mean = (values: readonly number[]): number => values.reduce((sum, one) => sum + one, 0) / values.length

/** Frames that are compared, spread over the clip. */
const COMPARED = 3

/** How alike two clips are; 1 is the same. `shade`: by how many levels of 255 red, green or blue differ on the whole. */
export type Looks = { all: number; worst: number; shade: number }

/** By how much the means of a channel differ, the most of red, green and blue. */
function shadeOf({ rgba, ground }: Picture, b: Uint8Array): number {
  const sums = [0, 0, 0]
  for (let i = 0; i < rgba.length; i += 4) {
    const alphaA = (rgba[i + 3] as number) / 255
    const alphaB = (b[i + 3] as number) / 255
    for (let c = 0; c < 3; c++) {
      const difference =
        ((rgba[i + c] as number) - ground) * alphaA - ((b[i + c] as number) - ground) * alphaB
      sums[c] = (sums[c] as number) + difference
    }
  }
  return (Math.max(...sums.map(Math.abs)) * 4) / rgba.length
}

function looksOfFrame(picture: Picture, b: Uint8Array | undefined): Looks {
  if (!b) return { all: 0, worst: 0, shade: 255 }
  const blocks = pictureLikeness(picture, b).sort((x, y) => x - y)
  const worst = mean(blocks.slice(0, Math.max(1, Math.ceil(blocks.length * WORST))))
  return { all: mean(blocks), worst, shade: shadeOf(picture, b) }
}

/**
 * How alike a clip and its copy of as many frames are: SSIM of 8 x 8 blocks in red, green and blue, the mean of all blocks,
 * and of the worst tenth (`docs/decisions/2026-11-22-the-smaller-of-two-as-good.md`). What is clear is compared on light and
 * on dark; the worse counts.
 */
export function looksOf(source: Clip, copy: Clip): Looks {
  const { width, height, transparent } = source
  const count = Math.min(COMPARED, source.frames.length)
  const frames = Array.from({ length: count }, (_, i) => Math.floor((i * source.frames.length) / count))
  const looks = (transparent ? GROUNDS : GROUNDS.slice(0, 1)).map((ground): Looks => {
    const ofFrames = frames.map((i) => {
      const rgba = source.frames[i]?.rgba as Uint8Array
      return looksOfFrame({ width, height, rgba, ground }, copy.frames[i]?.rgba)
    })
    const of = (name: keyof Looks) => mean(ofFrames.map((frame) => frame[name]))
    return { all: of('all'), worst: of('worst'), shade: of('shade') }
  })
  const all = Math.min(...looks.map((one) => one.all))
  const worst = Math.min(...looks.map((one) => one.worst))
  return { all, worst, shade: Math.max(...looks.map((one) => one.shade)) }
}

/** The worst tenth alone: most of a flat drawing is alike in any file. */
export const likeness = (source: Clip, copy: Clip): number => looksOf(source, copy).worst

/** What two pictures have that look equal at their size. `worst` is about hard edges of colour, which AV1 and WebP halve. */
const EQUAL: Looks = { all: 0.95, worst: 0.7, shade: 1 }

/** Whether two clips look equal. */
export const isAlike = ({ all, worst, shade }: Looks): boolean =>
  all >= EQUAL.all && worst >= EQUAL.worst && shade < EQUAL.shade
