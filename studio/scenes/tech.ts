import { mix } from '../drawing/colour.ts'
import { drawFace } from '../drawing/face.ts'
import { caption } from '../drawing/glyphs.ts'
import { blink, clamp, easeIn, easeInOut, fract, lerp, span, swell, track, wave } from '../drawing/motion.ts'
import { gif } from '../drawing/scene.ts'
import { circle, ellipse, group, n, path, radial, rect, stroke, svg, tag } from '../drawing/svg.ts'

const CODE: readonly (readonly (readonly [string, string])[])[] = [
  [
    ['const ', '#c792ea'],
    ['dream', '#82d2ff'],
    [' = ', '#d8def0'],
    ['async ', '#c792ea'],
    ['() => {', '#d8def0'],
  ],
  [
    ['  await ', '#c792ea'],
    ['coffee', '#ffcb6b'],
    ['()', '#d8def0'],
  ],
  [
    ['  while ', '#c792ea'],
    ['(!', '#d8def0'],
    ['done', '#82d2ff'],
    [') ', '#d8def0'],
    ['tinker', '#ffcb6b'],
    ['()', '#d8def0'],
  ],
  [
    ['  return ', '#c792ea'],
    ["'it works'", '#9ee6a0'],
  ],
  [['}', '#d8def0']],
]
const LETTERS = CODE.flat().reduce((sum, [word]) => sum + word.length, 0)
const CELL = 11.4

/** Code that types itself, waits, and is rubbed out again. */
const terminal = (t: number): string => {
  const shown = Math.round(LETTERS * (span(t, 0.02, 0.66) - easeInOut(span(t, 0.86, 0.98))))
  let left = shown
  let caret: readonly [number, number] = [86, 84]
  const lines = CODE.map((words, row) => {
    let x = 86
    return words
      .map(([word, colour]) => {
        const part = word.slice(0, Math.max(0, left))
        left -= word.length
        const start = x
        x += word.length * CELL
        if (part) caret = [start + part.length * CELL, 84 + row * 30]
        return [...part]
          .map((letter, index) =>
            letter === ' '
              ? ''
              : tag(
                  'text',
                  { x: start + index * CELL, y: 84 + row * 30, fill: colour },
                  letter.replace('>', '&gt;'),
                ),
          )
          .join('')
      })
      .join('')
  })
  const typing = t < 0.66 || (t > 0.86 && t < 0.98)
  return svg(
    480,
    270,
    rect(0, 0, 480, 270, '#f0a57a'),
    path('M0 190Q120 130 240 190T480 190V270H0Z', '#e58d66'),
    rect(34, 30, 420, 222, '#c46f50', { rx: 14 }),
    rect(28, 22, 424, 222, '#1d2236', { rx: 14 }),
    path('M28 52V36A14 14 0 0 1 42 22H438A14 14 0 0 1 452 36V52Z', '#2a3150'),
    circle(48, 37, 5.5, '#ff6b6b') + circle(66, 37, 5.5, '#ffcb6b') + circle(84, 37, 5.5, '#7ed9a0'),
    tag(
      'g',
      { 'font-family': 'Liberation Mono, DejaVu Sans Mono, monospace', 'font-size': 19, 'font-weight': 700 },
      lines.join('') +
        [1, 2, 3, 4, 5]
          .map((row) => tag('text', { x: 50, y: 54 + row * 30, fill: '#4b5580' }, String(row)))
          .join(''),
    ),
    typing || fract(t * 8) < 0.5 ? rect(caret[0] + 1, caret[1] - 17, 10, 22, '#ffcb6b') : '',
    t > 0.66 && t < 0.86
      ? rect(308, 204, 124, 26, '#7ed9a0', { rx: 13 }) +
          caption('PASSED', 370, 222, { size: 11, weight: 3.2 }, '#17402b')
      : '',
  )
}

const BANDS = 15
const CELLS = 11
const FLOOR = 206

/** Full level and back: a kick on every beat for the low bands, a snare between for the middle, a shimmer above. */
const loudness = (t: number, band: number): number => {
  const u = band / (BANDS - 1)
  const hit = (beats: number, late: number, sharp: number): number => (1 - fract(t * beats - late)) ** sharp
  const near = (at: number, width: number): number => Math.exp(-(((u - at) / width) ** 2))
  return clamp(
    0.14 +
      0.78 * hit(4, 0, 1.7) * near(0.06, 0.22) +
      0.62 * hit(2, 0.5, 2.2) * near(0.46, 0.2) +
      0.4 * hit(8, 0.25, 1.4) * near(0.9, 0.26) +
      0.12 * (1 + wave(t, 2, u * 1.6)) +
      0.07 * wave(t, 3, u * 4.1),
    0.09,
    1,
  )
}

/** The highest level of the last moments: it falls slowly. */
const peak = (t: number, band: number): number =>
  Math.max(
    ...Array.from({ length: 10 }, (_, back) => loudness(fract(t - back / 60 + 1), band) - back * 0.018),
  )

