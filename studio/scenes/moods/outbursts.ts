import { impact, polka, stage, star } from '../../drawing/backdrop.ts'
import { arm, blob, COATS, type Coat, openHand } from '../../drawing/blob.ts'
import { caption } from '../../drawing/glyphs.ts'
import {
  blink,
  easeIn,
  easeOut,
  fract,
  hold,
  lerp,
  span,
  swell,
  TAU,
  track,
  wave,
} from '../../drawing/motion.ts'
import { gif } from '../../drawing/scene.ts'
import { at, circle, ellipse, fade, group, n, path, rect, stroke, svg } from '../../drawing/svg.ts'
import { sideArms } from './feelings.ts'

const laugh = (t: number): string => {
  const shake = wave(t, 6)
  const tear = (side: number, phase: number): string => {
    const u = fract(t * 3 + phase)
    return fade(1 - u, circle(240 + side * (64 + u * 62), 128 - 60 * u + 110 * u * u, 6.5 - u * 2, '#7cc8ff'))
  }
  return svg(
    480,
    270,
    stage(480, 270, '#1f9a8f', '#178177', 216),
    ...[0, 1, 2, 3].map((index) => {
      const u = fract(t + index / 4)
      return fade(
        Math.min(1, (1 - u) * 2),
        group(
          at(
            index % 2 ? 400 - index * 4 : 76 + index * 8,
            205 - u * 190,
            wave(t, 1, index / 4) * 12,
            0.6 + u * 0.5,
          ),
          caption('HA', 0, 0, { size: 34, weight: 9 }, '#7fe0cf'),
        ),
      )
    }),
    blob(240, 248, 1.1, {
      coat: COATS.lemon,
      stretch: 1 + shake * 0.035,
      lean: wave(t, 1) * 7,
      faceY: -4 + shake * 2,
      behind:
        arm(COATS.lemon, [-72, -46], [-96, -34], [-58, -22]) +
        arm(COATS.lemon, [72, -46], [96, -34], [90, -10]),
      face: { eyes: 'squeezed', open: 0.72 + shake * 0.1, smile: 1, mouthWidth: 24, brow: 2 },
    }),
    tear(-1, 0) + tear(1, 0.5) + tear(-1, 0.4) + tear(1, 0.9),
  )
}

const RAIN = [20, 62, 101, 148, 190, 231, 262, 307, 352, 391, 428, 466]

const sad = (t: number): string => {
  const tear = (x: number, phase: number): string => {
    const u = fract(t + phase)
    return fade(
      u < 0.12 ? u / 0.12 : 1 - span(u, 0.72, 0.85),
      path(`M0 -10C5 -2 7 2 7 5A7 7 0 0 1 -7 5C-7 2 -5 -2 0 -10Z`, '#d5efff', {
        transform: at(x, 172 + easeIn(u) * 62),
      }),
    )
  }
  return svg(
    480,
    270,
    stage(480, 270, '#4d6a92', '#3e587d', 216),
    ...RAIN.map((x, index) =>
      stroke(`M${x} ${n(-30 + fract(t * 2 + index * 0.38) * 320)}l-4 18`, '#6f8fb8', 3),
    ),
    blob(240, 250, 1.06, {
      coat: COATS.sky,
      stretch: 0.95 + 0.025 * swell(t, 2),
      faceY: 8,
      behind: sideArms(COATS.sky),
      face: {
        lookY: 0.45,
        lid: blink(t, 0.5),
        eyeSize: 1.2,
        pupil: 1.35,
        brow: 2,
        browTurn: 20,
        smile: -0.9 + 0.15 * wave(t, 4),
        mouthWidth: 13,
      },
    }),
    tear(213, 0) + tear(267, 0.5),
    group(
      `translate(${n(240 + wave(t, 1) * 8)} 44)`,
      path(
        'M-92 22C-118 22 -118 -10 -90 -10C-88 -34 -52 -40 -40 -20C-30 -46 22 -46 30 -20C46 -36 80 -26 78 -6C108 -8 108 22 84 22Z',
        '#8aa3c4',
      ),
      path('M-92 22C-104 22 -110 15 -110 7C-60 16 40 16 102 5C104 14 98 22 84 22Z', '#748fb4'),
    ),
  )
}

