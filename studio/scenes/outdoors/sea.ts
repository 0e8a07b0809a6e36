import { lerp, scatter, span, swell, TAU, wave } from '../../drawing/motion.ts'
import { gif } from '../../drawing/scene.ts'
import { at, circle, group, n, path, rect, stroke, svg, tag, vertical } from '../../drawing/svg.ts'

const SEA = [
  { y: 96, high: 8, length: 240, drift: 1, colour: '#3f8fb0' },
  { y: 114, high: 10, length: 160, drift: -1, colour: '#2f7a9f' },
  { y: 134, high: 12, length: 240, drift: 1, colour: '#22658c' },
  { y: 158, high: 13, length: 160, drift: -1, colour: '#184f75' },
  { y: 182, high: 11, length: 240, drift: 1, colour: '#103b5e' },
]

const swellPath = (t: number, { y, high, length, drift }: (typeof SEA)[number]): string => {
  const points = Array.from({ length: 41 }, (_, index) => {
    const phase = TAU * ((index * 12) / length - t * drift)
    return `${index * 12} ${n(y + high * Math.sin(phase) * 0.7 - high * 0.5 * Math.abs(Math.cos(phase / 2)))}`
  })
  return `M${points.join('L')}`
}

const boat = (t: number): string =>
  group(
    at(176, 112 + wave(t, 1, 0.3) * 5, wave(t) * 7),
    path('M-4 -66C24 -54 36 -34 38 -10H-4Z', '#fff6e4') +
      path('M-10 -58C-26 -40 -30 -24 -30 -10H-10Z', '#f08a5d'),
    rect(-8, -72, 5, 66, '#7a3f33'),
    path('M-46 -8H52C46 10 36 16 28 16H-26C-36 14 -42 6 -46 -8Z', '#d6513f') +
      path('M-46 -8H52L50 -1H-44Z', '#f27a5c'),
  )

const waves = (t: number): string =>
  svg(
    480,
    200,
    tag('defs', {}, vertical('s', '0 #ffb98a', '1 #ffe3b0')),
    rect(0, 0, 480, 110, 'url(#s)'),
    circle(352, 88, 40, '#fff3d0'),
    ...[0, 1, 2].map((index) =>
      stroke(
        `M${n(60 + index * 130 + wave(t) * 5)} ${26 + (index % 2) * 18}h${60 + index * 12}`,
        '#ffd9ae',
        9,
      ),
    ),
    ...SEA.map(
      (layer, index) =>
        (index === 1 ? boat(t) : '') +
        path(`${swellPath(t, layer)}V200H0Z`, layer.colour) +
        stroke(swellPath(t, layer), '#d9f2f0', index + 1.2, { opacity: 0.75 }),
    ),
  )

const NIGHT_SEA = [
  { y: 350, high: 6, length: 160, drift: 1, colour: '#5a5596' },
  { y: 368, high: 7, length: 240, drift: -1, colour: '#454a8c' },
  { y: 396, high: 8, length: 160, drift: 1, colour: '#37407f' },
  { y: 422, high: 9, length: 240, drift: -1, colour: '#2b3470' },
  { y: 452, high: 9, length: 160, drift: 1, colour: '#1f275d' },
]

const nightWater = (t: number, layers: typeof NIGHT_SEA): string =>
  layers
    .map((layer) => {
      const crest = swellPath(t, layer)
      return path(`${crest}V480H0Z`, layer.colour) + stroke(crest, '#e8a0a0', 1.6, { opacity: 0.45 })
    })
    .join('')

const lighthouse = (t: number): string => {
  const turn = Math.cos(TAU * t)
  const beam = (side: number): string => {
    const reach = side * turn
    return reach > 0.06
      ? path(
          `M135 150L${n(135 + side * 170)} ${n(150 - 44 - 20 * (1 - reach))}V${n(150 + 54 + 26 * (1 - reach))}Z`,
          '#ffe9a8',
          { opacity: 0.55 * reach },
        )
      : ''
  }
  return svg(
    270,
    480,
    tag('defs', {}, vertical('s', '0 #1a1f4d', '0.6 #4a3f80', '1 #c9707f')),
    rect(0, 0, 270, 480, 'url(#s)'),
    ...scatter(24, 2, (random) =>
      circle(random() * 270, random() * 200, 0.8 + random() * 1.2, '#ffe9d6', {
        opacity: 0.3 + 0.7 * swell(t, 1, random()),
      }),
    ),
    beam(1) + beam(-1),
    nightWater(t, NIGHT_SEA.slice(0, 2)),
    path('M30 400C60 360 92 350 112 346H160C190 352 216 372 244 408C200 424 80 424 30 400Z', '#191d45'),
    path('M110 350L118 178H152L160 350Z', '#fff1e2') + path('M137 350L136 178H152L160 350Z', '#e5cfc9'),
    ...[0, 1, 2].map((index) =>
      path(
        `M${n(lerp(112, 118, 0.1 + index * 0.36))} ${n(330 - index * 58)}L${n(lerp(112, 118, 0.24 + index * 0.36))} ${n(300 - index * 58)}H${n(158.5 - index * 2.8 - 1.4)}L${n(158.5 - index * 2.8)} ${n(330 - index * 58)}Z`,
        '#e2556a',
      ),
    ),
    rect(110, 170, 50, 9, '#191d45', { rx: 3 }) +
      rect(120, 134, 30, 36, '#ffe9a8') +
      path('M114 136L135 108L156 136Z', '#e2556a') +
      rect(133, 134, 3, 36, '#191d45'),
    circle(135, 152, 20 + 22 * Math.max(0, 1 - Math.abs(turn) * 2), '#fff6d6', {
      opacity: 0.35 + 0.5 * span(1 - Math.abs(turn), 0.4, 1),
    }),
    nightWater(t, NIGHT_SEA.slice(2)),
  )
}

export const sea = [
  gif({
    slug: 'little-boat-on-waves',
    title: 'A little boat on the waves',
    tags: ['sea', 'wave', 'boat', 'sunset', 'calm', 'summer', 'ocean'],
    categories: ['nature/sea'],
    username: 'pixelgarden',
    trending: 68,
    stillAt: 0.3,
    height: 200,
    frames: 28,
    delayMs: 70,
    frame: waves,
  }),
  gif({
    slug: 'lighthouse-at-dusk',
    title: 'Lighthouse at dusk',
    tags: ['lighthouse', 'sea', 'wave', 'dusk', 'calm', 'night', 'good night', 'ocean'],
    categories: ['nature/sea', 'nature/sky'],
    username: 'privatepress',
    trending: 38,
    stillAt: 0.3,
    width: 270,
    height: 480,
    frames: 28,
    delayMs: 80,
    frame: lighthouse,
  }),
]
