import { drawFace, type Face } from './face.ts'
import { at, circle, ellipse, group, n, path, stroke } from './svg.ts'

/** The colours of one member of the family. */
export type Coat = { body: string; shade: string; light: string; cheek: string }

export const COATS = {
  peach: { body: '#ff9e7a', shade: '#ef7d63', light: '#ffc3a3', cheek: '#ff7466' },
  mint: { body: '#6fd6b0', shade: '#49b996', light: '#a5ecd0', cheek: '#ff9a8f' },
  lilac: { body: '#b79cf5', shade: '#957ade', light: '#d6c5ff', cheek: '#f58cc0' },
  lemon: { body: '#ffcf56', shade: '#f0b031', light: '#ffe596', cheek: '#ff9360' },
  sky: { body: '#6fb7f2', shade: '#4a95da', light: '#a9d7fb', cheek: '#f593a8' },
  rose: { body: '#f47f9f', shade: '#db5f85', light: '#ffb0c4', cheek: '#ff5577' },
} satisfies Record<string, Coat>

type Pose = {
  coat: Coat
  face: Omit<Face, 'lidColour'>
  /** 1 is at rest, more is stretched up, less is squashed; the breadth makes up for it. */
  stretch?: number
  lean?: number
  /** Above the floor, in pixels. */
  lift?: number
  /** The face slides on the body with the turn of the head, pixels. */
  faceX?: number
  faceY?: number
  hat?: string
  /** Drawn on the body, in front of the face. */
  front?: string
  /** Drawn behind the body. */
  behind?: string
  plump?: number
}

/** A gumdrop with its feet at y = 0. */
const gumdrop = (w: number, h: number): string =>
  `M0 ${n(-h)}C${n(w * 0.62)} ${n(-h)} ${n(w)} ${n(-h * 0.64)} ${n(w)} ${n(-h * 0.32)}C${n(w)} ${n(-h * 0.06)} ${n(w * 0.72)} 0 0 0` +
  `C${n(-w * 0.72)} 0 ${n(-w)} ${n(-h * 0.06)} ${n(-w)} ${n(-h * 0.32)}C${n(-w)} ${n(-h * 0.64)} ${n(-w * 0.62)} ${n(-h)} 0 ${n(-h)}Z`

/** One of the family, standing at (x, y): 170 wide, 165 high at scale 1. */
export function blob(x: number, y: number, scale: number, pose: Pose): string {
  const { coat, face, stretch = 1, lean = 0, lift = 0, faceX = 0, faceY = 0, plump = 1 } = pose
  const shadow = Math.max(0.45, 1 - lift / 160)
  return group(
    at(x, y, 0, scale),
    ellipse(0, 1, 84 * plump * shadow, 9 * shadow, '#1a1030', { opacity: 0.22 }),
    group(
      at(0, -lift, lean, 1 / Math.sqrt(stretch), stretch),
      pose.behind ?? '',
      ellipse(-32, -3, 22, 9, coat.shade),
      ellipse(32, -3, 22, 9, coat.shade),
      path(gumdrop(85 * plump, 165), coat.shade),
      group('translate(-4 -9)', path(gumdrop(78 * plump, 153), coat.body)),
      stroke('M-52 -112Q-40 -138 -16 -147', coat.light, 8),
      group(
        `translate(${n(faceX)} ${n(-92 + faceY)})`,
        drawFace({ cheeks: coat.cheek, ...face, lidColour: coat.body }),
      ),
      pose.hat ? group('translate(0 -160)', pose.hat) : '',
      pose.front ?? '',
    ),
  )
}

/** A noodle arm from the shoulder to the hand, in the body's own coordinates. */
export const arm = (
  coat: Coat,
  from: readonly [number, number],
  elbow: readonly [number, number],
  hand: readonly [number, number],
): string =>
  stroke(
    `M${n(from[0])} ${n(from[1])}Q${n(elbow[0])} ${n(elbow[1])} ${n(hand[0])} ${n(hand[1])}`,
    coat.shade,
    17,
  ) + circle(hand[0], hand[1], 15, coat.body)

/** An open hand with four fingers, its wrist at (0, 0), fingers up. */
export const openHand = (coat: Coat): string =>
  [
    ...[-27, -9, 9, 27].map((turn) => group(`rotate(${turn})`, stroke('M0 -14V-36', coat.body, 12))),
    group('rotate(-78)', stroke('M0 -10V-26', coat.body, 12)),
    circle(0, -12, 19, coat.body),
  ].join('')
