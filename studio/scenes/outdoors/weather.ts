import { fract, scatter, swell, TAU, wave } from '../../drawing/motion.ts'
import { gif } from '../../drawing/scene.ts'
import {
  at,
  circle,
  ellipse,
  fade,
  group,
  n,
  path,
  radial,
  rect,
  stroke,
  svg,
  tag,
  vertical,
} from '../../drawing/svg.ts'

const LIGHTS = scatter(26, 31, (random, index) => ({
  x: random() * 480,
  y: 24 + random() * 270,
  r: 12 + random() * 26,
  colour: ['#ffb45c', '#ff6f7d', '#62c6ff', '#ffe08a', '#b48cff', '#5ce0c0'][index % 6] ?? '#fff',
  phase: random(),
}))

const DROPS = scatter(54, 9, (random) => ({ x: random() * 480, y: random() * 330, r: 2 + random() * 5 }))

const RUNS = scatter(13, 44, (random, index) => ({
  x: 18 + index * 37 + random() * 14,
  phase: random(),
  r: 5 + random() * 3.5,
}))

const bead = (x: number, y: number, r: number): string =>
  ellipse(x, y, r, r * 1.15, '#8ba6d8') +
  ellipse(x, y + r * 0.25, r * 0.8, r * 0.8, '#4c6296') +
  circle(x - r * 0.3, y - r * 0.5, r * 0.28, '#f4f8ff')

/** A drop that creeps, waits and runs; its trail dries behind it. */
const runningDrop = (t: number, { x, phase, r }: (typeof RUNS)[number]): string => {
  const u = fract(t + phase)
  const y = -40 + 440 * (u + 0.06 * Math.sin(TAU * u * 3))
  const bend = (v: number): number => x + 5 * Math.sin(v / 40)
  const trail = [0, 1, 2, 3, 4].map((step) =>
    circle(bend(y - 24 - step * 22), y - 24 - step * 22, 2.6 - step * 0.4, '#8ba6d8'),
  )
  return (
    stroke(`M${n(bend(y - 70))} ${n(y - 70)}L${n(bend(y))} ${n(y)}`, '#31446f', r * 1.2, { opacity: 0.7 }) +
    trail.join('') +
    bead(bend(y), y, r)
  )
}

const rainWindow = (t: number): string =>
  svg(
    480,
    360,
    tag('defs', {}, vertical('s', '0 #101a38', '0.6 #24305c', '1 #4a3a62')),
    rect(0, 0, 480, 360, 'url(#s)'),
    path(
      'M0 360V150H52V118H96V190H132V90H178V160H214V206H252V130H300V176H330V70H366V110H398V200H432V146H480V360Z',
      '#18224a',
    ),
    ...LIGHTS.map(({ x, y, r, colour, phase }) =>
      circle(x, y, r, colour, { opacity: 0.3 + 0.28 * swell(t, 1, phase) }),
    ),
    ...DROPS.map(({ x, y, r }) => bead(x, y, r)),
    ...RUNS.map((run) => runningDrop(t, run)),
    rect(0, 326, 480, 34, '#0b1026'),
    rect(0, 322, 480, 6, '#1c2750'),
    rect(236, 0, 9, 330, '#0b1026'),
    group(
      at(392, 326),
      ellipse(0, 0, 54, 5, '#060a1a'),
      path('M-44 0C-56 -34 -34 -54 -10 -56C14 -58 40 -40 40 0Z', '#e8935a'),
      circle(-34, -52, 25, '#e8935a'),
      path('M-56 -60L-54 -86L-36 -74ZM-30 -76L-14 -86L-12 -60Z', '#e8935a'),
      stroke(`M36 -6Q70 ${n(-10)} ${n(66 + wave(t, 2) * 3)} ${n(-30 + wave(t, 2, 0.2) * 4)}`, '#e8935a', 11),
      stroke('M-46 -52Q-41 -47 -36 -52M-29 -52Q-24 -47 -19 -52', '#3a2140', 3),
      path('M-36 -45L-30 -45L-33 -42Z', '#3a2140'),
      stroke('M4 -54L8 -40M18 -50L20 -38', '#c9713f', 5),
    ),
  )

const FLAKES = scatter(46, 77, (random, index) => ({
  angle: random() * TAU,
  reach: Math.sqrt(random()) * 150,
  r: 2 + random() * 3.4,
  phase: random(),
  turns: 1 + (index % 2),
}))

