import { candy, cutOut, type Moved, sticker } from '../../drawing/cut-out.ts'
import { drawFace } from '../../drawing/face.ts'
import type { Letter } from '../../drawing/glyphs.ts'
import { blink, easeBack, fract, scatter, span, swell, wave } from '../../drawing/motion.ts'
import { at, circle, group, path, rect, svg } from '../../drawing/svg.ts'

const hello = (t: number): string =>
  svg(
    480,
    200,
    cutOut('HELLO', 240, 150, { size: 90, weight: 24, outline: '#2b1d4e', depth: '#ffffff' }, ({ index }) => {
      const jump = Math.max(0, wave(t, 1, -index * 0.09)) ** 1.5
      const land = Math.max(0, wave(t, 1, 0.5 - index * 0.09)) ** 6
      return {
        dy: -jump * 26,
        turn: wave(t, 1, -index * 0.09) * 5,
        sx: 1 + land * 0.1,
        sy: 1 - land * 0.14,
        colour: candy(index),
      }
    }),
  )

const HEART = 'M0 14C-20 0 -20 -16 -9 -16C-4 -16 0 -12 0 -8C0 -12 4 -16 9 -16C20 -16 20 0 0 14Z'

const thankYou = (t: number): string => {
  const style = { size: 74, weight: 20, outline: '#7a1f45', depth: '#ffd3dd' }
  const move =
    (row: number) =>
    ({ index }: Letter): Moved => {
      const beat = swell(t, 1, -(index + row * 5) * 0.06) ** 3
      return {
        sx: 1 + beat * 0.1,
        dy: -beat * 7,
        turn: wave(t, 1, -index * 0.1) * 3,
        colour: row ? '#ff7d95' : '#ff9d7a',
      }
    }
  return svg(
    480,
    270,
    cutOut('THANK', 240, 118, style, move(0)) + cutOut('YOU', 240, 226, style, move(1)),
    ...[
      [84, 196, 0],
      [396, 196, 0.5],
      [432, 150, 0.25],
      [48, 150, 0.75],
    ].map(([x = 0, y = 0, phase = 0]) => {
      const beat = 0.9 + swell(t, 2, phase) * 0.6
      return group(
        at(x, y, wave(t, 1, phase) * 14, beat),
        path(HEART, '#7a1f45', { stroke: '#7a1f45', 'stroke-width': 9, 'stroke-linejoin': 'round' }),
        path(HEART, '#ff4f74'),
      )
    }),
  )
}

const goodMorning = (t: number): string => {
  const up = 6 * wave(t)
  const style = { size: 50, weight: 15, outline: '#7a3312', depth: '#fff0c4' }
  const move =
    (row: number) =>
    ({ index }: Letter): Moved => ({
      dy: wave(t, 1, -(index + row * 2) * 0.08) * 5,
      turn: wave(t, 1, -index * 0.08) * 3,
      colour: row ? '#ff8f5c' : '#ffab4c',
    })
  return svg(
    480,
    270,
    group(
      at(240, 104 + up, t * 30),
      ...Array.from({ length: 12 }, (_, index) =>
        group(
          `rotate(${index * 30})`,
          rect(-9, -100, 18, 34, '#7a3312', { rx: 9 }),
          rect(-5, -96, 10, 26, '#ffd95c', { rx: 5 }),
        ),
      ),
    ),
    circle(240, 104 + up, 65, '#7a3312') + circle(240, 104 + up, 59, '#ffd95c'),
    group(
      `translate(240 ${84 + Math.round(up * 100) / 100}) scale(0.9)`,
      drawFace({
        lidColour: '#ffd95c',
        lid: Math.max(0.5 * swell(t), blink(t, 0.5, 0.62)),
        smile: 1,
        cheeks: '#ff9360',
        lookY: -0.2,
      }),
    ),
    cutOut('GOOD', 240, 180, style, move(0)) + cutOut('MORNING', 240, 243, style, move(1)),
  )
}

const BITS = scatter(22, 15, (random, index) => ({
  x: 12 + random() * 456,
  phase: random(),
  colour: candy(index),
  size: 9 + random() * 6,
}))

const happyBirthday = (t: number): string => {
  const style = { size: 62, weight: 18, outline: '#33206b', depth: '#ffffff' }
  const move =
    (row: number) =>
    ({ index }: Letter): Moved => {
      const pop = easeBack(span(swell(t, 2, -(index + row * 3) * 0.055), 0.2, 1))
      return { dy: -pop * 13, turn: (index % 2 ? 1 : -1) * pop * 4, colour: candy(index + row * 2) }
    }
  return svg(
    480,
    270,
    ...BITS.map(({ x, phase, colour, size }) => {
      const u = fract(t + phase)
      return group(
        at(x + wave(u, 2) * 10, u * 300 - 15, u * 360 + phase * 360),
        rect(-size / 2, -size / 4, size, size / 2, colour, { rx: 2 }),
      )
    }),
    cutOut('HAPPY', 240, 124, style, move(0)) +
      cutOut('BIRTHDAY', 240, 224, { ...style, size: 58, weight: 16 }, move(1)),
  )
}

export const wishes = [
  sticker({
    slug: 'hello-jumping-letters',
    title: 'HELLO',
    tags: ['hello', 'hi', 'greeting', 'text', 'colour', 'happy'],
    categories: ['greetings/hello'],
    username: 'looplab',
    trending: 88,
    stillAt: 0.4,
    height: 200,
    frame: hello,
  }),
  sticker({
    slug: 'thank-you-hearts',
    title: 'THANK YOU',
    tags: ['thank you', 'thanks', 'love', 'heart', 'text', 'cute'],
    categories: ['greetings/thank you'],
    username: 'looplab',
    trending: 86,
    height: 270,
    frame: thankYou,
  }),
  sticker({
    slug: 'good-morning-sunrise',
    title: 'GOOD MORNING',
    tags: ['good morning', 'sun', 'wake up', 'greeting', 'text', 'cute'],
    categories: ['greetings/good morning'],
    username: 'softshapes',
    trending: 82,
    height: 270,
    frame: goodMorning,
  }),
  sticker({
    slug: 'happy-birthday-letters',
    title: 'HAPPY BIRTHDAY',
    tags: ['happy birthday', 'birthday', 'party', 'celebrate', 'text', 'confetti'],
    categories: ['celebrate/birthday'],
    username: 'looplab',
    trending: 90,
    stillAt: 0.6,
    height: 270,
    frame: happyBirthday,
  }),
]
