import { easeBack, easeInOut, fract, lerp, scatter, span, swell, TAU } from '../drawing/motion.ts'
import { gif } from '../drawing/scene.ts'
import { at, circle, group, line, n, type Point, path, rect, stroke, svg } from '../drawing/svg.ts'

const CUBE = 54

const cube = (x: number, y: number, lift: number, warm: number): string => {
  const [w, h] = [CUBE * 0.72, CUBE * 0.415]
  const top = y - lift
  const [lid, left, right] =
    warm > 0.5 ? ['#ffd28f', '#f2846b', '#c9557a'] : ['#86e0d3', '#3a8db0', '#27588c']
  return (
    path(`M${n(x)} ${n(top - h)}L${n(x + w)} ${n(top)}L${n(x)} ${n(top + h)}L${n(x - w)} ${n(top)}Z`, lid) +
    path(`M${n(x - w)} ${n(top)}L${n(x)} ${n(top + h)}V${n(y + 120)}H${n(x - w)}Z`, left) +
    path(`M${n(x + w)} ${n(top)}L${n(x)} ${n(top + h)}V${n(y + 120)}H${n(x + w)}Z`, right)
  )
}

const cubes = (t: number): string => {
  const drawn: string[] = []
  for (let row = -1; row < 15; row++)
    for (let column = -1; column < 7; column++) {
      const x = column * CUBE * 1.732 + (row % 2 ? CUBE * 0.866 : 0) + 18
      const y = row * CUBE * 0.5 + 14
      const away = Math.hypot(x - 240, (y - 135) * 1.7)
      const lift = 58 * swell(t, 1, -away / 240) ** 1.5
      drawn.push(cube(x, y, lift, (row + column * 3) % 5 === 0 ? 1 : 0))
    }
  return svg(480, 270, rect(0, 0, 480, 270, '#1c3157'), ...drawn)
}

const TILES = scatter(48, 21, (random, index) => ({
  x: (index % 8) * 60,
  y: Math.floor(index / 8) * 60,
  start: Math.floor(random() * 4),
  late: ((index % 8) + Math.floor(index / 8)) / 13,
}))

/** Every tile turns a quarter twice a loop; an arc tile looks the same after half a turn. */
const truchet = (t: number): string =>
  svg(
    480,
    360,
    rect(0, 0, 480, 360, '#f3ead8'),
    ...TILES.map(({ x, y, start, late }) => {
      const first = easeInOut(span(fract(t - late * 0.5), 0.04, 0.24))
      const second = easeInOut(span(fract(t - late * 0.5), 0.54, 0.74))
      const dark = (x + y) / 60 + start
      return group(
        at(x + 30, y + 30, start * 90 + (first + second) * 90),
        stroke('M-30 0A30 30 0 0 0 0 -30', dark % 3 ? '#1f4e5f' : '#e4633f', 17, {
          'stroke-linecap': 'butt',
        }),
        stroke('M30 0A30 30 0 0 0 0 30', dark % 2 ? '#1f4e5f' : '#e0a93a', 17, { 'stroke-linecap': 'butt' }),
      )
    }),
  )

const rose = (u: number): Point => {
  const angle = TAU * u
  const [big, small, pen] = [150, 150 * 0.375, 78]
  const inner = ((big - small) / small) * angle
  return [
    240 + (big - small) * Math.cos(angle) + pen * Math.cos(inner),
    240 + (big - small) * Math.sin(angle) - pen * Math.sin(inner),
  ]
}

const THREADS = ['#ff6f7d', '#ffb35c', '#ffe08a', '#6fe0c0', '#6fa8ff', '#b98cff']

const spirograph = (t: number): string =>
  svg(
    480,
    480,
    rect(0, 0, 480, 480, '#10142e'),
    circle(240, 240, 206, 'none', { stroke: '#232a55', 'stroke-width': 2 }),
    path(line(Array.from({ length: 361 }, (_, index) => rose((index / 360) * 3))), 'none', {
      stroke: '#2a3263',
      'stroke-width': 2,
    }),
    ...THREADS.map((colour, index) => {
      const head = 3 * (t + index / THREADS.length)
      const tail = Array.from({ length: 46 }, (_, step) => rose(head - step * 0.0075))
      const [first = [0, 0]] = tail
      return (
        stroke(line(tail), colour, 5) +
        stroke(line(tail.slice(0, 20)), colour, 9) +
        circle(first[0], first[1], 9, '#fff8ec')
      )
    }),
  )

const RINGS = Array.from({ length: 7 }, (_, index) => ({
  r: 22 + index * 16.5,
  turns: 7 - index,
  colour: ['#ff5d73', '#ff8e5c', '#ffc25c', '#d9e070', '#6fdcab', '#5cc4e8', '#8f8cf5'][index] ?? '#fff',
}))

/** Dots that go round 1 to 7 times a loop, so that all meet in one line and part again. */
const orbits = (t: number): string =>
  svg(
    480,
    270,
    rect(0, 0, 480, 270, '#fbf3e6'),
    ...RINGS.flatMap(({ r, turns, colour }) => {
      const angle = TAU * (t * turns - 0.25)
      const tail = (from: number): Point => [240 + r * Math.cos(from), 135 + r * Math.sin(from)]
      const [end, start] = [tail(angle), tail(angle - 0.9)]
      return [
        circle(240, 135, r, 'none', { stroke: '#eadfcb', 'stroke-width': 2 }),
        stroke(`M${n(start[0])} ${n(start[1])}A${r} ${r} 0 0 1 ${n(end[0])} ${n(end[1])}`, colour, 9),
        circle(end[0], end[1], lerp(5, 7.5, easeBack(swell(t))), '#3a2f4a'),
      ]
    }),
    circle(240, 135, 9 + swell(t) * 3, '#3a2f4a'),
  )

export const geometry = [
  gif({
    slug: 'isometric-cube-wave',
    title: 'Isometric cubes in a wave',
    tags: ['abstract', 'cubes', 'isometric', 'geometry', 'wave', 'loop', 'pattern'],
    categories: ['abstract/geometry', 'abstract/patterns'],
    username: 'pixelgarden',
    trending: 72,
    stillAt: 0.4,
    frames: 20,
    delayMs: 70,
    frame: cubes,
  }),
  gif({
    slug: 'turning-truchet-tiles',
    title: 'Turning Truchet tiles',
    tags: ['abstract', 'tiles', 'truchet', 'pattern', 'geometry', 'loop'],
    categories: ['abstract/patterns', 'abstract/geometry'],
    username: 'quietframe',
    trending: 48,
    width: 480,
    height: 360,
    frames: 22,
    delayMs: 80,
    frame: truchet,
  }),
  gif({
    slug: 'spirograph-chase',
    title: 'Six threads on a spirograph',
    tags: ['abstract', 'spirograph', 'lines', 'geometry', 'neon', 'loop'],
    categories: ['abstract/geometry'],
    username: 'tinyorbit',
    trending: 58,
    stillAt: 0.4,
    width: 480,
    height: 480,
    frames: 24,
    frame: spirograph,
  }),
  gif({
    slug: 'orbiting-dots',
    title: 'Seven dots, in and out of step',
    tags: ['abstract', 'orbit', 'dots', 'colour', 'geometry', 'loading'],
    categories: ['abstract/geometry', 'tech/loading'],
    trending: 55,
    frames: 36,
    frame: orbits,
  }),
]
