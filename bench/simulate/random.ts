/** A generator of one history: the same seed gives the same numbers. */
export type Random = {
  /** From 0 to 1. */
  next(): number
  /** A whole number from `low` to `high`, both included. */
  between(low: number, high: number): number
  pick<T>(all: readonly [T, ...T[]]): T
  chance(part: number): boolean
}

/** Mulberry32, by Tommy Ettinger (public domain): 32 bits of state are plenty for one history. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    next,
    between: (low, high) => low + Math.floor(next() * (high - low + 1)),
    pick: ([first, ...rest]) => [first, ...rest][Math.floor(next() * (rest.length + 1))] ?? first,
    chance: (part) => next() < part,
  }
}

/** Draws ranks from 0 to `count` - 1 by Zipf's law: the nth is asked for 1/n as often as the first. */
export function createZipf(count: number, { next }: Random): () => number {
  const sums = new Float64Array(count)
  let total = 0
  for (let rank = 0; rank < count; rank++) sums[rank] = total += 1 / (rank + 1)
  return () => {
    const wanted = next() * total
    let [low, high] = [0, count - 1]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((sums[middle] ?? 0) < wanted) low = middle + 1
      else high = middle
    }
    return low
  }
}
