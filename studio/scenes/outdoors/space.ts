import { drawFace } from '../../drawing/face.ts'
import { blink, fract, lerp, scatter, swell, TAU, wave } from '../../drawing/motion.ts'
import { gif } from '../../drawing/scene.ts'
import { at, circle, ellipse, fade, group, n, path, rect, stroke, svg, tag } from '../../drawing/svg.ts'

const STARS = scatter(56, 71, (random) => ({
  x: random() * 480,
  y: random() * 480,
  r: 0.7 + random() * 1.5,
  phase: random(),
}))
const twinkle = (t: number, height: number): string =>
  STARS.filter(({ y }) => y < height)
    .map(({ x, y, r, phase }) => circle(x, y, r, '#fff2d8', { opacity: 0.25 + 0.75 * swell(t, 1, phase) }))
    .join('')

/** Half an ellipse: the far side of a ring, or the near one. */
const arc = (rx: number, ry: number, near: boolean): string =>
  `M${-rx} 0A${rx} ${ry} 0 0 ${near ? 0 : 1} ${rx} 0`

const ring = (near: boolean): string =>
  stroke(arc(150, 36, near), '#d9a66a', 15, { 'stroke-linecap': 'butt' }) +
  stroke(arc(127, 29, near), '#f5d9a0', 9, { 'stroke-linecap': 'butt' }) +
  stroke(arc(168, 41, near), '#9c6f7e', 6, { 'stroke-linecap': 'butt' })

const moon = (
  t: number,
  {
    rx,
    ry,
    r,
    colour,
    turns,
    phase,
  }: { rx: number; ry: number; r: number; colour: string; turns: number; phase: number },
  near: boolean,
): string => {
  const angle = TAU * (t * turns + phase)
  const front = Math.sin(angle) > 0
  if (front !== near) return ''
  const [x, y] = [rx * Math.cos(angle), ry * Math.sin(angle)]
  return (
    circle(x, y, r * (1 + 0.16 * Math.sin(angle)), colour) +
    circle(x - r * 0.3, y - r * 0.3, r * 0.35, '#ffffff', { opacity: 0.5 })
  )
}

const MOONS = [
  { rx: 196, ry: 52, r: 10, colour: '#8fd3e8', turns: 1, phase: 0.1 },
  { rx: 214, ry: 60, r: 6, colour: '#f2a0b4', turns: 2, phase: 0.6 },
]

const saturn = (t: number): string => {
  const stripes = [
    [-44, 14, '#f7d58f'],
    [-24, 12, '#e79c62'],
    [-6, 20, '#f7c984'],
    [22, 12, '#d98a5c'],
    [40, 18, '#eeb06e'],
  ] as const
  return svg(
    480,
    270,
    tag('defs', {}, tag('clipPath', { id: 'b' }, circle(0, 0, 76, '#fff'))),
    rect(0, 0, 480, 270, '#1d1538'),
    circle(240, 135, 190, '#231a44') + circle(240, 135, 140, '#2a2051'),
    twinkle(t, 270),
    group(
      at(240, 135 + wave(t) * 5, -14),
      ...MOONS.map((each) => moon(t, each, false)),
      ring(false),
      circle(0, 0, 76, '#f0b774'),
      tag(
        'g',
        { 'clip-path': 'url(#b)' },
        stripes.map(([y, high, colour]) => rect(-80, y, 160, high, colour)).join('') +
          [0, 1, 2, 3]
            .map((index) =>
              ellipse(lerp(-150, 150, fract(t + index / 4)), -14 + (index % 3) * 26, 22, 5, '#c97a52'),
            )
            .join('') +
          path('M0 -80A80 80 0 0 1 0 80A112 112 0 0 0 0 -80Z', '#7a3b50', { opacity: 0.35 }),
      ),
      group(
        'rotate(14) translate(-6 -14) scale(0.72)',
        drawFace({
          lidColour: '#f0b774',
          lid: blink(t, 0.4, 0.9),
          smile: 1,
          lookX: wave(t) * 0.5,
          cheeks: '#e0694f',
        }),
      ),
      ring(true),
      ...MOONS.map((each) => moon(t, each, true)),
    ),
  )
}

const PUFFS = Array.from({ length: 12 }, (_, index) => index)
const DASHES = scatter(16, 23, (random) => ({ x: random() * 270, phase: random(), long: 16 + random() * 34 }))

