export const TAU = Math.PI * 2

export const clamp = (x: number, low = 0, high = 1): number => Math.min(high, Math.max(low, x))

export const lerp = (a: number, b: number, u: number): number => a + (b - a) * u

/** The part after the point, also of negative numbers: -0.25 gives 0.75. */
export const fract = (x: number): number => x - Math.floor(x)

/** A sine of whole `cycles` a loop, from -1 to 1. Whole cycles are what makes it seamless. */
export const wave = (t: number, cycles = 1, phase = 0): number => Math.sin(TAU * (t * cycles + phase))

/** 0 at the start of every cycle, 1 in its middle, 0 at the end. */
export const swell = (t: number, cycles = 1, phase = 0): number =>
  0.5 - 0.5 * Math.cos(TAU * (t * cycles + phase))

export const easeIn = (u: number): number => u * u * u
export const easeOut = (u: number): number => 1 - (1 - u) ** 3
export const easeInOut = (u: number): number => (u < 0.5 ? 4 * u * u * u : 1 - (2 - 2 * u) ** 3 / 2)

/** Goes past its goal by a tenth and settles: what makes a thing look alive. */
export const easeBack = (u: number): number => 1 + 2.7 * (u - 1) ** 3 + 1.7 * (u - 1) ** 2

/** How far `t` is between `from` and `to`: 0 before, 1 after. */
export const span = (t: number, from: number, to: number): number => clamp((t - from) / (to - from))

/** Rises from 0 to 1 between `a` and `b`, stays, falls between `c` and `d`; eased at both ends. */
export const hold = (t: number, a: number, b: number, c: number, d: number): number =>
  easeInOut(span(t, a, b)) - easeInOut(span(t, c, d))

type Key = readonly [at: number, value: number, ease?: (u: number) => number]

/** The value of a track of keys at `t`; begin at 0 and end at 1 with the same value for a loop. */
export function track(t: number, keys: readonly Key[]): number {
  let previous = keys[0] ?? [0, 0]
  for (const key of keys) {
    if (t < key[0]) return lerp(previous[1], key[1], (key[2] ?? easeInOut)(span(t, previous[0], key[0])))
    previous = key
  }
  return previous[1]
}

/** Shuts the eyes (1) for a moment around each of the `moments` of the loop. */
export const blink = (t: number, ...moments: number[]): number =>
  Math.max(0, ...moments.map((at) => 1 - Math.abs(fract(t - at + 0.5) - 0.5) / 0.055))

/** Numbers 0-1 that are the same on every run (mulberry32): pictures must not change between builds. */
function seeded(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let x = Math.imul(state ^ (state >>> 15), state | 1)
    x ^= x + Math.imul(x ^ (x >>> 7), x | 61)
    return ((x ^ (x >>> 14)) >>> 0) / 4294967296
  }
}

/** `count` things made from one seeded source. */
export function scatter<T>(
  count: number,
  seed: number,
  make: (random: () => number, index: number) => T,
): T[] {
  const random = seeded(seed)
  return Array.from({ length: count }, (_, index) => make(random, index))
}
