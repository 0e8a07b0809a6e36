import { easeInOut, span, TAU, wave } from '../drawing/motion.ts'
import { gif } from '../drawing/scene.ts'
import { at, circle, ellipse, group, type Point, path, rect, smooth, svg, tag } from '../drawing/svg.ts'

const BLOBS = [
  { colour: '#2f3a8f', r: 205, wobble: 26, lobes: 3, drift: 1 },
  { colour: '#5a4fcf', r: 172, wobble: 24, lobes: 4, drift: -1 },
  { colour: '#a05ae0', r: 138, wobble: 22, lobes: 3, drift: 1 },
  { colour: '#ef6fa8', r: 104, wobble: 19, lobes: 5, drift: -1 },
  { colour: '#ff9d6e', r: 70, wobble: 15, lobes: 3, drift: 1 },
  { colour: '#ffdc8a', r: 38, wobble: 9, lobes: 4, drift: -1 },
]

const softShape = (t: number, { r, wobble, lobes, drift }: (typeof BLOBS)[number]): Point[] =>
  Array.from({ length: 28 }, (_, index): Point => {
    const angle = (index / 28) * TAU
    const radius =
      r +
      wobble * Math.sin(lobes * angle + TAU * t * drift) +
      wobble * 0.5 * Math.sin(2 * angle - TAU * t * drift)
    return [
      240 + radius * Math.cos(angle) + wave(t, 1, r / 200) * 12,
      240 + radius * Math.sin(angle) + wave(t, 1, r / 200 + 0.25) * 12,
    ]
  })

const blobs = (t: number): string =>
  svg(
    480,
    480,
    rect(0, 0, 480, 480, '#161b4d'),
    ...BLOBS.map((shape) => path(smooth(softShape(t, shape)), shape.colour)),
  )

/** One of the twelve mirrored wedges of the kaleidoscope, tip at (0, 0), 30 degrees wide. */
const wedge = (t: number): string => {
  const slide = wave(t, 1) * 34
  const turn = t * 360
  return [
    group(at(150 + slide, 26, turn), rect(-52, -52, 104, 104, '#f2a65a', { rx: 16 })),
    group(at(150 + slide, 26, turn), rect(-30, -30, 60, 60, '#f7d08a', { rx: 10 })),
    group(at(228 - slide, 100, -turn), path('M0 -70L61 35H-61Z', '#e4572e')),
    group(at(228 - slide, 100, -turn), path('M0 -34L30 17H-30Z', '#12284c')),
    group(at(64 + slide * 0.6, 26, turn), path('M0 -38L33 19H-33Z', '#2bb3a3')),
    circle(250 + slide, 22, 26 + 8 * wave(t, 2), '#76d7c4'),
    circle(250 + slide, 22, 12, '#12284c'),
  ].join('')
}

const kaleidoscope = (t: number): string =>
  svg(
    480,
    480,
    tag(
      'defs',
      {},
      tag('clipPath', { id: 'w' }, path('M-3 -1.5L420 -1.5L362 213Z', '#fff')) +
        tag('clipPath', { id: 'k' }, circle(240, 240, 210, '#fff')) +
        tag('g', { id: 'p', 'clip-path': 'url(#w)' }, wedge(t)),
    ),
    rect(0, 0, 480, 480, '#f6ead2'),
    circle(240, 240, 222, '#12284c'),
    tag(
      'g',
      { 'clip-path': 'url(#k)' },
      Array.from({ length: 12 }, (_, index) =>
        tag('use', {
          href: '#p',
          transform: `translate(240 240) rotate(${Math.floor(index / 2) * 60}) scale(1 ${index % 2 ? -1 : 1})`,
        }),
      ).join(''),
    ),
    circle(240, 240, 36 + wave(t, 2) * 4, '#f6f1de') + circle(240, 240, 16 - wave(t, 2) * 3, '#e4572e'),
    circle(240, 240, 212, 'none', { stroke: '#e4572e', 'stroke-width': 8 }),
  )

const DOT = 16

const flipDots = (t: number): string => {
  const dots: string[] = []
  for (let row = 0; row < 12; row++)
    for (let column = 0; column < 30; column++) {
      const [x, y] = [column * DOT + 8, row * DOT + 12]
      const level =
        0.5 +
        0.5 * Math.sin(TAU * (column / 15 - t)) * Math.cos(TAU * (row / 24 - 0.25)) +
        0.35 * Math.sin(TAU * (column / 30 + t + row / 12))
      const turn = easeInOut(span(level, 0.32, 0.72))
      const face = turn > 0.5 ? '#ffd84d' : '#2b2d33'
      dots.push(ellipse(x, y, 6.6, Math.max(0.8, 6.6 * Math.abs(Math.cos(Math.PI * turn))), face))
    }
  return svg(480, 200, rect(0, 0, 480, 200, '#17181c'), ...dots)
}

export const abstract = [
  gif({
    slug: 'morphing-blobs',
    title: 'Soft blobs, always changing',
    tags: ['abstract', 'blob', 'colour', 'calm', 'shapes', 'loop', 'neon'],
    categories: ['abstract/colour'],
    username: 'softshapes',
    trending: 61,
    stillAt: 0.3,
    width: 480,
    height: 480,
    frames: 28,
    frame: blobs,
  }),
  gif({
    slug: 'paper-kaleidoscope',
    title: 'Paper kaleidoscope',
    tags: ['abstract', 'kaleidoscope', 'pattern', 'colour', 'symmetry', 'loop'],
    categories: ['abstract/patterns', 'abstract/colour'],
    username: 'tinyorbit',
    trending: 66,
    stillAt: 0.2,
    width: 480,
    height: 480,
    frames: 22,
    delayMs: 80,
    frame: kaleidoscope,
  }),
  gif({
    slug: 'flip-dot-waves',
    title: 'Flip-dot waves',
    tags: ['abstract', 'flip dot', 'display', 'pattern', 'wave', 'tech', 'loading'],
    categories: ['abstract/patterns', 'tech/loading'],
    username: 'pixelgarden',
    trending: 44,
    stillAt: 0.2,
    width: 480,
    height: 200,
    frame: flipDots,
  }),
]
