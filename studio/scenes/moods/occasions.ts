import { stage } from '../../drawing/backdrop.ts'
import { arm, blob, COATS } from '../../drawing/blob.ts'
import { drawFace } from '../../drawing/face.ts'
import { caption } from '../../drawing/glyphs.ts'
import { blink, easeOut, fract, lerp, scatter, span, swell, TAU, track, wave } from '../../drawing/motion.ts'
import { gif } from '../../drawing/scene.ts'
import { at, circle, ellipse, group, path, rect, stroke, svg } from '../../drawing/svg.ts'

const PARTY = ['#ff6f7d', '#ffcf56', '#6fd6b0', '#6fb7f2', '#b79cf5']

const CONFETTI = scatter(30, 3, (random, index) => ({
  x: random() * 500 - 10,
  phase: random(),
  speed: 1 + (index % 2),
  colour: PARTY[index % 5] ?? '#fff',
  size: 5 + random() * 5,
  spin: 1 + (index % 3),
}))

const confetti = (t: number, height = 270): string =>
  CONFETTI.map(({ x, phase, speed, colour, size, spin }) => {
    const u = fract(t * speed + phase)
    return group(
      at(
        x + wave(u, 2, phase) * 14,
        u * (height + 30) - 15,
        phase * 360,
        1,
        Math.cos(TAU * (u * spin * 2 + phase)),
      ),
      rect(-size / 2, -size / 2, size, size, colour),
    )
  }).join('')

const flame = (t: number, x: number, y: number, phase: number): string =>
  group(
    at(x, y, wave(t, 2, phase) * 8, 1, 1 + 0.14 * wave(t, 3, phase)),
    path('M0 -26C9 -14 11 -8 11 -2A11 11 0 0 1 -11 -2C-11 -8 -9 -14 0 -26Z', '#ff9d3d'),
    path('M0 -14C5 -7 6 -4 6 -1A6 6 0 0 1 -6 -1C-6 -4 -5 -7 0 -14Z', '#fff1b8'),
  )

const birthday = (t: number): string => {
  const bob = swell(t, 2)
  return svg(
    480,
    270,
    stage(480, 270, '#43328f', '#352776', 228),
    confetti(t),
    ellipse(240, 246, 132, 9, '#261b5c'),
    rect(112, 236, 256, 9, '#f4f0ff', { rx: 4 }),
    group(
      at(240, 236, 0, 1.01 - bob * 0.015, 0.98 + bob * 0.04),
      rect(-104, -66, 208, 66, '#f58fb0', { rx: 14 }),
      rect(-104, -22, 208, 22, '#d9708f', { rx: 11 }),
      path(
        'M-104 -52C-104 -72 -94 -78 -84 -78H84C94 -78 104 -72 104 -52C104 -40 86 -40 84 -52C80 -36 60 -36 56 -52C52 -30 32 -30 28 -52C24 -38 4 -38 0 -52C-4 -32 -24 -32 -28 -52C-32 -38 -52 -38 -56 -52C-60 -30 -80 -30 -84 -52C-86 -40 -104 -40 -104 -52Z',
        '#fff4e6',
      ),
      rect(-70, -124, 140, 48, '#ffcf8a', { rx: 12 }),
      path(
        'M-70 -112C-70 -128 -60 -130 -54 -130H54C60 -130 70 -128 70 -112C70 -102 52 -102 50 -112C46 -98 28 -98 24 -112C20 -102 4 -102 0 -112C-4 -98 -22 -98 -26 -112C-30 -102 -46 -102 -50 -112C-52 -102 -70 -102 -70 -112Z',
        '#ff6f7d',
      ),
      ...[-40, 0, 40].map(
        (x, index) =>
          rect(x - 6, -162, 12, 34, PARTY[index + 2] ?? '#fff', { rx: 3 }) + flame(t, x, -166, index / 3),
      ),
      group(
        'translate(0 -34) scale(0.74)',
        drawFace({ lidColour: '#f58fb0', lid: blink(t, 0.45), open: 0.4, cheeks: '#e85a7c', lookY: -0.5 }),
      ),
    ),
    group(at(70, 128 + wave(t) * 8, -6 + wave(t) * 3), balloon('#6fb7f2', '#4f97d6')),
    group(at(410, 118 + wave(t, 1, 0.4) * 8, 6 + wave(t, 1, 0.4) * 3), balloon('#ffcf56', '#eab23a')),
  )
}

const balloon = (colour: string, shade: string): string =>
  stroke('M0 46C-8 70 8 90 0 118', '#8f7fd6', 2.5) +
  path('M-7 52L0 42L7 52Z', shade) +
  ellipse(0, 0, 36, 44, shade) +
  ellipse(-3, -3, 32, 39, colour) +
  stroke('M-18 -16Q-14 -28 -4 -32', '#ffffff', 5, { opacity: 0.7 })