const heat = (u: number): string =>
  u < 0.5 ? mix('#27d3ff', '#8a5cff', u * 2) : mix('#8a5cff', '#ff4fa0', u * 2 - 1)

/** A column of lamps, its peak a bright one, mirrored in the floor. */
const column = (t: number, band: number): string => {
  const x = 45 + band * 26.4
  const lit = Math.round(loudness(t, band) * CELLS)
  const top = Math.min(CELLS - 1, Math.round(peak(t, band) * CELLS))
  const lamp = (cell: number, colour: string): string =>
    rect(x, FLOOR - 13 - cell * 15.4, 20, 11, colour, { rx: 3 })
  const lamps = Array.from({ length: CELLS }, (_, cell) =>
    lamp(cell, cell === top ? '#fff3fb' : cell < lit ? heat(cell / (CELLS - 1)) : '#1d1738'),
  )
  const mirrored = Array.from({ length: Math.min(lit, 3) }, (_, cell) =>
    rect(x, FLOOR + 6 + cell * 13, 20, 9, mix(heat(cell / (CELLS - 1)), '#0b0820', 0.62 + cell * 0.13), {
      rx: 3,
    }),
  )
  return [...lamps, ...mirrored].join('')
}

const equaliser = (t: number): string => {
  const kick = (1 - fract(t * 4)) ** 2
  return svg(
    480,
    270,
    tag('defs', {}, radial('glow', '0 #5a2bb0 1', '0.55 #2a1560 0.7', '1 #0b0820 0')),
    rect(0, 0, 480, 270, '#0b0820'),
    ellipse(240, FLOOR - 40, 262, 160, 'url(#glow)'),
    ...Array.from({ length: BANDS }, (_, band) => column(t, band)),
    rect(32, FLOOR, 416, 2, mix('#4a2f9a', '#ff7ac0', kick)),
  )
}

const TOASTY = '#ffb85c'
/** The bar gets to 97 per cent, thinks, slips back, and so never ends. */
const loading = (t: number): string => {
  const full = track(t, [
    [0, 0],
    [0.2, 0.46],
    [0.3, 0.5],
    [0.56, 0.93],
    [0.7, 0.97],
    [0.96, 0, easeIn],
    [1, 0],
  ])
  const to = lerp(96, 384, full)
  const slips = t > 0.7 && t < 0.97
  const hop = Math.abs(wave(t, 4)) * 12
  return svg(
    480,
    270,
    rect(0, 0, 480, 270, '#3d2c5e'),
    rect(0, 214, 480, 56, '#33244f'),
    rect(78, 176, 324, 38, '#241838', { rx: 19 }),
    stroke(`M96 195H${n(to)}`, TOASTY, 22) + stroke(`M96 190H${n(to)}`, '#ffd696', 5),
    group(
      `translate(${n(to)} ${n(174 - hop)})`,
      ellipse(-15, 0, 11, 5, '#4fb696'),
      ellipse(15, 0, 11, 5, '#4fb696'),
      path(
        'M0 -84C28 -84 42 -52 42 -28C42 -6 26 0 0 0C-26 0 -42 -6 -42 -28C-42 -52 -28 -84 0 -84Z',
        '#6fd6b0',
      ),
      stroke('M-24 -58Q-18 -70 -8 -75', '#a5ecd0', 5),
      group(
        'translate(4 -46) scale(0.54)',
        drawFace({
          lidColour: '#6fd6b0',
          lookX: slips ? -0.5 : 0.6,
          lookY: 0.2,
          brow: slips ? 8 : 1,
          browTurn: slips ? 16 : 0,
          smile: slips ? -0.6 : 1,
          lid: blink(t, 0.3, 0.8),
          open: 0.3 + 0.3 * swell(t, 4),
          cheeks: '#ff9a8f',
        }),
      ),
    ),
    caption('ALMOST THERE', 240, 252, { size: 18, weight: 5 }, '#a88fd0'),
  )
}

export const tech = [
  gif({
    slug: 'code-types-itself',
    title: 'It works, at last',
    altText: 'Five lines of code type themselves in a terminal and pass.',
    tags: ['code', 'terminal', 'typing', 'programming', 'tech', 'coffee', 'funny'],
    categories: ['tech/code'],
    username: 'looplab',
    trending: 75,
    stillAt: 0.83,
    frames: 36,
    delayMs: 80,
    frame: terminal,
  }),
  gif({
    slug: 'neon-equaliser',
    title: 'Equaliser bars',
    tags: ['music', 'equaliser', 'sound', 'neon', 'dance', 'party', 'tech'],
    categories: ['tech/music', 'abstract/colour'],
    username: 'nightowl',
    trending: 59,
    frames: 24,
    frame: equaliser,
  }),
  gif({
    slug: 'loading-almost-there',
    title: 'A loading bar that never ends',
    tags: ['loading', 'please wait', 'almost', 'patience', 'tech', 'funny'],
    categories: ['tech/loading'],
    rating: 'pg-13',
    username: 'privatepress',
    trending: 57,
    frames: 32,
    frame: loading,
  }),
]
