import { type GlyphSetting, inked, type Letter, letters } from './glyphs.ts'
import type { Scene } from './scene.ts'
import { at, group } from './svg.ts'

export type Moved = { dx?: number; dy?: number; turn?: number; sx?: number; sy?: number; colour: string }

type Style = GlyphSetting & { outline: string; depth: string }

/**
 * A line of lettering as a cut-out: outline, a thick edge below, then the coloured strokes. Every layer is opaque,
 * because a GIF has no half-transparent pixels.
 */
export function cutOut(
  text: string,
  x: number,
  y: number,
  style: Style,
  move: (letter: Letter) => Moved,
): string {
  const placed = letters(text, style).map((letter) => {
    const { dx = 0, dy = 0, turn = 0, sx = 1, sy = sx, colour } = move(letter)
    const into = (drop: number, body: string): string =>
      group(at(x + letter.x + letter.width / 2 + dx, y + dy + drop, turn, sx, sy), body)
    const thick = { ...style, weight: style.weight + 14 }
    return [
      into(7, inked(letter, thick, style.outline)) + into(0, inked(letter, thick, style.outline)),
      into(6, inked(letter, style, style.depth)),
      into(0, inked(letter, style, colour)),
    ]
  })
  return [0, 1, 2].map((layer) => placed.map((each) => each[layer] ?? '').join('')).join('')
}

const CANDY = ['#ff6f7d', '#ffb545', '#ffd95c', '#5fd3a4', '#5fb4f2', '#a98cf5']

export const candy = (index: number): string => CANDY[index % CANDY.length] ?? '#fff'

export const sticker = (
  scene: Omit<Scene, 'type' | 'stillAt' | 'rating' | 'frames' | 'delayMs' | 'width' | 'transparent'> & {
    stillAt?: number
  },
): Scene => ({
  type: 'text',
  stillAt: 0.5,
  rating: 'g',
  frames: 24,
  delayMs: 60,
  width: 480,
  transparent: true,
  ...scene,
})