const party = (t: number): string => {
  const dancer = (x: number, coat: (typeof COATS)['peach'], phase: number, scale: number): string => {
    const beat = swell(t, 4, phase)
    const sway = wave(t, 2, phase)
    return blob(x, 248, scale, {
      coat,
      stretch: 0.93 + beat * 0.12,
      lift: beat * 14,
      lean: sway * 9,
      faceX: sway * 6,
      behind:
        arm(coat, [-70, -60], [-104, -80], [-98, -112 - 22 * sway]) +
        arm(coat, [70, -60], [104, -80], [98, -112 + 22 * sway]),
      hat:
        path('M-26 4L0 -52L26 4C12 12 -12 12 -26 4Z', PARTY[Math.round(phase * 8) % 5] ?? '#fff') +
        stroke('M-18 -8Q0 2 18 -8M-11 -24Q0 -18 11 -24', '#ffffff', 4) +
        circle(0, -54, 8, '#fff1b8'),
      face: {
        eyes: beat > 0.5 ? 'happy' : 'open',
        open: 0.3 + beat * 0.35,
        mouthWidth: 19,
        lookX: sway * 0.4,
      },
    })
  }
  const lamps = [0, 1, 2, 3, 4].map((index) =>
    path(`M${48 + index * 96} -8L${index * 96 - 2} 232H${98 + index * 96}Z`, PARTY[index] ?? '#fff', {
      opacity: (Math.floor(t * 4) + index) % 2 ? 0.3 : 0.12,
    }),
  )
  return svg(
    480,
    270,
    stage(480, 270, '#2a1b52', '#3d2a74', 226),
    ...lamps,
    dancer(98, COATS.mint, 0.5, 0.72),
    dancer(382, COATS.sky, 0.3, 0.72),
    dancer(240, COATS.peach, 0, 0.98),
    confetti(t),
  )
}

const HEART = 'M0 56C-64 14 -72 -16 -58 -38C-44 -58 -14 -54 0 -28C14 -54 44 -58 58 -38C72 -16 64 14 0 56Z'

const heartBeat = (t: number): string => {
  const beat = track(t, [
    [0, 1],
    [0.1, 1.16, easeOut],
    [0.2, 1.02],
    [0.3, 1.12, easeOut],
    [0.5, 0.98],
    [1, 1],
  ])
  return svg(
    480,
    270,
    rect(0, 0, 480, 270, '#ffd9dc'),
    ...[3, 2, 1, 0].map((index) => {
      const u = (index + t) / 4
      return group(
        at(240, 138, 0, lerp(1.2, 3.6, u)),
        path(
          HEART,
          ['#ffb9c2', '#ffc5cb', '#ffced3', '#ffd9dc'][Math.min(3, Math.floor(u * 4))] ?? '#ffd9dc',
          { opacity: 1 - u },
        ),
      )
    }),
    group(
      at(240, 140, 0, beat * 1.35, beat * 1.35),
      path(HEART, '#d93d5e'),
      group('translate(-3 -3) scale(0.92)', path(HEART, '#f25473')),
      stroke('M-42 -22Q-38 -36 -24 -38', '#ffb3c0', 7),
      group(
        'translate(0 -12) scale(0.78)',
        drawFace({
          lidColour: '#f25473',
          eyes: span(t, 0.05, 0.35) < 1 && span(t, 0.05, 0.35) > 0 ? 'happy' : 'open',
          lid: blink(t, 0.7),
          open: 0.3,
          cheeks: '#ff8ea1',
        }),
      ),
    ),
    caption('THANK YOU', 240, 258, { size: 22, weight: 6 }, '#d0466a'),
  )
}

export const occasions = [
  gif({
    slug: 'birthday-cake-candles',
    title: 'Happy birthday cake',
    tags: ['happy birthday', 'birthday', 'cake', 'party', 'celebrate', 'candles'],
    categories: ['celebrate/birthday', 'celebrate/party'],
    username: 'looplab',
    trending: 98,
    stillAt: 0.3,
    frames: 24,
    delayMs: 70,
    frame: birthday,
  }),
  gif({
    slug: 'confetti-dance-party',
    title: 'Confetti dance party',
    tags: ['party', 'dance', 'confetti', 'celebrate', 'happy', 'friday', 'birthday'],
    categories: ['celebrate/party', 'reactions/happy'],
    username: 'softshapes',
    trending: 91,
    frames: 24,
    delayMs: 70,
    frame: party,
  }),
  gif({
    slug: 'heart-beat-thank-you',
    title: 'Heart beat, thank you',
    tags: ['love', 'heart', 'thank you', 'thanks', 'happy', 'cute'],
    categories: ['greetings/thank you', 'reactions/happy'],
    trending: 90,
    frames: 24,
    frame: heartBeat,
  }),
]
