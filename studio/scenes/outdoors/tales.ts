import { INK } from '../../drawing/face.ts'
import { blink, easeIn, fract, hold, scatter, span, swell, TAU, track, wave } from '../../drawing/motion.ts'
import { gif } from '../../drawing/scene.ts'
import {
  at,
  circle,
  ellipse,
  fade,
  group,
  n,
  path,
  rect,
  stroke,
  svg,
  tag,
  vertical,
} from '../../drawing/svg.ts'

/** Wings beat by narrowing; the body stays. */
const butterfly = (
  x: number,
  y: number,
  k: number,
  beat: number,
  turn: number,
  colours: readonly [string, string],
): string =>
  group(
    at(x, y, turn, k),
    ...[-1, 1].map((side) =>
      group(
        `scale(${n(side * (0.25 + 0.75 * beat))} 1)`,
        path('M0 0C6 -26 38 -36 40 -14C42 0 20 8 0 4Z', colours[0]),
        path('M0 2C20 4 32 14 26 24C18 34 4 20 0 8Z', colours[1]),
        circle(27, -15, 5, '#fff4d6'),
      ),
    ),
    rect(-3, -12, 6, 32, '#3a2440', { rx: 3 }),
    stroke('M-1 -12Q-6 -22 -12 -24M1 -12Q6 -22 12 -24', '#3a2440', 2),
  )

const flower = (x: number, y: number, k: number, sway: number, colour: string): string =>
  group(
    at(x, y, sway, k),
    stroke('M0 0Q2 -16 0 -34', '#3f8f52', 4),
    ...[0, 72, 144, 216, 288].map((turn) =>
      group(`translate(0 -38) rotate(${turn})`, ellipse(0, -8, 6.5, 9, colour)),
    ),
    circle(0, -38, 5.5, '#ffd95c'),
  )

const FLOWERS = scatter(22, 19, (random, index) => ({
  x: index * 22.5 + random() * 12 - 6,
  y: 236 + random() * 36,
  k: 0.5 + random() * 0.5,
  phase: random(),
  colour: ['#ff8fa8', '#fff4f0', '#c9a2f5', '#ffb36b'][index % 4] ?? '#fff',
}))

const earAt = (x: number, turn: number): string =>
  group(
    at(x, -150, turn),
    path('M-15 10C-30 -40 -22 -84 0 -86C22 -84 30 -40 15 10Z', '#b9a79f'),
    path('M-8 4C-16 -36 -12 -68 0 -70C12 -68 16 -36 8 4Z', '#f5b9b4'),
  )

const rabbit = (t: number): string => {
  const flick = hold(t, 0.5, 0.54, 0.56, 0.62) + hold(t, 0.66, 0.69, 0.7, 0.76)
  const breath = 1 + 0.014 * wave(t, 2)
  const look = track(t, [
    [0, 0.55],
    [0.35, -0.1],
    [0.62, -0.7],
    [0.9, 0.55],
    [1, 0.55],
  ])
  const shut = blink(t, 0.2, 0.8)
  return group(
    at(210, 256, 0, 1, breath),
    ellipse(0, 0, 92, 9, '#3f7f4a', { opacity: 0.4 }),
    circle(70, -26, 20, '#fff6ee'),
    path(
      'M0 -112C52 -112 84 -70 80 -30C78 -6 52 0 0 0C-52 0 -78 -6 -80 -30C-84 -70 -52 -112 0 -112Z',
      '#b9a79f',
    ),
    ellipse(0, -36, 46, 40, '#efe3d9'),
    ellipse(-46, -6, 30, 12, '#a5928b') + ellipse(46, -6, 30, 12, '#a5928b'),
    earAt(-24, -12 - wave(t) * 3) + earAt(26, 12 + wave(t) * 3 + flick * 22),
    ellipse(0, -126, 62, 50, '#c7b6ad'),
    ellipse(-16, -108, 21, 17, '#f4eae2') +
      ellipse(16, -108, 21, 17, '#f4eae2') +
      rect(-9, -99, 18, 15, '#fffdf8', { rx: 3 }) +
      stroke('M0 -98V-87', '#d9cec8', 1.5),
    ...[-1, 1].map((side) =>
      shut > 0.6
        ? stroke(`M${side * 27 - 9} -136q9 7 18 0`, INK, 4)
        : ellipse(side * 27, -138, 12, 14, '#fffdf8') +
          circle(side * 27 + look * 5, -138, 8, INK) +
          circle(side * 27 + look * 5 + 3, -141, 2.5, '#fff'),
    ),
    path('M-9 -122H9L0 -113Z', '#ef8b93', { transform: `translate(0 ${n(wave(t, 5) * 1.6)})` }),
    stroke('M0 -113V-106M-12 -104Q-6 -98 0 -106Q6 -98 12 -104', INK, 2.6),
    ellipse(-42, -116, 9, 6, '#f2aba0') + ellipse(42, -116, 9, 6, '#f2aba0'),
    arms(t),
  )
}

