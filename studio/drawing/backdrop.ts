import { TAU } from './motion.ts'
import { circle, fade, line, n, type Point, path, rect } from './svg.ts'

/** Rays that turn by exactly one ray a loop, so that the turn never ends. */
export function sunburst(t: number, x: number, y: number, rays: number, colour: string, opacity = 1): string {
  const step = TAU / rays
  const d = Array.from({ length: rays }, (_, index) => {
    const from = (index + t) * step
    const to = from + step / 2
    return `M${n(x)} ${n(y)}L${n(x + 420 * Math.cos(from))} ${n(y + 420 * Math.sin(from))}L${n(x + 420 * Math.cos(to))} ${n(y + 420 * Math.sin(to))}Z`
  })
  return path(d.join(''), colour, { opacity })
}

/** A floor of one colour under a wall of another. */
export const stage = (width: number, height: number, wall: string, floor: string, level: number): string =>
  rect(0, 0, width, height, wall) + rect(0, level, width, height - level, floor)

/** A still pattern of dots for walls. */
export const polka = (width: number, height: number, gap: number, r: number, colour: string): string => {
  const dots: string[] = []
  for (let row = 0; row * gap < height; row++)
    for (let x = row % 2 ? gap / 2 : 0; x < width + gap; x += gap) dots.push(circle(x, row * gap, r, colour))
  return fade(1, ...dots)
}

/** A five-pointed (or other) star around (x, y). */
export function star(
  x: number,
  y: number,
  r: number,
  colour: string,
  turn = 0,
  points = 5,
  waist = 0.45,
): string {
  const corners = Array.from({ length: points * 2 }, (_, index): Point => {
    const radius = index % 2 ? r * waist : r
    const angle = turn + (index / (points * 2)) * TAU - TAU / 4
    return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)]
  })
  return path(`${line(corners)}Z`, colour)
}

/** Short lines that burst outwards as `u` goes from 0 to 1. */
export function impact(
  x: number,
  y: number,
  u: number,
  colour: string,
  rays = 8,
  reach = 50,
  from = 0,
): string {
  if (u <= 0 || u >= 1) return ''
  return Array.from({ length: rays }, (_, index) => {
    const angle = from + (index / rays) * TAU
    const near = reach * (0.45 + 0.55 * u)
    const far = near + reach * 0.42 * (1 - u)
    const end = (radius: number): Point => [x + radius * Math.cos(angle), y + radius * Math.sin(angle)]
    return path(line([end(near), end(far)]), 'none', {
      stroke: colour,
      'stroke-width': 6 * (1 - u) + 1,
      'stroke-linecap': 'round',
    })
  }).join('')
}
