import { impact, star } from '../../drawing/backdrop.ts'
import { cutOut, sticker } from '../../drawing/cut-out.ts'
import { drawFace } from '../../drawing/face.ts'
import { blink, easeIn, easeOut, fract, hold, span, TAU, track, wave } from '../../drawing/motion.ts'
import { at, circle, group, path, svg } from '../../drawing/svg.ts'

const lol = (t: number): string => {
  const style = { size: 124, weight: 32, outline: '#173d63', depth: '#fff0b8' }
  const shake = wave(t, 4)
  const round = group(
    at(240, 94 + shake * 5, wave(t, 2) * 12),
    circle(0, 6, 77, '#173d63'),
    circle(0, 0, 77, '#173d63'),
    circle(0, 5, 67, '#e8a820'),
    circle(0, 0, 67, '#ffd04a'),
    group(
      'translate(0 -12) scale(1.12)',
      drawFace({
        lidColour: '#ffd04a',
        eyes: 'squeezed',
        open: 0.62 + shake * 0.12,
        mouthWidth: 22,
        cheeks: '#ff9360',
      }),
    ),
  )
  const drop = (side: number, phase: number): string => {
    const u = fract(t * 2 + phase)
    return u > 0.86
      ? ''
      : group(
          at(240 + side * (64 + u * 34), 78 - 34 * u + 110 * u * u, side * -30),
          path('M0 -13C6 -4 9 0 9 5A9 9 0 0 1 -9 5C-9 0 -6 -4 0 -13Z', '#5fc2ff', {
            stroke: '#173d63',
            'stroke-width': 4,
          }),
        )
  }
  return svg(
    480,
    200,
    cutOut('L', 112, 158, style, () => ({ dy: -shake * 6, turn: -6 + shake * 4, colour: '#ff8a4c' })),
    cutOut('L', 370, 158, style, () => ({ dy: shake * 6, turn: 6 - shake * 4, colour: '#ff8a4c' })),
    round,
    drop(-1, 0) + drop(1, 0.5),
  )
}

const wow = (t: number): string => {
  const pop = hold(t, 0.1, 0.26, 0.72, 0.9)
  const style = { size: 108, weight: 28, outline: '#301a5e', depth: '#e4d3ff' }
  const side = (x: number, sign: number): string =>
    cutOut('W', x, 162, style, () => ({
      dx: sign * pop * 4,
      turn: sign * (4 + pop * 4),
      sx: 0.92 + pop * 0.08,
      colour: '#a06bff',
    }))
  const eye = 1 + pop * 0.24
  return svg(
    480,
    200,
    side(102, -1) + side(378, 1),
    group(
      at(240, 104, wave(t) * 4, eye),
      circle(0, 5, 68, '#301a5e'),
      circle(0, 0, 68, '#301a5e'),
      circle(0, 4, 58, '#d94f8a'),
      circle(0, 0, 58, '#ff77ac'),
      group(
        'translate(0 -12) scale(0.94)',
        drawFace({
          lidColour: '#ff77ac',
          eyeSize: 1 + pop * 0.25,
          pupil: 1 - pop * 0.4,
          open: 0.1 + pop * 0.45,
          smile: 0.1,
          mouthWidth: 12,
          brow: pop * 8,
          lid: blink(t, 0.02, 0.96),
        }),
      ),
    ),
    ...[
      [24, 34],
      [456, 34],
      [150, 24],
      [330, 24],
    ].map(([x = 0, y = 0], index) =>
      pop > 0.1
        ? star(x, y, 8 + pop * 10, '#301a5e', t * TAU, 4, 0.5) +
          star(x, y, 2 + pop * 8, index % 2 ? '#ffd95c' : '#6fe0ff', t * TAU, 4, 0.4)
        : '',
    ),
  )
}

const yes = (t: number): string => {
  const stamp = track(t, [
    [0, 1],
    [0.1, 1.03],
    [0.22, 1.22],
    [0.34, 0.92, easeIn],
    [0.46, 1.04, easeOut],
    [0.56, 1],
    [1, 1],
  ])
  return svg(
    480,
    200,
    impact(240, 100, span(t, 0.32, 0.62), '#0f5a46', 14, 150),
    group(
      at(240, 104, -5 + (stamp - 1) * 22, stamp),
      group(
        'translate(-240 -104)',
        cutOut(
          'YES!',
          240,
          156,
          { size: 104, weight: 30, outline: '#0f5a46', depth: '#fff6cf' },
          ({ index }) => ({ dy: wave(t, 2, -index * 0.12) * 4, colour: index === 3 ? '#ffcf3d' : '#3fd693' }),
        ),
      ),
    ),
  )
}

const nope = (t: number): string => {
  const rush = hold(t, 0.06, 0.16, 0.66, 0.8)
  const shake = rush * wave(t, 6) * 13
  return svg(
    480,
    200,
    cutOut('NOPE', 240, 150, { size: 96, weight: 28, outline: '#5c1029', depth: '#ffd9c9' }, ({ index }) => ({
      dx: shake,
      turn: rush * (index % 2 ? 7 : -7) + shake * 0.4,
      dy: rush * (index % 2 ? 4 : -4),
      colour: index === 1 ? '#ff9d4c' : '#ff4f64',
    })),
  )
}

export const lettering = [
  sticker({
    slug: 'lol-laughing-letters',
    title: 'LOL',
    tags: ['lol', 'laugh', 'haha', 'funny', 'text', 'reaction'],
    categories: ['reactions/lol'],
    username: 'looplab',
    trending: 84,
    stillAt: 0.3,
    height: 200,
    frame: lol,
  }),
  sticker({
    slug: 'wow-big-eyes',
    title: 'WOW',
    tags: ['wow', 'amazed', 'shock', 'omg', 'text', 'reaction'],
    categories: ['reactions/wow'],
    username: 'softshapes',
    trending: 80,
    height: 200,
    frame: wow,
  }),
  sticker({
    slug: 'yes-stamp',
    title: 'YES!',
    tags: ['yes', 'ok', 'approve', 'great', 'text', 'reaction'],
    categories: ['reactions/yes'],
    username: 'looplab',
    trending: 83,
    stillAt: 0.42,
    height: 200,
    frame: yes,
  }),
  sticker({
    slug: 'nope-shaking',
    title: 'NOPE',
    tags: ['no', 'nope', 'disagree', 'shake', 'text', 'reaction'],
    categories: ['reactions/no'],
    trending: 78,
    stillAt: 0.3,
    height: 200,
    frame: nope,
  }),
]
