import { polka, stage } from '../../drawing/backdrop.ts'
import { arm, blob, COATS, type Coat } from '../../drawing/blob.ts'
import { caption } from '../../drawing/glyphs.ts'
import { blink, hold, lerp, span, swell, wave } from '../../drawing/motion.ts'
import { gif } from '../../drawing/scene.ts'
import { at, ellipse, fade, group, n, stroke, svg } from '../../drawing/svg.ts'

/** Both arms hanging at the sides. */
export const sideArms = (coat: Coat): string =>
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

/** A flat hand, palm up: four fingers to the side and a thumb, its wrist at (0, 0). */
const palmUp = (coat: Coat): string =>
  [
    ...[-20, -7, 7].map((turn, index) =>
      group(`rotate(${turn})`, stroke(`M12 0H${[38, 42, 38][index]}`, coat.body, 12)),
    ),
    stroke('M6 -6L16 -24', coat.body, 12),
    ellipse(10, 0, 19, 14, coat.body),
    stroke('M2 -5Q12 -9 24 -5', coat.light, 4),
  ].join('')

/** Upper arm close to the body, forearm out and up: shoulders, elbows and hands rise one after the other. */
const shrugArm = (coat: Coat, side: number, up: number, late: number): string => {
  const shoulder = [side * 66, -66 - up * 16] as const
  const elbow = [side * (92 + up * 6), -30 - late * 4] as const
  const hand = [side * (88 + late * 48), -8 - late * 50] as const
  return [
    stroke(
      `M${n(shoulder[0])} ${n(shoulder[1])}Q${n(elbow[0])} ${n(elbow[1])} ${n(hand[0])} ${n(hand[1])}`,
      coat.shade,
      19,
    ),
    group(at(hand[0], hand[1], side * lerp(82, -14, late), side, 1), palmUp(coat)),
  ].join('')
}

const shrug = (t: number): string => {
  const up = hold(t, 0.12, 0.24, 0.72, 0.86)
  const late = hold(t, 0.15, 0.3, 0.7, 0.88)
  const bob = up > 0.98 ? swell(t, 4) * 0.06 : 0
  const coat = COATS.sky
  const tilt = up * (6 + wave(t, 2) * 2)
  return svg(
    480,
    270,
    stage(480, 270, '#ffe3a6', '#f7cf7f', 214),
    polka(480, 195, 48, 4, '#fff0cb'),
    ...[-1, 1].map((side) =>
      group(
        at(
          240 + side * (150 + up * 8),
          96 - up * 14 + wave(t, 2, side / 4) * 4,
          side * (10 + wave(t, 2) * 6),
          0.6 + up * 0.4,
        ),
        fade(up, caption('?', 0, 0, { size: 46, weight: 11 }, '#e0a33c')),
      ),
    ),
    blob(240, 250, 1.16, {
      coat,
      stretch: 1.03 - up * 0.12 + bob,
      lean: tilt,
      faceX: up * 4,
      faceY: up * 9,
      front: [-1, 1].map((side) => shrugArm(coat, side, up, late)).join(''),
      face: {
        lookX: up * 0.75 * wave(t, 1, 0.1),
        lookY: -0.7 * up,
        lid: Math.max(0.1, blink(t, 0.05, 0.5, 0.95)),
        brow: 2 + up * 11,
        browTurn: 12,
        smile: -0.55 * up - 0.1,
        mouthWidth: 18,
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
    stillAt: 0.4,
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
    tags: ['no', 'nope', 'shake', 'disagree', 'reaction', 'sad'],
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