const arms = (t: number): string =>
  stroke('M-50 -74Q-48 -46 -22 -44M50 -74Q48 -46 22 -44', '#a5928b', 17) +
  group(at(0, -44, wave(t, 2) * 2), circle(-18, 0, 10, '#c7b6ad') + circle(18, 0, 10, '#c7b6ad'))

const meadow = (t: number): string => {
  const [bx, by] = [330 + 90 * Math.cos(TAU * t), 92 + 34 * Math.sin(TAU * t * 2)]
  return svg(
    480,
    270,
    tag('defs', {}, vertical('s', '0 #8fd3ec', '1 #e6f5d8')),
    rect(0, 0, 480, 270, 'url(#s)'),
    ...[0, 1].flatMap((lap) =>
      [
        [70, 50],
        [300, 36],
      ].map(([x = 0, y = 0]) =>
        path(
          'M-50 12C-72 12 -72 -8 -50 -8C-46 -28 -16 -30 -8 -14C2 -28 30 -24 32 -6C54 -8 56 12 38 12Z',
          '#ffffff',
          { transform: at(x + (t - lap) * 580 + 100, y) },
        ),
      ),
    ),
    path('M0 190C90 130 170 150 240 176C330 130 420 140 480 170V270H0Z', '#9fd48a'),
    path('M0 216C120 176 260 200 340 208C400 200 440 196 480 206V270H0Z', '#7cc070'),
    group(
      'translate(404 206)',
      path('M-9 0L-6 -60H8L12 0Z', '#8a5a44'),
      circle(0, -84, 40, '#5fae63') +
        circle(-30, -66, 28, '#5fae63') +
        circle(32, -64, 28, '#56a35c') +
        [
          [-22, -76],
          [8, -98],
          [26, -66],
          [-4, -62],
        ]
          .map(([x = 0, y = 0]) => circle(x, y, 5, '#ffc4d4'))
          .join(''),
    ),
    ...FLOWERS.filter((_, index) => index % 2).map(({ x, y, k, phase, colour }) =>
      flower(x, y - 18, k * 0.8, wave(t, 1, phase) * 7, colour),
    ),
    rabbit(t),
    path('M0 254C140 238 330 246 480 240V270H0Z', '#63ad5e'),
    ...FLOWERS.filter((_, index) => !(index % 2)).map(({ x, y, k, phase, colour }) =>
      flower(x, y + 16, k * 1.1, wave(t, 1, phase) * 8, colour),
    ),
    butterfly(bx, by, 0.62, swell(t, 8), 14 * Math.cos(TAU * t), ['#b06bd9', '#f2a0d0']),
  )
}

const APPLES = [
  { x: 96, at: 0.02, top: 78 },
  { x: 204, at: 0.3, top: 62 },
  { x: 388, at: 0.58, top: 84 },
] as const

const apple = (x: number, y: number, k: number, turn: number): string =>
  group(
    at(x, y, turn, k),
    path('M0 -14C10 -24 28 -18 26 2C24 20 12 28 0 22C-12 28 -24 20 -26 2C-28 -18 -10 -24 0 -14Z', '#d9413f'),
    path('M-16 -10C-20 -4 -20 4 -17 10', 'none', {
      stroke: '#f58a7a',
      'stroke-width': 5,
      'stroke-linecap': 'round',
    }),
    stroke('M0 -14Q1 -22 5 -26', '#6b4030', 3.5),
    path('M4 -22C12 -32 22 -30 26 -26C20 -18 10 -18 4 -22Z', '#78b55a'),
  )

