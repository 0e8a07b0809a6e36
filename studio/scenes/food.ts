import { polka, stage } from '../drawing/backdrop.ts'
import { blob, COATS } from '../drawing/blob.ts'
import { drawFace } from '../drawing/face.ts'
import { caption } from '../drawing/glyphs.ts'
import { blink, easeOut, fract, lerp, scatter, span, swell, TAU, track, wave } from '../drawing/motion.ts'
import { gif } from '../drawing/scene.ts'
import { at, circle, ellipse, group, n, path, rect, stroke, svg } from '../drawing/svg.ts'

/** A ribbon of steam that climbs, sways and thins out; whole waves, so that it loops. */
function steam(t: number, x: number, foot: number, height: number, colour: string, phase: number): string {
  const side = (grow: number): string =>
    Array.from({ length: 13 }, (_, index) => {
      const u = grow > 0 ? index / 12 : 1 - index / 12
      const half = 9 * Math.sin(Math.PI * u) ** 0.7 * grow
      return `${n(x + Math.sin(TAU * (u * 1.25 - t + phase)) * 13 * u + half)} ${n(foot - height * u)}`
    }).join('L')
  return path(`M${side(1)}L${side(-1)}Z`, colour)
}

const sun = (t: number): string =>
  group(
    at(384, 82, t * 30, 0.92),
    ...Array.from({ length: 12 }, (_, index) =>
      group(`rotate(${index * 30})`, rect(-4, -66, 8, 20, '#ffb545', { rx: 4 })),
    ),
    circle(0, 0, 38, '#ffc65c'),
  )

const coffee = (t: number): string =>
  svg(
    480,
    270,
    stage(480, 270, '#fde9cf', '#c98a5e', 222),
    sun(t),
    rect(0, 222, 480, 6, '#b57a50'),
    ...[-32, 0, 32].map((x, index) => steam(t, 160 + x, 108, 76 + (index % 2) * 16, '#ffffff', index / 3)),
    '<g transform="translate(-30 0)">',
    ellipse(190, 236, 112, 10, '#a96c45'),
    stroke('M256 140C304 132 308 196 252 196', '#2f7f86', 16),
    path('M112 116H268C268 190 258 232 222 234H158C122 232 112 190 112 116Z', '#3b98a0'),
    path('M232 116H268C268 190 258 232 222 234H196C226 220 232 176 232 116Z', '#2f7f86'),
    ellipse(190, 116, 78, 15, '#e9f6f2'),
    ellipse(190, 118, 68, 11, '#6b3f2a'),
    ellipse(190 + wave(t) * 5, 120, 44, 5, '#8a5638'),
    group(
      at(186, 160 + wave(t, 1) * 1.5, 0, 0.86),
      drawFace({
        lidColour: '#3b98a0',
        lid: Math.max(0.3 + 0.2 * wave(t), blink(t, 0.4, 0.52)),
        smile: 1,
        open: 0,
        cheeks: '#f28e79',
        lookY: -0.3,
      }),
    ),
    '</g>',
    caption('GOOD', 376, 172, { size: 23, weight: 6.5 }, '#a4512f'),
    caption('MORNING', 376, 208, { size: 23, weight: 6.5 }, '#a4512f'),
  )

const noodles = (t: number): string =>
  Array.from({ length: 7 }, (_, index) => {
    const y = 150 + (index % 3) * 5
    const sway = wave(t, 1, index / 7) * 3
    return stroke(
      `M${136 + index * 26} ${y}q13 ${n(-16 + sway)} 26 0t26 0`,
      index % 2 ? '#ffd98a' : '#f7c66a',
      8,
    )
  }).join('')

const lifted = (t: number): string => {
  const up = track(t, [
    [0, 0],
    [0.4, 1],
    [0.55, 1],
    [0.95, 0],
    [1, 0],
  ])
  const top = 136 - up * 74
  return [
    ...[0, 1, 2, 3].map((index) =>
      stroke(
        `M${268 + index * 12} ${n(top)}Q${n(268 + index * 12 + wave(t, 2, index / 4) * 7)} ${n((top + 150) / 2)} ${262 + index * 15} 152`,
        index % 2 ? '#ffd98a' : '#f7c66a',
        7,
      ),
    ),
    group(
      at(286, top, -24),
      rect(-50, -9, 230, 8, '#8c3b2e', { rx: 4 }),
      rect(-46, 5, 226, 8, '#a64a38', { rx: 4 }),
    ),
  ].join('')
}

