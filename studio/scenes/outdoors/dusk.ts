import { fract, scatter, swell, TAU, wave } from '../../drawing/motion.ts'
import { gif } from '../../drawing/scene.ts'
import {
  circle,
  ellipse,
  fade,
  group,
  line,
  n,
  type Point,
  path,
  rect,
  stroke,
  svg,
  tag,
  vertical,
} from '../../drawing/svg.ts'

const NEON = {
  sky: '#1b1140',
  haze: '#e0447c',
  sun: '#ffd36e',
  ground: '#150b33',
  grid: '#ff5fa8',
  road: '#21133f',
}
const HORIZON = 150

/** How far down the ground lies a line that is `depth` (0 far, 1 at our feet) away. */
const down = (depth: number): number => HORIZON + 120 * depth ** 2.6

const sunStripes = (t: number): string =>
  Array.from({ length: 6 }, (_, index) => {
    const u = (index + t) / 6
    return rect(150, 92 + u * 60, 180, 1 + u * 7, NEON.haze, { opacity: 0.9 * Math.min(1, u * 4) })
  }).join('')

const neonGrid = (t: number): string => {
  const across = Array.from({ length: 9 }, (_, index) => {
    const y = down((index + fract(t * 2)) / 9)
    return rect(0, y, 480, 0.6 + ((y - HORIZON) / 120) * 2.2, NEON.grid)
  })
  const away = Array.from({ length: 23 }, (_, index) => {
    const x = index - 11
    return stroke(
      line([
        [240 + x * 12, HORIZON],
        [240 + x * 95, 270],
      ]),
      NEON.grid,
      1.1,
    )
  })
  return fade(0.75, ...across, ...away)
}

const dashes = (t: number): string =>
  Array.from({ length: 6 }, (_, index) => {
    const near = down((index + fract(t * 2)) / 6)
    const far = down(Math.max(0, (index + fract(t * 2) - 0.45) / 6))
    const half = (y: number): number => 0.4 + ((y - HORIZON) / 120) * 5
    return path(
      `${line([
        [240 - half(far), far],
        [240 + half(far), far],
        [240 + half(near), near],
        [240 - half(near), near],
      ])}Z`,
      '#ffe7b0',
    )
  }).join('')

const palm = (x: number, y: number, size: number): string =>
  group(
    `translate(${n(x)} ${n(y)}) scale(${n(size)})`,
    stroke('M0 0C2-22 -3-44 4-66', '#0c0624', 4),
    ...[-72, -38, -8, 24, 58].map((turn) =>
      group(
        `translate(4 -66) rotate(${turn})`,
        path('M0 0C-6-14 -12-24 -30-26C-16-32 0-24 0 0C2-22 14-32 30-24C14-22 6-12 0 0Z', '#0c0624'),
      ),
    ),
  )

const palms = (t: number): string =>
  [0, 1, 2, 3]
    .map((index) => {
      const depth = (index + t) / 4
      const y = down(depth)
      const k = (y - HORIZON) / 120
      return fade(
        Math.min(1, depth * 6),
        palm(240 - 60 - k * 330, y, 0.12 + k * 2.1),
        palm(240 + 60 + k * 330, y, 0.12 + k * 2.1),
      )
    })
    .join('')

const car = (t: number): string =>
  group(
    `translate(240 ${n(238 + wave(t, 4) * 0.9)})`,
    ellipse(0, 21, 54, 5, '#0a0420'),
    rect(-46, 6, 16, 15, '#0a0420', { rx: 4 }),
    rect(30, 6, 16, 15, '#0a0420', { rx: 4 }),
    path('M-34-14C-30-26 -26-29 -16-29H16C26-29 30-26 34-14Z', '#2c1a5e'),
    path('M-28-13C-25-22 -22-25 -15-25H15C22-25 25-22 28-13Z', '#f58aa5'),
    path(
      'M-52 2C-52-10 -44-14 -34-14H34C44-14 52-10 52 2V10C52 14 50 15 46 15H-46C-50 15 -52 14 -52 10Z',
      '#3b2480',
    ),
    rect(-46, -5, 30, 6, '#ff3b6b', { rx: 3 }),
    rect(16, -5, 30, 6, '#ff3b6b', { rx: 3 }),
    rect(-46, -4, 92, 1.5, '#ff8fa8'),
    rect(-11, 4, 22, 7, '#ffe7b0', { rx: 1.5 }),
  )

const STARS = scatter(34, 5, (random) => [random() * 480, random() * 95, 0.5 + random(), random()] as const)

const stars = (t: number, colour: string): string =>
  STARS.map(([x, y, r, phase]) =>
    circle(x, y, r, colour, { opacity: 0.35 + 0.65 * swell(t, 1, phase) }),
  ).join('')

const RIDGE: Point[] = [
  [0, 150],
  [0, 126],
  [40, 112],
  [78, 131],
  [120, 104],
  [160, 136],
  [196, 142],
  [284, 142],
  [318, 130],
  [362, 100],
  [404, 128],
  [440, 112],
  [480, 130],
  [480, 150],
]

