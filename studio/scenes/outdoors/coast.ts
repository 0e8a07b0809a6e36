import { cycle, mix } from '../../drawing/colour.ts'
import { scatter, swell, TAU, track, wave } from '../../drawing/motion.ts'
import { film } from '../../drawing/scene.ts'
import { at, circle, fade, group, n, path, rect, stroke, svg, tag, vertical } from '../../drawing/svg.ts'

/** The colours of a day: midnight, dawn, morning, noon, afternoon, dusk. */
const HIGH = ['#0b1236', '#3a4684', '#5aa4d8', '#4fa3e0', '#6b8fcf', '#33306e']

const LOW = ['#1d2a5c', '#f2a48c', '#cfe8ee', '#c4e8f2', '#ffd9a0', '#e8697a']

const SEA = ['#0d1a40', '#4f5f94', '#3f93b8', '#3596bd', '#4d7fae', '#3d3a78']

const HILLS = ['#0e1a38', '#4a5478', '#6aa39a', '#63a68e', '#7f8f86', '#3c3562']

const CITY = ['#0a1230', '#3c4670', '#86a6c4', '#7f9fc6', '#8a86a8', '#2c2550']

const LAND = ['#080f26', '#2c3a5c', '#3f7f6d', '#3c8466', '#4f6f62', '#241f47']

const TOWERS = scatter(17, 52, (random, index) => ({
  x: 238 + index * 19 + random() * 5,
  w: 13 + random() * 9,
  h: 26 + random() * 62 * (1 - Math.abs(index - 8) / 11),
  seed: Math.floor(random() * 7),
}))

const NIGHT = scatter(60, 6, (random) => ({
  x: random() * 640,
  y: random() * 170,
  r: 0.6 + random() * 1.3,
  phase: random(),
}))

const CLOUDS = [
  [80, 60, 1],
  [300, 96, 0.7],
  [520, 48, 0.85],
] as const

const cloud = (x: number, y: number, k: number, colour: string): string =>
  path(
    'M-56 14C-80 14 -80 -10 -56 -10C-52 -32 -20 -36 -10 -18C0 -32 32 -28 34 -8C58 -12 62 14 42 14Z',
    colour,
    { transform: at(x, y, 0, k) },
  )

const towers = (t: number, dark: number): string =>
  TOWERS.map(({ x, w, h, seed }) => {
    const lit = [0, 1, 2, 3, 4, 5, 6].flatMap((row) =>
      [0, 1].map((column) =>
        row * 11 + 10 < h && (row * 3 + column * 5 + seed) % 4 && dark > 0.25 + ((row + seed) % 4) * 0.12
          ? rect(x + 3 + column * 6.5, 232 - h + 6 + row * 11, 3.6, 5, '#ffdf8c')
          : '',
      ),
    )
    return rect(x, 232 - h, w, h, cycle(t, CITY)) + lit.join('')
  }).join('')

const orb = (turn: number, r: number, colour: string, halo: string): string => {
  const [x, y] = [320 - 280 * Math.sin(turn), 236 + 186 * Math.cos(turn)]
  return y < 236 + r ? circle(x, y, r * 1.7, halo, { opacity: 0.35 }) + circle(x, y, r, colour) : ''
}