const snowGlobe = (t: number): string =>
  svg(
    480,
    480,
    rect(0, 0, 480, 480, '#7c2f3e'),
    rect(0, 400, 480, 80, '#632430'),
    ...[40, 120, 200, 280, 360, 440].map((x, index) =>
      circle(x, 40 + (index % 2) * 22, 9, '#ffd98a', { opacity: 0.45 + 0.55 * swell(t, 2, index / 6) }),
    ),
    ellipse(240, 444, 150, 14, '#4d1a25'),
    path('M112 384H368L388 440H92Z', '#b9783f') +
      path('M112 384H368L372 396H108Z', '#d99a57') +
      rect(200, 406, 80, 22, '#f0c47c', { rx: 6 }),
    tag('defs', {}, tag('clipPath', { id: 'g' }, circle(240, 234, 170, '#fff'))),
    circle(240, 234, 176, '#cfe6f2'),
    tag(
      'g',
      { 'clip-path': 'url(#g)' },
      [
        rect(60, 60, 360, 350, '#24477a'),
        circle(318, 150, 26, '#fdf2cf'),
        path('M60 320L140 230L200 290L270 210L350 300L420 250V420H60Z', '#35619a'),
        path('M60 330C140 300 200 324 260 316C330 306 380 322 420 330V420H60Z', '#f3f8fc'),
        ...[
          [120, 330, 1],
          [352, 336, 1.2],
          [156, 346, 0.7],
        ].map(([x = 0, y = 0, k = 1]) =>
          group(
            at(x, y, 0, k),
            rect(-4, -8, 8, 14, '#5a3a35'),
            path('M0 -78L26 -42H14L34 -8H-34L-14 -42H-26Z', '#2e7d6b'),
            path('M0 -78L13 -60Q0 -52 -13 -60ZM-14 -42L-20 -34Q0 -30 20 -34L14 -42Z', '#f3f8fc'),
          ),
        ),
        rect(204, 262, 84, 66, '#d9694f') +
          path('M192 266L246 216L300 266Z', '#f3f8fc') +
          rect(274, 222, 12, 26, '#9c4738'),
        rect(216, 280, 22, 22, '#ffd98a') + rect(254, 280, 22, 48, '#8a3f33'),
        ...[0, 1, 2].map((index) => {
          const u = fract(t + index / 3)
          return circle(280 + u * 20 + wave(u, 1) * 4, 214 - u * 60, 4 + u * 9, '#9db9d6', {
            opacity: 0.8 * (1 - u),
          })
        }),
        path('M60 352C150 330 260 352 420 340V420H60Z', '#dfeaf4'),
        ...FLAKES.map(({ angle, reach, r, phase, turns }) => {
          const turn = angle + TAU * t * turns * (reach > 90 ? 1 : -1)
          const y = 216 + Math.sin(turn) * reach * 0.8 + wave(t, 1, phase) * 16
          return circle(240 + Math.cos(turn) * reach, y, r, '#ffffff')
        }),
      ].join(''),
    ),
    stroke('M112 176C126 136 152 108 186 94', '#ffffff', 12, { opacity: 0.75 }) +
      stroke('M104 214l1 -8', '#ffffff', 12, { opacity: 0.75 }),
  )

const FLIES = scatter(17, 63, (random, index) => ({
  x: 24 + random() * 222,
  y: 150 + random() * 280,
  a: 10 + random() * 22,
  b: 8 + random() * 18,
  phase: random(),
  turns: 1 + (index % 2),
}))

const TRUNKS = [
  [18, 30, '#12303a'],
  [92, 20, '#163a44'],
  [182, 22, '#163a44'],
  [244, 34, '#12303a'],
  [136, 13, '#1c4650'],
] as const

const fireflies = (t: number): string =>
  svg(
    270,
    480,
    tag(
      'defs',
      {},
      vertical('s', '0 #123845', '0.55 #24615f', '1 #12303a') +
        radial('f', '0 #f8ff9e 0.9', '0.35 #d9f06a 0.35', '1 #d9f06a 0'),
    ),
    rect(0, 0, 270, 480, 'url(#s)'),
    circle(150, 112, 50, '#356f6c') + circle(150, 112, 34, '#e9f2c4'),
    ...[...TRUNKS]
      .reverse()
      .map(([x, w, colour]) =>
        path(
          `M${x - w / 2} 0H${x + w / 2}L${x + w * 0.6} 440L${x + w} 480H${x - w}L${x - w * 0.6} 440Z`,
          colour,
        ),
      ),
    path(
      'M-10 0H280V40C250 78 232 44 206 66C182 90 160 46 132 62C104 82 86 46 62 68C40 88 20 60 -10 74Z',
      '#0c242d',
    ),
    path('M0 430C60 410 120 424 170 416C210 410 240 420 270 412V480H0Z', '#0c242d'),
    ...scatter(34, 4, (random, index) =>
      path(
        `M${index * 8.2 - 3} 480Q${n(index * 8.2 + wave(t, 1, index / 12) * 3)} 450 ${n(index * 8.2 + 3 + wave(t, 1, index / 12) * 6)} ${n(404 + random() * 26)}Q${n(index * 8.2 + 6 + wave(t, 1, index / 12) * 3)} 450 ${index * 8.2 + 5} 480Z`,
        index % 3 ? '#0f2f36' : '#174a49',
      ),
    ),
    ...FLIES.map(({ x, y, a, b, phase, turns }) => {
      const [cx, cy] = [x + a * wave(t, turns, phase), y + b * wave(t, turns * 2, phase * 2)]
      const glow = 0.15 + 0.85 * swell(t, 2, phase) ** 2
      return fade(glow, circle(cx, cy, 17, 'url(#f)'), circle(cx, cy, 3, '#fbffd0'))
    }),
  )

export const weather = [
  gif({
    slug: 'rain-on-the-window',
    title: 'Rain on the window',
    altText: 'Drops run down a window; a cat sits before the lights of a city.',
    tags: ['rain', 'city', 'night', 'window', 'cat', 'calm', 'sad'],
    categories: ['nature/weather', 'nature/animals'],
    username: 'nightowl',
    trending: 81,
    height: 360,
    frames: 24,
    delayMs: 70,
    frame: rainWindow,
  }),
  gif({
    slug: 'snow-globe-cabin',
    title: 'Snow globe with a cabin',
    tags: ['snow', 'winter', 'snow globe', 'cozy', 'night', 'calm'],
    categories: ['nature/weather', 'holidays/christmas'],
    username: 'pixelgarden',
    trending: 74,
    width: 480,
    height: 480,
    frames: 30,
    delayMs: 70,
    frame: snowGlobe,
  }),
  gif({
    slug: 'fireflies-in-the-wood',
    title: 'Fireflies in the wood',
    tags: ['fireflies', 'forest', 'night', 'calm', 'summer', 'glow', 'good night'],
    categories: ['nature/animals', 'nature/weather'],
    username: 'nightowl',
    trending: 76,
    stillAt: 0.4,
    width: 270,
    height: 480,
    frames: 24,
    delayMs: 80,
    frame: fireflies,
  }),
]
