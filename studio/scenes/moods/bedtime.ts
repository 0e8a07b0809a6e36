import { stage, star } from '../../drawing/backdrop.ts'
import { blob, COATS } from '../../drawing/blob.ts'
import { caption, inked, letters } from '../../drawing/glyphs.ts'
import { blink, fract, scatter, swell, wave } from '../../drawing/motion.ts'
import { gif } from '../../drawing/scene.ts'
import { at, circle, ellipse, fade, group, n, path, rect, stroke, svg } from '../../drawing/svg.ts'

const SKY_STARS = scatter(
  30,
  17,
  (random) => [random() * 480, random() * 190, 1 + random() * 1.6, random()] as const,
)

/** A cat, curled up: it breathes twice while the other does once. */
const sleepingCat = (t: number): string => {
  const breath = swell(t, 2) * 1.6
  const ear = (x: number): string => path(`M${x - 7} -19L${x} -31L${x + 7} -19Z`, '#e38d45')
  return group(
    at(372, 226),
    ellipse(6, -12 - breath / 2, 36, 17 + breath, '#f0a35c'),
    stroke('M16 -27v9M26 -24v9', '#e38d45', 4),
    stroke('M40 -8Q36 6 14 3T-12 2', '#e38d45', 10),
    ear(-34) + ear(-16),
    ellipse(-25, -11, 18, 14, '#f5b06a'),
    stroke('M-36 -11q4 4 8 0M-22 -11q4 4 8 0', '#3a2440', 2.6),
    path('M-27.500 -6h5l-2.500 3z', '#d9626f'),
  )
}

const goodNight = (t: number): string => {
  const breath = swell(t, 1)
  return svg(
    480,
    270,
    rect(0, 0, 480, 270, '#1e2350'),
    ...SKY_STARS.map(([x, y, r, phase]) => circle(x, y, r * (0.6 + 0.6 * swell(t, 2, phase)), '#fbe9b7')),
    circle(388, 74, 62, '#272d63') + circle(388, 74, 46, '#f9dc8c') + circle(406, 62, 40, '#272d63'),
    blob(200, 238, 1.04, {
      coat: COATS.lilac,
      stretch: 0.9 + breath * 0.05,
      plump: 1.02 + breath * 0.02,
      face: { eyes: 'shut', open: 0.09 + breath * 0.1, smile: 0.1, mouthWidth: 8 },
      hat:
        path(
          'M-52 18C-44 -22 -10 -40 24 -34C64 -26 78 6 88 30C70 12 58 8 48 18C20 26 -24 28 -52 18Z',
          '#5c72d6',
        ) +
        stroke('M-50 20Q0 34 50 18', '#e6e9ff', 15) +
        circle(90, 34, 12, '#e6e9ff'),
    }),
    ...[0, 1, 2].map((index) => {
      const u = fract(t + index / 3)
      return fade(
        Math.min(1, u * 5, (1 - u) * 2.5),
        group(
          at(272 + u * 62 + wave(u, 1.5) * 9, 128 - u * 72, wave(u, 1) * 14, 0.4 + u * 0.8),
          caption('Z', 0, 0, { size: 30, weight: 8 }, '#a9a7f5'),
        ),
      )
    }),
    path('M0 232C60 206 130 216 196 222C290 228 372 204 480 226V270H0Z', '#4453b5'),
    sleepingCat(t),
    path('M0 246C80 226 150 238 220 240C320 242 400 228 480 244V270H0Z', '#37459c'),
    ...[24, 76, 404, 456].map((x, index) => star(x, 252 + (index % 2) * 6, 7, '#6f7edb')),
    caption('GOOD NIGHT', 240, 261, { size: 21, weight: 6 }, '#dfe2ff'),
  )
}