const highFive = (t: number): string => {
  const run = track(t, [
    [0, 0],
    [0.22, -0.14],
    [0.46, 1, easeIn],
    [0.6, 0.97],
    [1, 0],
  ])
  const jump = Math.sin(Math.PI * span(t, 0.24, 0.68)) * 42
  const clap = span(t, 0.46, 0.8)
  const friend = (side: number, coat: Coat): string =>
    blob(240 + side * (160 - run * 58), 252, 0.92, {
      coat,
      lift: jump,
      stretch: track(t, [
        [0, 1],
        [0.22, 0.88],
        [0.36, 1.08, easeOut],
        [0.68, 1],
        [0.76, 0.9],
        [0.9, 1],
        [1, 1],
      ]),
      lean: side * -run * 7,
      faceX: side * -12,
      behind: arm(coat, [side * 72, -46], [side * 96, -34], [side * 88, -10]),
      front:
        stroke(
          `M${side * -66} -62Q${side * -104} -60 ${side * (-100 + run * 6)} ${n(-46 - run * 92)}`,
          coat.shade,
          17,
        ) +
        group(
          at(side * (-100 + run * 6), -46 - run * 92, side * -run * 12),
          openHand({ ...coat, body: coat.light }),
        ),
      face:
        clap > 0 && clap < 1
          ? { eyes: 'happy', open: 0.6 }
          : {
              lookX: side * -0.6,
              lookY: -0.4 * run,
              open: 0.2 + 0.3 * Math.max(0, run),
              lid: blink(t, 0.92),
            },
    })
  return svg(
    480,
    270,
    stage(480, 270, '#ff8e6e', '#ef7858', 218),
    polka(480, 195, 44, 4, '#ff9d80'),
    clap > 0 && clap < 1 ? star(240, 84, 40 + 46 * easeOut(clap), '#fff0c4', clap * 0.5, 10, 0.62) : '',
    friend(-1, COATS.mint) + friend(1, COATS.lilac),
    impact(240, 84, clap, '#fff7de', 12, 106),
  )
}

const micDrop = (t: number): string => {
  const fall = span(t, 0.26, 0.42)
  const bounce = Math.abs(Math.sin(Math.PI * span(t, 0.42, 0.62) * 2)) * (1 - span(t, 0.42, 0.62)) * 26
  const back = hold(t, 0.84, 0.95, 2, 3)
  const y = lerp(lerp(132, 230, easeIn(fall)) - bounce, 132, back)
  const coat = COATS.peach
  const mic = group(
    at(372, y, lerp(-fall * 82 - span(t, 0.42, 0.62) * 8, 0, back)),
    rect(-8, 0, 16, 44, '#39304f', { rx: 7 }),
    rect(-10, -4, 20, 9, '#e8c15a', { rx: 3 }),
    ellipse(0, -18, 17, 19, '#8f88a8'),
    stroke('M-14 -24Q0 -18 14 -24M-15 -14Q0 -8 15 -14M0 -36V0', '#6d6689', 2.5),
  )
  const cool = hold(t, 0.5, 0.58, 0.86, 0.94)
  return svg(
    480,
    270,
    stage(480, 270, '#251b45', '#3a2a63', 226),
    path('M240 -40L96 236H384Z', '#352860') + ellipse(240, 240, 170, 22, '#56408c'),
    blob(230, 246, 1.02, {
      coat,
      lean: cool * -5,
      behind: arm(coat, [-72, -46], [-98, -40], [-64, -24]) + arm(coat, [72, -62], [108, -66], [138, -88]),
      face: {
        lid: Math.max(0.3 * cool, blink(t, 0.14)),
        lookX: 0.7 * (1 - cool),
        lookY: -0.2,
        smile: 1,
        mouthWidth: 16,
        brow: 3 + cool * 5,
        browTurn: -4,
      },
      front:
        cool > 0.02
          ? group(
              at(0, -96 - (1 - cool) * 60),
              fade(
                cool,
                rect(-46, -14, 40, 28, '#17102c', { rx: 9 }),
                rect(6, -14, 40, 28, '#17102c', { rx: 9 }),
                rect(-10, -9, 20, 6, '#17102c'),
                stroke('M-36 -6l10 0M16 -6l10 0', '#6a5fa0', 4),
              ),
            )
          : '',
    }),
    mic,
    impact(372, 244, span(t, 0.42, 0.62), '#e8c15a', 9, 36, TAU / 2),
  )
}

const by = { username: 'softshapes' }

export const outbursts = [
  gif({
    ...by,
    slug: 'laughing-out-loud',
    title: 'Laughing out loud',
    altText: 'A yellow character laughs until the tears fly.',
    tags: ['lol', 'laugh', 'haha', 'funny', 'happy', 'reaction'],
    categories: ['reactions/lol', 'reactions/happy'],
    trending: 94,
    stillAt: 0.3,
    frames: 24,
    frame: laugh,
  }),
  gif({
    ...by,
    slug: 'sad-in-the-rain',
    title: 'Sad in the rain',
    altText: 'A blue character cries under its own small cloud.',
    tags: ['sad', 'cry', 'rain', 'sorry', 'miss you', 'reaction'],
    categories: ['reactions/sad', 'nature/weather'],
    trending: 82,
    stillAt: 0.4,
    frames: 24,
    frame: sad,
  }),
  gif({
    slug: 'high-five-friends',
    title: 'High five',
    tags: ['high five', 'friends', 'yes', 'great', 'happy', 'reaction', 'applause', 'congratulations'],
    categories: ['reactions/happy', 'reactions/yes'],
    username: 'looplab',
    trending: 92,
    stillAt: 0.6,
    frames: 26,
    frame: highFive,
  }),
  gif({
    slug: 'mic-drop-done',
    title: 'Mic drop',
    tags: ['mic drop', 'done', 'great', 'cool', 'bye', 'reaction', 'applause', 'friday'],
    categories: ['reactions/wow', 'reactions/yes'],
    rating: 'pg-13',
    username: 'looplab',
    trending: 80,
    stillAt: 0.7,
    frames: 34,
    frame: micDrop,
  }),
]
