/** A generator of numbers from 0 to 1 by a seed: mulberry32, which is public domain. */
function randomOf(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Puts each page of a list in an order of its own, the same for the same seed and page. */
export const seededOrder =
  (seed: number) =>
  <T>(items: readonly T[], page: number): readonly T[] => {
    const random = randomOf(seed + page)
    return items
      .map((item) => ({ item, place: random() }))
      .sort((a, b) => a.place - b.place)
      .map(({ item }) => item)
  }