const neonDrive = (t: number): string =>
  svg(
    480,
    270,
    tag(
      'defs',
      {},
      vertical('s', '0 #1b1140', '0.5 #5b1f78', '1 #f0527f') +
        vertical('o', '0 #ffe08a', '0.55 #ff9a5a', '1 #f0386f') +
        tag('clipPath', { id: 'c' }, circle(240, 112, 66, '#fff')),
    ),
    rect(0, 0, 480, 152, 'url(#s)'),
    stars(t, '#ffe3f1'),
    circle(240, 112, 66, 'url(#o)'),
    tag('g', { 'clip-path': 'url(#c)' }, sunStripes(t)),
    path(`${line(RIDGE)}Z`, '#2b1458'),
    rect(0, HORIZON, 480, 120, NEON.ground),
    neonGrid(t),
    path('M232 150H248L345 270H135Z', NEON.road),
    stroke('M232 150L135 270M248 150L345 270', '#5ff2ff', 2.4),
    dashes(t),
    palms(t),
    car(t),
  )

const CURTAINS = [
  { y: 52, height: 78, colour: 'g1', drift: 1, bend: 20, phase: 0 },
  { y: 78, height: 70, colour: 'g2', drift: -1, bend: 15, phase: 0.35 },
  { y: 40, height: 58, colour: 'g3', drift: 1, bend: 13, phase: 0.7 },
] as const

/** A band of hanging rays whose feet follow a slow travelling wave. */
const curtain = (t: number, { y, height, colour, drift, bend, phase }: (typeof CURTAINS)[number]): string => {
  const foot = (u: number): number =>
    y +
    height +
    bend * Math.sin(TAU * (u * 1.5 + t * drift + phase)) +
    5 * Math.sin(TAU * (u * 4 - t + phase))
  return Array.from({ length: 30 }, (_, index) => {
    const u = index / 30
    const x = u * 480
    const tall = height * (0.74 + 0.26 * Math.sin(TAU * (u * 3 + t * drift * 2 + phase)))
    const ray = `M${n(x)} ${n(foot(u) - tall)}H${n(x + 16)}V${n(foot(u + 1 / 30))}L${n(x)} ${n(foot(u))}Z`
    return path(ray, `url(#${colour})`, { opacity: 0.3 + 0.65 * swell(t, 1, u * 3 + phase) })
  }).join('')
}

const FIRS = scatter(
  46,
  12,
  (random, index) => [index * 10.8 + random() * 6 - 6, 16 + random() * 26] as const,
)

const northernLights = (t: number): string =>
  svg(
    480,
    270,
    tag(
      'defs',
      {},
      vertical('s', '0 #071026', '0.7 #12304a', '1 #1f5560') +
        vertical('g1', '0 #7b5cff 0', '0.5 #46e0b0 0.35', '0.82 #8dffc0 0.8', '1 #8dffc0 0') +
        vertical('g2', '0 #b04bff 0', '0.6 #4fd0e0 0.3', '0.85 #5cf0d0 0.65', '1 #5cf0d0 0') +
        vertical('g3', '0 #ff5fb0 0', '0.5 #7c6bff 0.3', '0.85 #54e6c8 0.5', '1 #54e6c8 0'),
    ),
    rect(0, 0, 480, 270, 'url(#s)'),
    stars(t, '#dff6ff'),
    ...CURTAINS.map((band) => curtain(t, band)),
    path(
      'M0 206L46 166L80 188L132 132L170 174L204 150L262 196L316 140L352 172L394 146L440 186L480 160V270H0Z',
      '#17384c',
    ),
    path(
      'M132 132L148 150L138 156L130 148L122 158L114 151ZM316 140L331 153L322 160L314 152L306 161L298 156ZM394 146L408 158L398 163L390 158L382 162L380 156Z',
      '#9fe6d8',
    ),
    path('M0 232L70 196L140 226L220 200L300 230L380 204L480 236V270H0Z', '#0f2737'),
    ...FIRS.map(([x, tall]) =>
      path(`M${n(x)} 272L${n(x + 8)} ${n(262 - tall)}L${n(x + 16)} 272Z`, '#081722'),
    ),
  )

export const dusk = [
  gif({
    slug: 'neon-sunset-drive',
    title: 'Neon sunset drive',
    altText: 'A violet car drives towards a striped setting sun on a neon grid, palms going by.',
    tags: ['neon', 'sunset', 'drive', 'retro', 'car', 'night'],
    categories: ['nature/sky', 'abstract/colour'],
    username: 'nightowl',
    trending: 97,
    frames: 24,
    delayMs: 60,
    frame: neonDrive,
  }),
  gif({
    slug: 'northern-lights',
    title: 'Northern lights over the mountains',
    tags: ['aurora', 'night', 'mountains', 'sky', 'calm', 'stars'],
    categories: ['nature/sky'],
    username: 'nightowl',
    trending: 88,
    frames: 24,
    delayMs: 80,
    frame: northernLights,
  }),
]