const ramen = (t: number): string =>
  svg(
    480,
    270,
    stage(480, 270, '#2d3a5a', '#b4503f', 220),
    polka(480, 200, 46, 3, '#3a4970'),
    rect(0, 220, 480, 7, '#963d30'),
    ...[150, 206, 330].map((x, index) => steam(t, x, 134, 96 + (index % 2) * 16, '#54658f', index * 0.37)),
    ellipse(240, 242, 120, 10, '#87362b'),
    ellipse(240, 150, 146, 30, '#f5efe4'),
    ellipse(240, 153, 130, 23, '#d9853e'),
    noodles(t),
    group(at(176, 148 + wave(t) * 2, -12), ellipse(0, 0, 27, 15, '#fff8ec'), ellipse(1, 1, 15, 9, '#ffae3d')),
    group(
      at(226, 142 + wave(t, 1, 0.4) * 2, t * 0),
      circle(0, 0, 15, '#fff4ef'),
      stroke('M-7 2C-7 -8 7 -8 6 0C5 6 -3 5 -2 0', '#f2738c', 3.4),
    ),
    ...[
      [118, 152],
      [206, 166],
      [258, 168],
      [346, 150],
      [330, 164],
    ].map(([x = 0, y = 0], index) =>
      circle(x, y + wave(t, 1, index / 5) * 1.5, 6, index % 2 ? '#6dbb6a' : '#8fd07f'),
    ),
    path('M330 140L352 96L376 104L356 146Z', '#2c4a3c'),
    lifted(t),
    path('M94 152C100 222 150 246 188 248H292C330 246 380 222 386 152C360 190 120 190 94 152Z', '#f5efe4'),
    path('M340 178C366 170 382 160 386 152C380 222 330 246 292 248H262C310 240 336 214 340 178Z', '#ded3c2'),
    path('M100 176C170 210 310 210 380 176L377 190C310 222 170 222 103 190Z', '#d14c42'),
    group(
      at(236, 213, 0, 0.6),
      drawFace({ lidColour: '#f5efe4', eyes: 'happy', open: 0.35 + 0.1 * wave(t, 2), cheeks: '#ffb0a0' }),
    ),
  )

const slice = (squash: number, happy: boolean, t: number): string =>
  group(
    `scale(${n(1 / Math.sqrt(squash))} ${n(squash)})`,
    path('M-46 0V-58C-66 -70 -56 -100 -30 -100H30C56 -100 66 -70 46 -58V0Z', '#c9823f'),
    path('M-38 -4V-62C-54 -72 -46 -92 -28 -92H28C46 -92 54 -72 38 -62V-4Z', '#ffdc9e'),
    group(
      'translate(0 -58) scale(0.74)',
      drawFace({
        lidColour: '#ffdc9e',
        cheeks: '#f59a76',
        eyes: happy ? 'happy' : 'open',
        open: happy ? 0.5 : 0,
        lid: blink(t, 0.1, 0.2),
        lookY: -0.4,
      }),
    ),
  )

const toast = (t: number): string => {
  const air = span(t, 0.34, 0.82)
  const high = Math.sin(Math.PI * air) ** 0.8 * 112
  const lever = track(t, [
    [0, 1],
    [0.32, 1],
    [0.36, 0, easeOut],
    [0.86, 0],
    [1, 1],
  ])
  const shiver = lever > 0.9 ? wave(t, 8) * 1.2 : 0
  const rise = 1 - lever
  return svg(
    480,
    270,
    stage(480, 270, '#9fd3c7', '#e8d2b0', 226),
    polka(480, 220, 44, 4, '#b3ded4'),
    rect(0, 226, 480, 6, '#d4b98f'),
    ...[-58, 58].map((x, index) =>
      group(
        at(240 + x + shiver, 178 - high - rise * 8, air * (index ? 360 : -360) * (high > 1 ? 1 : 0)),
        group('translate(0 44)', slice(1 + 0.1 * Math.cos(TAU * air) * (high > 1 ? 1 : 0), high > 10, t)),
      ),
    ),
    group(
      at(240 + shiver, 240),
      ellipse(0, 0, 160, 9, '#c8ab7d'),
      rect(-140, -96, 280, 94, '#ee6f57', { rx: 30 }),
      rect(-140, -40, 280, 38, '#d65a45', { rx: 19 }),
      rect(-118, -96, 236, 12, '#8f3427', { rx: 6 }),
      rect(144, lerp(-74, -40, lever), 26, 13, '#3c3248', { rx: 6 }),
      stroke('M-112 -70V-52', '#ffb3a0', 8),
      circle(96, -30, 9, lever > 0.5 ? '#ffd35c' : '#8f3427'),
    ),
  )
}

