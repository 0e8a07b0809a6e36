import { mix } from '../../drawing/colour.ts'
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
  { y: 96, height: 96, colour: 'g3', bend: 16, folds: 1, drift: -1, phase: 0.55, opacity: 0.55 },
  { y: 112, height: 128, colour: 'g2', bend: 20, folds: 1, drift: 1, phase: 0.2, opacity: 0.7 },
  { y: 138, height: 150, colour: 'g1', bend: 24, folds: 2, drift: -1, phase: 0.85, opacity: 0.95 },
] as const
/** Rays of a curtain: each is as wide as the next begins, so that their blur leaves no step. */
const RAYS = 40

/** Tall rays on a foot that winds across the sky; where it folds back they crowd and shine. */
const curtain = (t: number, band: (typeof CURTAINS)[number]): string => {
  const { y, height, colour, bend, folds, drift, phase, opacity } = band
  const foot = (u: number): number =>
    y +
    bend * Math.sin(TAU * (u * folds + t * drift + phase)) +
    bend * 0.4 * Math.sin(TAU * (u * folds * 2.3 - t * drift + phase))
  const rays = Array.from({ length: RAYS }, (_, index) => {
    const u = (index + 0.5) / RAYS
    const x = u * 520 - 20
    const fold = swell(t * drift, 1, u * folds + phase + 0.25)
    const tall = height * (0.5 + 0.5 * fold) * (0.86 + 0.14 * Math.sin(TAU * (u * 9 + t + phase)))
    return rect(x - 9, foot(u) - tall, 18, tall + 5, `url(#${colour})`, {
      opacity: 0.18 + 0.82 * fold * fold,
    })
  })
  return tag('g', { filter: 'url(#soft)', opacity }, rays.join(''))
}

/** The snow takes the colour of the light above it. */
const PEAKS: readonly { at: Point; to: readonly Point[] }[] = [
  {
    at: [118, 136],
    to: [
      [96, 164],
      [108, 159],
      [116, 167],
      [127, 156],
      [142, 163],
    ],
  },
  {
    at: [318, 128],
    to: [
      [292, 160],
      [305, 155],
      [316, 164],
      [329, 152],
      [347, 161],
    ],
  },
  {
    at: [418, 152],
    to: [
      [402, 172],
      [411, 168],
      [419, 175],
      [428, 166],
      [437, 171],
    ],
  },
]

const FIRS = scatter(34, 12, (random, index) => {
  const x = index * 14.4 + random() * 8 - 8
  const shore = Math.abs(x - 240) / 240
  return [x, 6 + shore * shore * 58 + random() * 16] as const
})

/** Three skirts, the widest below. */
const fir = (x: number, tall: number): string =>
  group(
    `translate(${n(x)} 274)`,
    ...[0, 0.3, 0.58].map((up, index) => {
      const half = tall * (0.27 - index * 0.065)
      return path(
        `M${n(-half)} ${n(-tall * up)}L0 ${n(-tall * (up + 0.42))}L${n(half)} ${n(-tall * up)}Z`,
        '#05121d',
      )
    }),
  )

const RANGE =
  'M0 196L34 176L62 188L118 136L160 178L198 160L246 196L318 128L366 174L418 152L456 184L480 172V232H0Z'
const LAKE = 222

const northernLights = (t: number): string => {
  const sky = CURTAINS.map((band) => curtain(t, band)).join('')
  const glow = mix('#8fe9cf', '#b7a6f2', swell(t, 1, 0.3))
  const range = [
    path(RANGE, 'url(#m)'),
    ...PEAKS.map(({ at: top, to }) => path(`${line([top, ...to])}Z`, glow, { opacity: 0.85 })),
  ].join('')
  return svg(
    480,
    270,
    tag(
      'defs',
      {},
      vertical('s', '0 #050b1f', '0.55 #0b2340', '1 #1a4a5c') +
        vertical('m', '0 #1c4257', '1 #0c2233') +
        vertical('l', '0 #04101c 0', '0.25 #04101c 0.45', '1 #020a14 0.9') +
        vertical(
          'g1',
          '0 #6f5cff 0',
          '0.35 #3fbf9f 0.25',
          '0.8 #7dffb9 0.85',
          '0.95 #c9ffd9 0.95',
          '1 #8dffc0 0',
        ) +
        vertical('g2', '0 #b04bff 0', '0.4 #5a7be8 0.25', '0.85 #58efd0 0.75', '1 #58efd0 0') +
        vertical('g3', '0 #ff4fa3 0', '0.5 #a45cf0 0.4', '0.9 #6f8cf5 0.5', '1 #6f8cf5 0') +
        tag(
          'filter',
          { id: 'soft', x: '-5%', y: '-20%', width: '110%', height: '140%' },
          '<feGaussianBlur stdDeviation="7 3"/>',
        ) +
        tag('clipPath', { id: 'water' }, rect(0, LAKE, 480, 270 - LAKE, '#fff')),
    ),
    rect(0, 0, 480, 270, 'url(#s)'),
    stars(t, '#e6f8ff'),
    sky,
    range,
    // The lake has it all once more, upside down, lower and darker.
    tag(
      'g',
      { 'clip-path': 'url(#water)' },
      group(
        `translate(0 ${LAKE + LAKE * 0.62}) scale(1 -0.62)`,
        rect(0, 0, 480, LAKE, 'url(#s)'),
        sky,
        range,
      ) +
        rect(0, LAKE, 480, 270 - LAKE, 'url(#l)') +
        [0, 1, 2, 3, 4]
          .map((index) =>
            rect(
              30 + index * 92 + wave(t, 1, index / 5) * 14,
              LAKE + 8 + ((index * 17) % 34),
              58,
              1.4,
              glow,
              {
                opacity: 0.16 + 0.2 * swell(t, 2, index / 5),
                rx: 0.7,
              },
            ),
          )
          .join(''),
    ),
    ...FIRS.map(([x, tall]) => fir(x, tall)),
  )
}

export const dusk = [
  gif({
    slug: 'neon-sunset-drive',
    title: 'Neon sunset drive',
    altText: 'A violet car drives towards a striped setting sun on a neon grid, palms going by.',
    tags: ['neon', 'sunset', 'drive', 'retro', 'car', 'night', 'friday'],
    categories: ['nature/sky', 'abstract/colour'],
    username: 'nightowl',
    trending: 97,
    stillAt: 0.3,
    frames: 24,
    delayMs: 60,
    frame: neonDrive,
  }),
  gif({
    slug: 'northern-lights',
    title: 'Northern lights over the mountains',
    tags: ['aurora', 'night', 'mountains', 'sky', 'calm', 'stars', 'good night', 'winter'],
    categories: ['nature/sky'],
    username: 'nightowl',
    trending: 88,
    frames: 24,
    delayMs: 80,
    frame: northernLights,
  }),
]
