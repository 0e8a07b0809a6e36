import { clamp, lerp } from './motion.ts'

const channel = (hex: string, index: number): number =>
  Number.parseInt(hex.slice(1 + index * 2, 3 + index * 2), 16)

/** A colour `u` of the way from one "#rrggbb" to another. */
export const mix = (from: string, to: string, u: number): string =>
  `#${[0, 1, 2]
    .map((index) =>
      Math.round(lerp(channel(from, index), channel(to, index), clamp(u)))
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`

/** The colour of a loop of colours at `t`: the last one leads back to the first. */
export function cycle(t: number, colours: readonly string[]): string {
  const place = (t - Math.floor(t)) * colours.length
  const index = Math.floor(place)
  return mix(
    colours[index % colours.length] ?? '#000000',
    colours[(index + 1) % colours.length] ?? '#000000',
    place - index,
  )
}