const panda = (t: number): string => {
  const step = Math.floor(t * 4) % 4
  const chew = swell(t, 6)
  const head = group(
    at(0, -96, wave(t) * 4),
    circle(-58, -52, 25, '#2c2a38') + circle(58, -52, 25, '#2c2a38'),
    ellipse(0, 0, 80, 70, '#fdfbf4'),
    group('rotate(22 -30 0)', ellipse(-32, -2, 21, 27, '#2c2a38')) +
      group('rotate(-22 30 0)', ellipse(32, -2, 21, 27, '#2c2a38')),
    ...[-29, 29].map((x) =>
      group(
        `translate(${x} 0)`,
        blink(t, 0.35, 0.85) > 0.5
          ? stroke('M-8 0Q0 6 8 0', '#fdfbf4', 3.5)
          : circle(0, 0, 9, '#fdfbf4') +
              circle(2 + wave(t) * 2, 1, 5.5, '#15131d') +
              circle(4 + wave(t) * 2, -1, 1.8, '#fff'),
      ),
    ),
    ellipse(0, 24, 11, 7, '#2c2a38'),
    ellipse(-50, 28, 12, 7, '#ffc3b4') + ellipse(50, 28, 12, 7, '#ffc3b4'),
    stroke(`M-10 ${n(38 + chew * 3)}Q0 ${n(44 + chew * 5)} 10 ${n(38 + chew * 3)}`, '#2c2a38', 4),
  )
  const words = letters('PLEASE WAIT', { size: 24, weight: 6.5 })
  return svg(
    480,
    270,
    stage(480, 270, '#cfe8b9', '#b4d699', 226),
    ...[6, 456, 34, 478].map((x, index) =>
      group(
        at(x, 226, wave(t, 1, index / 4) * 1.5),
        rect(-7, -240, 14, 240, index % 2 ? '#8fc27a' : '#7db36a', { rx: 4 }),
        ...[-60, -120, -180].map((y) => rect(-9, y, 18, 4, '#6aa05a', { rx: 2 })),
      ),
    ),
    group(
      at(118, 240),
      ellipse(0, 0, 88, 9, '#98bf80'),
      ellipse(0, -40, 70, 46, '#fdfbf4'),
      ellipse(-48, -10, 28, 18, '#2c2a38'),
      ellipse(48, -10, 28, 18, '#2c2a38'),
      head,
      group(
        at(26, -56, -24 + chew * 6),
        rect(-52, -5, 92, 10, '#7fbf5e', { rx: 5 }),
        path('M-48 -4C-62 -22 -74 -16 -78 -8C-68 0 -58 2 -48 -4Z', '#5fa044'),
      ),
      ellipse(34, -46, 24, 17, '#2c2a38'),
    ),
    ...words.map((letter) =>
      group(
        at(
          336 + letter.x * 0.86 + letter.width / 2,
          106 - 9 * Math.max(0, wave(t, 1, -letter.index / 14)) ** 2,
          0,
          0.86,
        ),
        inked(letter, { size: 24, weight: 6.5 }, '#41632f'),
      ),
    ),
    ...[0, 1, 2, 3].map((index) => {
      const pop = index === step ? Math.sin(Math.PI * fract(t * 4)) : 0
      return circle(282 + index * 36, 146 - pop * 12, 9 + pop * 3, index === step ? '#ff8e6e' : '#8fb674')
    }),
  )
}

export const bedtime = [
  gif({
    slug: 'good-night-moon',
    title: 'Good night under the moon',
    tags: ['good night', 'sleep', 'moon', 'stars', 'tired', 'cute', 'cat'],
    categories: ['greetings/good night', 'nature/sky'],
    username: 'softshapes',
    trending: 83,
    frames: 28,
    delayMs: 80,
    frame: goodNight,
  }),
  gif({
    slug: 'panda-please-wait',
    title: 'The panda asks you to wait',
    tags: ['loading', 'please wait', 'panda', 'patience', 'animals', 'cute'],
    categories: ['tech/loading', 'nature/animals'],
    username: 'looplab',
    trending: 79,
    stillAt: 0.4,
    frames: 28,
    frame: panda,
  }),
]