const KERNELS = scatter(11, 8, (random, index) => ({
  x: -34 + random() * 68,
  turn: random() * 360,
  late: index / 11,
  reach: 22 + random() * 34,
}))

const popcorn = (t: number): string => {
  const chew = swell(t, 4)
  return svg(
    480,
    270,
    stage(480, 270, '#1c2340', '#151a31', 214),
    path('M480 20L110 150L480 270Z', '#27325c', { opacity: 0.6 + 0.4 * swell(t, 3) }),
    blob(210, 250, 1.14, {
      coat: COATS.rose,
      faceY: -26,
      face: {
        lookX: 0.75,
        lookY: -0.2,
        eyeSize: 1.15,
        lid: blink(t, 0.55),
        brow: 6,
        open: 0.1 + 0.22 * chew,
        smile: 0.7,
        mouthWidth: 13 + 3 * chew,
      },
    }),
    ...KERNELS.map(({ x, turn, late, reach }) => {
      const u = fract(t * 2 + late)
      return group(
        at(226 + x * (1 + u * 0.3), 214 - Math.sin(Math.PI * u) * reach, turn + u * 180),
        circle(-5, 0, 6, '#ffe9b8'),
        circle(5, -2, 6.5, '#fff6dc'),
        circle(1, 6, 5.5, '#ffdc94'),
      )
    }),
    group(
      'translate(226 278)',
      path('M-54 -74H54L40 6H-40Z', '#f7efe6'),
      path('M-54 -74H-32L-24 6H-40ZM-10 -74H12L8 6H-8ZM34 -74H54L40 6H26Z', '#e0454f'),
      circle(-60, -34, 15, COATS.rose.light),
      circle(58, -30, 15, COATS.rose.light),
    ),
    caption('GO ON', 404, 66, { size: 26, weight: 7 }, '#8fa0e6'),
  )
}

export const food = [
  gif({
    slug: 'coffee-good-morning',
    title: 'Good morning, coffee',
    altText: 'A sleepy coffee mug steams beside a rising sun.',
    tags: ['coffee', 'good morning', 'steam', 'breakfast', 'cute', 'wake up'],
    categories: ['food/drinks', 'greetings/good morning'],
    username: 'looplab',
    trending: 93,
    stillAt: 0.7,
    frames: 24,
    delayMs: 70,
    frame: coffee,
  }),
  gif({
    slug: 'ramen-steam',
    title: 'A bowl of ramen',
    tags: ['ramen', 'noodles', 'steam', 'food', 'dinner', 'cute'],
    categories: ['food/meals'],
    username: 'pixelgarden',
    trending: 70,
    stillAt: 0.4,
    frames: 26,
    delayMs: 70,
    frame: ramen,
  }),
  gif({
    slug: 'toast-popping',
    title: 'Toast, popping for joy',
    tags: ['toast', 'breakfast', 'happy', 'good morning', 'food', 'cute'],
    categories: ['food/meals', 'greetings/good morning'],
    username: 'pixelgarden',
    trending: 63,
    stillAt: 0.6,
    frames: 28,
    frame: toast,
  }),
  gif({
    slug: 'popcorn-go-on',
    title: 'Popcorn, go on',
    tags: ['popcorn', 'drama', 'watching', 'movie', 'funny', 'reaction', 'lol', 'food'],
    categories: ['reactions/lol', 'food/meals'],
    rating: 'pg',
    username: 'softshapes',
    trending: 85,
    frames: 24,
    frame: popcorn,
  }),
]