/** t = 0 is midnight; the sun is highest at one half. */
const bay = (t: number): string => {
  const dark = track(t, [
    [0, 1],
    [0.12, 1],
    [0.26, 0],
    [0.72, 0],
    [0.88, 1],
    [1, 1],
  ])
  const glitter = dark > 0.5 ? '#ffe6b0' : '#fff6dc'
  return svg(
    640,
    360,
    tag('defs', {}, vertical('s', `0 ${cycle(t, HIGH)}`, `1 ${cycle(t, LOW)}`)),
    rect(0, 0, 640, 236, 'url(#s)'),
    ...NIGHT.map(({ x, y, r, phase }) =>
      circle(x, y, r, '#fff', { opacity: dark * (0.4 + 0.6 * swell(t, 4, phase)) }),
    ),
    orb(TAU * t, 26, '#fff1b8', '#ffd98a') + orb(TAU * (t + 0.5), 19, '#f4f1e0', '#aab4e0'),
    ...CLOUDS.flatMap(([x, y, k]) =>
      [-800, 0, 800].map((lap) =>
        cloud(x + lap + t * 800 - 60, y, k, mix(cycle(t, LOW), '#ffffff', 0.45 - dark * 0.35)),
      ),
    ),
    path(
      'M0 236V186C60 150 120 178 170 194C220 170 300 196 350 206C430 160 520 172 640 150V236Z',
      cycle(t, HILLS),
    ),
    towers(t, dark),
    rect(0, 232, 640, 128, cycle(t, SEA)),
    ...Array.from({ length: 26 }, (_, index) => {
      const y = 240 + (index % 13) * 9
      return stroke(
        `M${n(((index * 97) % 640) + wave(t, 3, index / 9) * 10)} ${y}h${n(14 + (index % 13) * 3)}`,
        mix(cycle(t, SEA), cycle(t, LOW), 0.5),
        1.6 + (index % 13) * 0.14,
      )
    }),
    ...TOWERS.map(({ x, seed }, index) =>
      fade(
        dark * 0.8,
        stroke(`M${n(x + 6)} ${240 + (seed % 3) * 4}v${n(16 + 12 * swell(t, 6, index / 5))}`, glitter, 3),
      ),
    ),
    bridge(dark),
    ferry(t, dark),
    path('M0 360V300C40 286 92 300 120 318C150 334 190 340 214 360Z', cycle(t, LAND)) +
      group(
        'translate(-36 -6)',
        rect(78, 232, 18, 72, mix('#fdf3e6', '#5a6090', dark)) +
          rect(74, 224, 26, 9, '#c9485a') +
          rect(80, 208, 14, 17, dark > 0.4 ? '#ffe9a0' : '#dff0f5') +
          path('M75 209L87 194L99 209Z', '#c9485a') +
          rect(78, 254, 18, 16, '#c9485a'),
      ),
  )
}

const bridge = (dark: number): string => {
  const steel = mix('#d9573f', '#4a2448', dark)
  const cable = [0, 1, 2]
    .map((index) => `M${n(-60 + index * 96)} 190Q${n(-12 + index * 96)} 250 ${n(36 + index * 96)} 190`)
    .join('')
  const lamps = Array.from({ length: 12 }, (_, index) =>
    circle(10 + index * 20, 238, 1.8, dark > 0.3 ? '#ffe6a0' : '#8f3a33'),
  )
  return group(
    'translate(0 0)',
    stroke(cable, steel, 3),
    rect(0, 240, 238, 6, steel),
    rect(33, 184, 7, 82, steel),
    rect(129, 184, 7, 82, steel),
    ...lamps,
  )
}

const ferry = (t: number, dark: number): string =>
  group(
    at(720 - t * 800, 292 + wave(t, 5) * 2, wave(t, 5, 0.2) * 1.2),
    path('M-60 -4H60C54 14 46 20 36 20H-40C-50 16 -58 8 -60 -4Z', mix('#c9485a', '#3c1f44', dark)) +
      rect(-40, -22, 78, 18, mix('#fff6ea', '#4c5288', dark), { rx: 4 }) +
      rect(-18, -38, 40, 17, mix('#fff6ea', '#4c5288', dark), { rx: 4 }) +
      rect(2, -54, 12, 18, mix('#ffb545', '#6b4a5c', dark)),
    ...[-30, -14, 2, 18].map((x) => rect(x, -17, 9, 7, dark > 0.3 ? '#ffe08a' : '#6f9fc0')),
    stroke('M64 20h34M74 26h40', mix('#eaf6f8', '#5c70a8', dark), 3),
  )

export const coast = [
  film({
    slug: 'a-day-over-the-bay',
    title: 'A day and a night over the bay',
    altText: 'Sun and moon cross the sky over a bay while a city lights up and a ferry passes.',
    tags: ['time lapse', 'sea', 'city', 'night', 'sunset', 'sky'],
    categories: ['nature/sky', 'nature/sea'],
    username: 'nightowl',
    trending: 73,
    stillAt: 0.35,
    frame: bay,
  }),
]
