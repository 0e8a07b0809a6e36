import { polka, stage } from '../../drawing/backdrop.ts'
import { arm, blob, COATS, type Coat, openHand } from '../../drawing/blob.ts'
import { caption } from '../../drawing/glyphs.ts'
import { blink, hold, lerp, span, swell, wave } from '../../drawing/motion.ts'
import { gif } from '../../drawing/scene.ts'
import { at, fade, group, n, stroke, svg } from '../../drawing/svg.ts'

const sideArms = (coat: Coat): string =>
  arm(coat, [-72, -46], [-96, -34], [-90, -10]) + arm(coat, [72, -46], [96, -34], [90, -10])

const eyeRoll = (t: number): string => {
  const roll = hold(t, 0.16, 0.26, 0.78, 0.9)
  const turn = lerp(-Math.PI, 0, span(t, 0.2, 0.74))
  return svg(
    480,
    270,
    stage(480, 270, '#f7d9cf', '#ecc0b3', 214),
    polka(480, 195, 46, 4, '#fbe8e1'),
    blob(240, 244, 1.12, {
      coat: COATS.mint,
      lean: roll * Math.cos(turn) * 3,
      faceX: roll * Math.cos(turn) * 6,
      faceY: roll * Math.sin(turn) * 5,
      behind: sideArms(COATS.mint),
      face: {
        lookX: roll * Math.cos(turn),
        lookY: roll * Math.sin(turn) * 1.05,
        lid: Math.max(0.28 - roll * 0.16, blink(t, 0.12, 0.9)),
        eyeSize: 1.2,
        smile: -0.25 - 0.3 * roll,
        mouthWidth: 14,
        brow: 4 + roll * 5,
        browTurn: -4,
      },
    }),
  )
}

const nod = (t: number): string => {
  const dip = swell(t, 2) ** 1.4
  return svg(
    480,
    270,
    stage(480, 270, '#2f6f6a', '#245a56', 214),
    polka(480, 195, 44, 3, '#3a7f79'),
    blob(190, 246, 1.1, {
      coat: COATS.lemon,
      stretch: 1.03 - dip * 0.07,
      faceY: -8 + dip * 24,
      behind: sideArms(COATS.lemon),
      face: { lid: 0.12 + dip * 0.5, lookY: 0.1 + dip * 0.3, smile: 1, mouthWidth: 16, brow: 2 + dip * 3 },
    }),
    group(at(376, 130 + dip * 8, -4), caption('YES', 0, 20, { size: 50, weight: 13 }, '#ffe9a8')),
  )
}

const shakeNo = (t: number): string => {
  const turn = wave(t, 2)
  return svg(
    480,
    270,
    stage(480, 270, '#f2607a', '#d94a68', 214),
    polka(480, 195, 44, 4, '#f67890'),
    blob(196, 246, 1.1, {
      coat: COATS.lilac,
      lean: turn * 3,
      faceX: turn * 24,
      behind: sideArms(COATS.lilac),
      face: { lookX: turn * 0.3, lid: 0.3, smile: -0.6, mouthWidth: 14, brow: -5, browTurn: 14 },
    }),
    group(at(384 + turn * -5, 130, 6), caption('NO', 0, 22, { size: 54, weight: 14 }, '#ffe4e0')),
  )
}

const shrug = (t: number): string => {
  const up = hold(t, 0.14, 0.32, 0.7, 0.86)
  const coat = COATS.sky
  const hand = (side: number): string =>
    stroke(
      `M${side * 70} -50Q${side * (98 + up * 8)} ${n(-36 - up * 6)} ${side * (92 + up * 20)} ${n(-32 - up * 46)}`,
      coat.shade,
      17,
    ) + group(at(side * (92 + up * 20), -32 - up * 46, side * lerp(150, 58, up), side, 1), openHand(coat))
  return svg(
    480,
    270,
    stage(480, 270, '#ffe3a6', '#f7cf7f', 214),
    polka(480, 195, 48, 4, '#fff0cb'),
    ...['?', '?', '?'].map((mark, index) =>
      group(
        at(118 + index * 122, 92 - up * 22 + (index === 1 ? -16 : 0), (index - 1) * 14),
        fade(up, caption(mark, 0, 0, { size: 32, weight: 8 }, '#e0a33c')),
      ),
    ),
    blob(240, 248, 1.02, {
      coat,
      stretch: 1.02 - up * 0.09,
      lean: up * 4,
      faceX: up * 5,
      behind: hand(-1) + hand(1),
      face: {
        lookX: up * 0.5,
        lookY: -0.55 * up,
        lid: Math.max(0.12, blink(t, 0.08, 0.92)),
        brow: 2 + up * 10,
        browTurn: 10,
        smile: -0.15,
        mouthWidth: 15,
      },
    }),
  )
}

const by = { username: 'softshapes' }

export const feelings = [
  gif({
    ...by,
    slug: 'eye-roll-sure',
    title: 'Eye roll',
    tags: ['eye roll', 'whatever', 'bored', 'sure', 'no', 'reaction'],
    categories: ['reactions/no'],
    rating: 'pg',
    trending: 84,
    frames: 30,
    frame: eyeRoll,
  }),
  gif({
    ...by,
    slug: 'slow-nod-yes',
    title: 'Slow nod, yes',
    tags: ['yes', 'nod', 'agree', 'ok', 'approve', 'reaction'],
    categories: ['reactions/yes'],
    trending: 89,
    frames: 28,
    delayMs: 70,
    frame: nod,
  }),
  gif({
    slug: 'head-shake-no',
    title: 'No, no, no',
    tags: ['no', 'nope', 'shake', 'disagree', 'reaction'],
    categories: ['reactions/no'],
    rating: 'pg',
    trending: 87,
    frames: 24,
    frame: shakeNo,
  }),
  gif({
    ...by,
    slug: 'shrug-who-knows',
    title: 'Shrug, who knows',
    tags: ['shrug', 'who knows', 'whatever', 'confused', 'reaction'],
    categories: ['reactions/shrug'],
    trending: 86,
    frames: 28,
    frame: shrug,
  }),
]