/** Grows on the tree, drops, bounces twice and rolls out of sight into the grass. */
const falling = (t: number, { x, at: start, top }: (typeof APPLES)[number]): string => {
  const u = fract(t - start)
  const fall = easeIn(span(u, 0, 0.2)) ** 0.7
  const hop = Math.abs(Math.sin(Math.PI * span(u, 0.2, 0.5) * 2)) * (1 - span(u, 0.2, 0.5)) * 34
  const ground = 226 - hop + 60 * easeIn(span(u, 0.5, 0.66))
  const y = u < 0.2 ? top + (226 - top) * fall : ground
  const grown = span(u, 0.7, 0.96)
  return (
    (u < 0.68 ? apple(x + 46 * span(u, 0.2, 0.66), y, 0.9, 210 * span(u, 0.2, 0.66)) : '') +
    (grown > 0 ? apple(x, top, 0.9 * grown, 0) : '')
  )
}

const orchard = (t: number): string => {
  const [bx, by] = [268 + 92 * Math.sin(TAU * t), 152 + 26 * Math.sin(TAU * t * 2)]
  return svg(
    480,
    270,
    tag('defs', {}, vertical('s', '0 #ffd9a6', '1 #fff2d9')),
    rect(0, 0, 480, 270, 'url(#s)'),
    circle(356, 134, 46, '#fff8e6'),
    path('M0 206C100 160 210 190 290 196C370 180 430 176 480 190V270H0Z', '#c9c277'),
    path('M30 270L40 90H72L86 270ZM296 270L304 96H328L342 270Z', '#8a5640') +
      path('M62 270L60 90H72L86 270ZM324 270L320 96H328L342 270Z', '#724532'),
    path(
      'M-20 -10H500V56C486 92 440 100 412 78C396 108 346 104 334 78C314 104 268 98 258 72C240 92 208 92 196 70C176 100 128 100 114 76C92 108 40 104 26 76C10 92 -10 90 -20 80Z',
      '#5f9a55',
    ),
    path(
      'M-20 -10H500V30C470 62 430 56 410 40C380 70 330 60 316 38C290 62 244 56 232 36C204 60 160 56 144 38C116 66 66 62 48 38C26 56 0 56 -20 44Z',
      '#77b364',
    ),
    ...[
      [150, 40],
      [262, 50],
      [440, 46],
      [36, 44],
      [330, 30],
    ].map(([x = 0, y = 0], index) => apple(x, y, 0.7, wave(t, 1, index / 5) * 6)),
    ...APPLES.map((each) => falling(t, each)),
    path('M0 240C120 224 320 234 480 226V270H0Z', '#8fae55'),
    ...scatter(30, 27, (random, index) =>
      stroke(
        `M${n(index * 16.4)} 262Q${n(index * 16.4 + wave(t, 1, index / 10) * 3)} 244 ${n(index * 16.4 + wave(t, 1, index / 10) * 6)} ${n(224 + random() * 14)}`,
        index % 2 ? '#7a9c46' : '#a3c064',
        5,
      ),
    ),
    fade(0.25, ellipse(bx, 240, 26, 4, '#4c5f2a')),
    butterfly(bx, by, 1.15, swell(t, 6), 12 * Math.cos(TAU * t), ['#f07a3f', '#ffb545']),
  )
}

export const tales = [
  gif({
    slug: 'big-buck-bunny-in-a-meadow',
    title: 'Big Buck Bunny, in a meadow',
    altText: 'A plump rabbit sits among spring flowers and watches a butterfly.',
    tags: ['rabbit', 'bunny', 'meadow', 'spring', 'animals', 'butterfly', 'cute'],
    categories: ['nature/animals'],
    username: 'looplab',
    trending: 87,
    stillAt: 0.3,
    frames: 30,
    delayMs: 70,
    externalMedia: {
      provider_name: 'youtube',
      asset_uid: 'aqz-KE-bpKQ',
      start_time: 60,
      url: 'https://www.youtube.com/watch?v=aqz-KE-bpKQ',
    },
    frame: meadow,
  }),
  gif({
    slug: 'butterfly-and-falling-apples',
    title: 'A butterfly and falling apples',
    altText: 'An orange butterfly flutters in an orchard while apples drop and bounce.',
    tags: ['butterfly', 'apples', 'orchard', 'autumn', 'animals', 'calm'],
    categories: ['nature/animals'],
    username: 'pixelgarden',
    trending: 62,
    stillAt: 0.1,
    frames: 30,
    delayMs: 70,
    externalMedia: {
      provider_name: 'vimeo',
      asset_uid: '1084537',
      start_time: 30,
      url: 'https://vimeo.com/1084537',
    },
    frame: orchard,
  }),
]