const rocket = (t: number): string => {
  const shake = wave(t, 6) * 1.2
  const flare = 1 + 0.16 * wave(t, 4)
  return svg(
    270,
    480,
    rect(0, 0, 270, 480, '#2b2a6b'),
    circle(226, 86, 54, '#3a3985') +
      circle(226, 86, 38, '#f6dfae') +
      circle(212, 78, 8, '#e2c48a') +
      circle(236, 98, 6, '#e2c48a') +
      circle(232, 72, 4, '#e2c48a'),
    ...DASHES.map(({ x, phase, long }, index) =>
      stroke(
        `M${n(x)} ${n(-60 + fract(t * (1 + (index % 2)) + phase) * 600)}v${n(long)}`,
        '#7f7fd6',
        2.5 + (index % 2),
      ),
    ),
    ...PUFFS.map((index) => {
      const u = fract(t * 2 + index / PUFFS.length)
      const side = index % 2 ? 1 : -1
      return circle(
        135 + side * (6 + u * 46) + shake,
        348 + u * 150,
        10 + u * 34,
        index % 3 ? '#e8e6ff' : '#c9c6f2',
      )
    }),
    group(
      at(135 + shake, 210 + wave(t) * 6, wave(t, 1, 0.25) * 2),
      path('M-24 104C-34 140 -14 156 0 190C14 156 34 140 24 104Z', '#ff8a3d', {
        transform: `translate(0 ${n(104 - 104 * flare)}) scale(1 ${n(flare)})`,
      }),
      path('M-13 104C-18 126 -8 138 0 158C8 138 18 126 13 104Z', '#ffe08a'),
      path(
        'M-40 40C-72 58 -78 92 -70 120C-58 100 -46 94 -32 92ZM40 40C72 58 78 92 70 120C58 100 46 94 32 92Z',
        '#e8485f',
      ),
      rect(-26, 90, 52, 18, '#3b3768', { rx: 6 }),
      path(
        'M0 -128C38 -94 52 -40 46 20C44 56 36 82 28 96H-28C-36 82 -44 56 -46 20C-52 -40 -38 -94 0 -128Z',
        '#fdf6ea',
      ),
      path('M0 -128C38 -94 52 -40 46 20C44 56 36 82 28 96H8C26 50 30 -50 0 -128Z', '#e3d6dc'),
      path('M0 -128C18 -112 30 -92 38 -68Q0 -82 -38 -68C-30 -92 -18 -112 0 -128Z', '#e8485f'),
      circle(0, -16, 34, '#3b3768') + circle(0, -16, 27, '#7cc9e8'),
      group(
        'translate(0 -20) scale(0.5)',
        drawFace({ lidColour: '#7cc9e8', lid: blink(t, 0.3), open: 0.5, lookY: -0.4, cheeks: '#f593a8' }),
      ),
      stroke('M-34 -44Q-30 -66 -20 -84', '#ffffff', 5),
      path('M-7 30H7L9 118L0 126L-9 118Z', '#c93650'),
    ),
  )
}

const BLUE = [
  [-60, -20, 34, 18],
  [20, -40, 44, 16],
  [60, 20, 30, 20],
  [-20, 34, 48, 16],
  [110, -8, 36, 20],
  [150, 40, 40, 16],
] as const

/** Land drifts by once a loop: two copies one lap apart. */
const planet = (t: number): string => {
  const angle = TAU * t
  const behind = Math.sin(angle) < 0
  const [mx, my] = [240 + 176 * Math.cos(angle), 140 + 46 * Math.sin(angle)]
  const moonlet =
    circle(mx, my, 20 + 4 * Math.sin(angle), '#d9d3e6') +
    circle(mx - 6, my - 4, 5, '#b9b0cf') +
    circle(mx + 6, my + 6, 3.5, '#b9b0cf') +
    circle(mx + 5, my - 8, 2.5, '#b9b0cf')
  const land = [0, 1, 2].map((lap) =>
    group(
      `translate(${n((t - lap) * 260 + 60)} 0)`,
      ...BLUE.map(([x, y, rx, ry], index) => ellipse(x, y, rx, ry, index % 2 ? '#7fcf8a' : '#5fb77c')),
    ),
  )
  return svg(
    480,
    270,
    tag('defs', {}, tag('clipPath', { id: 'e' }, circle(0, 0, 88, '#fff'))),
    rect(0, 0, 480, 270, '#0f1a3c'),
    twinkle(t, 270),
    ellipse(240, 140, 176, 46, 'none', {
      stroke: '#2a3a70',
      'stroke-width': 2,
      'stroke-dasharray': '2 9',
      'stroke-linecap': 'round',
    }),
    behind ? moonlet : '',
    circle(240, 135, 98, '#1c2f63'),
    group(
      'translate(240 135)',
      circle(0, 0, 88, '#4aa3df'),
      tag(
        'g',
        { 'clip-path': 'url(#e)' },
        land.join('') +
          [0, 1]
            .map((lap) =>
              group(
                `translate(${n((t - lap) * 520 + 110)} 0)`,
                stroke('M-80 -50h60M40 -22h44M-20 50h70M140 -44h50M190 20h60', '#f4fbff', 12),
              ),
            )
            .join('') +
          path('M20 -90A90 90 0 0 1 20 90A130 130 0 0 0 20 -90Z', '#0f1a3c', { opacity: 0.3 }),
      ),
    ),
    behind ? '' : moonlet,
    fade(swell(t) ** 6, stroke(`M${n(60 + fract(t) * 60)} ${n(30 + fract(t) * 24)}l-36 -14`, '#fff2d8', 3)),
  )
}

export const space = [
  gif({
    slug: 'happy-saturn',
    title: 'Happy Saturn and two moons',
    tags: ['space', 'saturn', 'planet', 'moon', 'stars', 'cute'],
    categories: ['space/planets'],
    username: 'tinyorbit',
    trending: 77,
    stillAt: 0.1,
    frames: 30,
    delayMs: 70,
    frame: saturn,
  }),
  gif({
    slug: 'rocket-going-up',
    title: 'Rocket, going up',
    tags: ['rocket', 'space', 'launch', 'stars', 'moon', 'success', 'wow'],
    categories: ['space/rockets'],
    username: 'tinyorbit',
    trending: 78,
    stillAt: 0.4,
    width: 270,
    height: 480,
    frames: 24,
    frame: rocket,
  }),
  gif({
    slug: 'blue-planet-and-moon',
    title: 'Blue planet and its moon',
    tags: ['space', 'planet', 'moon', 'earth', 'stars', 'calm'],
    categories: ['space/planets'],
    username: 'tinyorbit',
    trending: 64,
    stillAt: 0.3,
    frames: 30,
    delayMs: 70,
    frame: planet,
  }),
]
