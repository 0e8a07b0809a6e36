/** Frames of an item whose hashes are kept, spread over its running time. */
export const PHASH_FRAMES = 5

/** The bits of 64, on the mean of all frames, in which two hashes may differ that look alike (M66). */
export const PHASH_ALIKE = 8

/** Hex digits of a band, and bands of a frame's hash: two hashes that look alike share one (`bandsOf`). */
const BAND = { digits: 3, count: 5 } as const

const framesOf = (phash: string): string[] => phash.split('-').filter(Boolean)

/** How many of 64 bits differ. */
function bitsBetween(a: string, b: string): number {
  let bits = BigInt(`0x${a}`) ^ BigInt(`0x${b}`)
  let count = 0
  for (; bits > 0n; bits &= bits - 1n) count++
  return count
}

/** The bits, on the mean, to each frame of `a` from the nearest of `b`. */
function bitsTo(a: readonly string[], b: readonly string[]): number {
  const nearest = a.map((frame) => Math.min(...b.map((other) => bitsBetween(frame, other))))
  return nearest.reduce((sum, bits) => sum + bits, 0) / nearest.length
}

/**
 * How far two perceptual hashes are from each other, in bits of 64: the mean of the nearest frames, from whichever side is
 * further. A copy that begins at another frame, or has fewer, stays near. Infinity where one of them has no frame.
 */
export function phashDistance(one: string, other: string): number {
  const [a, b] = [framesOf(one), framesOf(other)]
  return a.length === 0 || b.length === 0 ? Infinity : Math.max(bitsTo(a, b), bitsTo(b, a))
}

/** What a hash is found by: parts of its frames' hashes, each with its place. `phash_bands` has the same of each entry. */
export const bandsOf = (phash: string): string[] => [
  ...new Set(
    framesOf(phash).flatMap((frame) =>
      Array.from({ length: BAND.count }, (_, n) => n + frame.slice(n * BAND.digits, (n + 1) * BAND.digits)),
    ),
  ),
]
