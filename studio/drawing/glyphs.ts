import { at, group, n, type SvgAttributes, stroke } from './svg.ts'

type Glyph = readonly [width: number, d: string]

/** Our own capitals, drawn as strokes on a box 100 high: chunky when thick, the same on every machine. */
const GLYPHS: Record<string, Glyph> = {
  ' ': [26, ''],
  A: [72, 'M0 100L36 0L72 100M13 68H59'],
  B: [56, 'M0 48V0H27A24 24 0 0 1 27 48H0V100H30A26 26 0 0 0 30 48'],
  C: [66, 'M64 18A36 50 0 1 0 64 82'],
  D: [66, 'M0 0V100H20A46 50 0 0 0 20 0Z'],
  E: [50, 'M50 0H0V100H50M0 49H42'],
  F: [50, 'M50 0H0V100M0 50H42'],
  G: [70, 'M65 19A36 50 0 1 0 70 62V56H44'],
  H: [62, 'M0 0V100M62 0V100M0 50H62'],
  I: [1, 'M0 0V100'],
  J: [44, 'M44 0V70A22 30 0 0 1 0 72'],
  K: [58, 'M0 0V100M56 0L4 56M22 40L58 100'],
  L: [46, 'M0 0V100H46'],
  M: [80, 'M0 100V0L40 60L80 0V100'],
  N: [64, 'M0 100V0L64 100V0'],
  O: [76, 'M38 0A38 50 0 1 1 38 100A38 50 0 1 1 38 0Z'],
  P: [56, 'M0 100V0H28A28 29 0 0 1 28 58H0'],
  Q: [76, 'M38 0A38 50 0 1 1 38 100A38 50 0 1 1 38 0ZM50 72L78 104'],
  R: [58, 'M0 100V0H28A27 28 0 0 1 28 56H0M28 56L58 100'],
  S: [
    58,
    'M54 14C47 4 38 0 29 0C12 0 2 10 2 24C2 41 15 45 29 49C46 53 58 60 58 76C58 91 46 100 29 100C16 100 6 94 0 83',
  ],
  T: [64, 'M0 0H64M32 0V100'],
  U: [64, 'M0 0V64A32 36 0 0 0 64 64V0'],
  V: [68, 'M0 0L34 100L68 0'],
  W: [98, 'M0 0L24 100L49 26L74 100L98 0'],
  X: [60, 'M0 0L60 100M60 0L0 100'],
  Y: [64, 'M0 0L32 48L64 0M32 48V100'],
  Z: [56, 'M0 0H56L0 100H56'],
  '!': [1, 'M0 0V60M0 98V99'],
  '?': [52, 'M0 22C2 8 12 0 26 0C42 0 52 10 52 24C52 44 27 44 26 66M26 98V99'],
  '.': [1, 'M0 98V99'],
  "'": [1, 'M0 0V22'],
}

export type Letter = { d: string; x: number; width: number; index: number }
export type GlyphSetting = { size: number; weight: number; gap?: number }

/** The letters of a line with their left edges, the whole line centred on x = 0. */
export function letters(text: string, { size, weight, gap = 12 }: GlyphSetting): Letter[] {
  const scale = size / 100
  let x = 0
  const set = [...text].map((character, index): Letter => {
    const [width, d] = GLYPHS[character] ?? [26, '']
    const letter = { d, x, width: width * scale, index }
    x += width * scale + (d ? weight + gap * scale : 0)
    return letter
  })
  const middle = (x - weight - gap * scale) / 2
  return set.map((letter) => ({ ...letter, x: letter.x - middle }))
}

/** One letter stroked `weight` thick, its feet at (0, 0) and its middle at x = 0. */
export const inked = (
  letter: Letter,
  { size, weight }: GlyphSetting,
  colour: string,
  more: SvgAttributes = {},
): string => {
  const k = size / 100
  return group(
    `translate(${n(-letter.width / 2)} ${n(-size)}) scale(${k})`,
    stroke(letter.d, colour, weight / k, more),
  )
}

/** A whole line of plain lettering with its feet on `y`, centred on `x`. */
export const caption = (text: string, x: number, y: number, setting: GlyphSetting, colour: string): string =>
  letters(text, setting)
    .map((letter) => group(at(x + letter.x + letter.width / 2, y), inked(letter, setting, colour)))
    .join('')
