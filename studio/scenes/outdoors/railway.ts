import { mix } from '../../drawing/colour.ts'
import { fract, TAU, wave } from '../../drawing/motion.ts'
import { film } from '../../drawing/scene.ts'
import { at, circle, ellipse, group, n, path, rect, stroke, svg, tag, vertical } from '../../drawing/svg.ts'

/** Draws something again and again along the track; it moves by one `gap` (or `laps` of them) a loop. */
const along = (t: number, gap: number, laps: number, draw: (index: number) => string): string => {
  const count = Math.ceil(640 / gap) + 3
  return Array.from({ length: count }, (_, index) =>
    group(`translate(${n((index - 1) * gap - fract(t * laps) * gap)} 0)`, draw(0)),
  ).join('')
}

const carriage = (x: number, t: number, phase: number): string =>
  group(
    at(x, 262 + wave(t, 6, phase) * 1.3),
    rect(-70, -62, 140, 58, '#2f6f7d', { rx: 10 }) +
      rect(-70, -26, 140, 22, '#f2e3c4') +
      rect(-70, -14, 140, 5, '#d9573f') +
      rect(-74, -66, 148, 9, '#234f5c', { rx: 4 }),
    ...[-50, -16, 18].map(
      (window) =>
        rect(window, -52, 26, 20, '#ffe9b0', { rx: 4 }) +
        circle(window + 13, -38, 6, ['#c97a5c', '#7a5c8f', '#5c7a4f'][Math.abs(window) % 3] ?? '#555') +
        rect(window + 6, -34, 14, 3, '#ffe9b0'),
    ),
    ...[-44, 44].map((wheel) => wheelAt(wheel, 2, 13, t)),
  )

const wheelAt = (x: number, y: number, r: number, t: number): string =>
  group(
    at(x, y, t * 360 * 4),
    circle(0, 0, r, '#2b2438'),
    circle(0, 0, r * 0.62, '#8f8499'),
    rect(-r * 0.7, -1.5, r * 1.4, 3, '#2b2438'),
    rect(-1.5, -r * 0.7, 3, r * 1.4, '#2b2438'),
  )

const engine = (t: number): string =>
  group(
    at(470, 262 + wave(t, 6, 0.6) * 1.3),
    rect(-60, -72, 46, 68, '#b8402f', { rx: 6 }) +
      rect(-66, -80, 58, 11, '#7d2a26', { rx: 5 }) +
      rect(-50, -62, 26, 24, '#ffe9b0', { rx: 4 }) +
      circle(-37, -44, 7, '#7a4f3f') +
      rect(-46, -56, 18, 6, '#234f5c'),
    rect(-16, -50, 84, 44, '#cf5440', { rx: 14 }) +
      rect(4, -50, 6, 44, '#f0c36a') +
      rect(38, -50, 6, 44, '#f0c36a') +
      circle(70, -28, 14, '#f0c36a') +
      circle(70, -28, 8, '#fff3c9'),
    path('M44 -50L40 -84H64L60 -50Z', '#2b2438') +
      rect(36, -90, 32, 9, '#443a55', { rx: 4 }) +
      path('M10 -50C10 -64 28 -64 28 -50Z', '#f0c36a') +
      path('M66 -6H84L94 14H66Z', '#2b2438'),
    wheelAt(-38, -2, 18, t) + wheelAt(10, 2, 14, t) + wheelAt(46, 2, 14, t),
    stroke(
      `M${n(-38 + 9 * Math.cos(TAU * t * 4))} ${n(-2 + 9 * Math.sin(TAU * t * 4))}L${n(46 + 7 * Math.cos(TAU * t * 4))} ${n(2 + 7 * Math.sin(TAU * t * 4))}`,
      '#f0c36a',
      5,
    ),
  )

const smoke = (t: number): string =>
  Array.from({ length: 12 }, (_, index) => {
    const u = fract(t * 2 + index / 12)
    return circle(
      522 - u * 420,
      166 - 74 * u ** 0.6 + wave(u, 2) * 5,
      9 + u * 26,
      mix('#ffffff', '#ffe0c2', u),
      { opacity: Math.min(1, (1 - u) * 1.6) },
    )
  }).join('')

const pine = (x: number, y: number, k: number, colour: string): string =>
  path('M0 -60L20 -20H10L26 6H4V16H-4V6H-26L-10 -20H-20Z', colour, { transform: at(x, y, 0, k) })

const train = (t: number): string =>
  svg(
    640,
    360,
    tag('defs', {}, vertical('s', '0 #f28e77', '0.6 #ffc38a', '1 #ffe6b5')),
    rect(0, 0, 640, 360, 'url(#s)'),
    circle(150, 128, 52, '#fff1c4'),
    along(
      t,
      213.34,
      1,
      () =>
        path('M-10 230L54 128L86 168L126 108L224 230Z', '#d98a86') +
        path('M126 108L146 134L132 130L122 140L108 132Z', '#ffe3cf'),
    ),
    along(
      t,
      320,
      1,
      () =>
        path('M-10 250C50 176 120 176 170 220C210 190 270 190 330 250Z', '#a8627a') +
        [20, 60, 210, 250, 290].map((x, index) => pine(x, 222 - (index % 2) * 8, 0.42, '#8a4c6b')).join(''),
    ),
    along(
      t,
      640,
      1,
      () =>
        path(
          'M-4 290V232C80 210 170 246 250 236C340 220 420 214 500 236C560 248 600 238 644 232V290Z',
          '#6f4468',
        ) +
        [30, 76, 130, 300, 342, 470, 560, 600]
          .map((x, index) => pine(x, 238 - (index % 3) * 4, 0.7 + (index % 2) * 0.25, '#57335a'))
          .join('') +
        rect(388, 204, 40, 30, '#f0b98f') +
        path('M382 206L408 184L434 206Z', '#b8402f') +
        rect(402, 214, 11, 12, '#fff1b8'),
    ),
    smoke(t),
    rect(0, 284, 640, 76, '#43284b'),
    rect(0, 277, 640, 4, '#2b2438') + along(t, 40, 16, () => rect(0, 281, 22, 7, '#6b4a52')),
    carriage(170, t, 0) +
      carriage(322, t, 0.3) +
      rect(238, 252, 16, 5, '#2b2438') +
      rect(390, 252, 24, 5, '#2b2438') +
      engine(t),
    along(
      t,
      320,
      4,
      () =>
        rect(60, 130, 8, 180, '#2e1a38') +
        rect(40, 142, 48, 6, '#2e1a38') +
        stroke('M64 142Q224 176 384 142', '#2e1a38', 1.6),
    ),
    along(t, 80, 20, () =>
      path('M0 360C4 330 14 322 22 318C20 332 28 340 34 326C38 340 48 340 52 360Z', '#2e1a38'),
    ),
    ellipse(320, 372, 420, 22, '#2e1a38'),
  )

export const railway = [
  film({
    slug: 'train-through-the-evening',
    title: 'Train through the evening',
    altText: 'A small red steam train runs past hills and telegraph poles at sunset.',
    tags: ['train', 'travel', 'sunset', 'mountains', 'calm', 'journey'],
    categories: ['nature/sky'],
    username: 'pixelgarden',
    trending: 71,
    frame: train,
  }),
]
