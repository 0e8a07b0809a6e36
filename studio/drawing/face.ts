import { clamp, lerp } from './motion.ts'
import { circle, ellipse, group, n, path, stroke } from './svg.ts'

export const INK = '#241a33'

export type Face = {
  eyes?: 'open' | 'happy' | 'shut' | 'squeezed'
  /** Where the pupils are, -1 to 1 each way. */
  lookX?: number
  lookY?: number
  /** 0 open, 1 shut: a blink or a heavy lid. */
  lid?: number
  lidColour: string
  /** 1 is the usual size. */
  pupil?: number
  eyeSize?: number
  /** Raised (+) or lowered (-) in pixels; absent without brows. */
  brow?: number
  /** Inner ends up (+, worried) or down (-, cross), degrees. */
  browTurn?: number
  /** Smile 1, straight 0, frown -1. */
  smile?: number
  /** How far the mouth is open, 0-1. */
  open?: number
  mouthWidth?: number
  cheeks?: string
}

/** The part of an eye above a lid's edge. */
function lidShape(rx: number, ry: number, shut: number): string {
  const edge = lerp(-ry, ry, clamp(shut))
  const half = rx * Math.sqrt(Math.max(0, 1 - (edge / ry) ** 2))
  const large = edge > 0 ? 1 : 0
  return `M${n(-half)} ${n(edge)}A${n(rx)} ${n(ry)} 0 ${large} 1 ${n(half)} ${n(edge)}Z`
}

function openEye(face: Face): string {
  const { lookX = 0, lookY = 0, lid = 0, pupil = 1, eyeSize = 1 } = face
  const rx = 15 * eyeSize
  const ry = 18 * eyeSize
  if (lid >= 0.97) return stroke(`M${n(-rx * 0.85)} 3Q0 9 ${n(rx * 0.85)} 3`, INK, 4.5)
  const r = 9.5 * pupil
  const px = lookX * (rx - r * 0.8)
  const py = lookY * (ry - r * 0.85)
  return [
    ellipse(0, 0, rx, ry, '#fffdf8'),
    circle(px, py, r, INK),
    circle(px + r * 0.35, py - r * 0.38, r * 0.32, '#fff'),
    lid > 0 ? path(lidShape(rx + 1, ry + 1, lid), face.lidColour) : '',
    lid > 0.15 ? stroke(`M${n(-rx)} ${n(lerp(-ry, ry, lid))}H${n(rx)}`, INK, 3) : '',
  ].join('')
}

const eye = (face: Face, side: number): string => {
  switch (face.eyes) {
    case 'happy':
      return stroke('M-13 5Q0 -13 13 5', INK, 5.5)
    case 'shut':
      return stroke('M-13 0Q0 10 13 0', INK, 5)
    case 'squeezed':
      return stroke(side < 0 ? 'M-9 -9L9 0L-9 9' : 'M9 -9L-9 0L9 9', INK, 5.5)
    default:
      return openEye(face)
  }
}

const between = (a: number, b: number, c: number, u: number, w: number): number =>
  a * (1 - u) * (1 - w) + b * (u * (1 - w) + w * (1 - u)) + c * u * w

function mouth({ smile = 1, open = 0, mouthWidth = 17 }: Face): string {
  const w = mouthWidth
  if (open < 0.08) return stroke(`M${-w} ${n(-smile * 3)}Q0 ${n(smile * 14)} ${w} ${n(-smile * 3)}`, INK, 5)
  const top = smile > 0 ? smile * 4 : smile * 22 - open * 6
  const bottom = Math.max(0, smile * 12) + open * 44
  // The tongue is the middle of the lower lip's own curve, so that it always fits the mouth.
  const [x0, x1, y0, y1] = [
    between(-w, 0, w, 0.2, 0.2),
    between(-w, 0, w, 0.8, 0.8),
    between(0, bottom, 0, 0.2, 0.2),
    between(0, bottom, 0, 0.8, 0.8),
  ]
  const low = between(0, bottom, 0, 0.2, 0.8)
  return [
    path(`M${-w} 0Q0 ${n(top)} ${w} 0Q0 ${n(bottom)} ${-w} 0Z`, INK, {
      stroke: INK,
      'stroke-width': 5,
      'stroke-linejoin': 'round',
    }),
    path(
      `M${n(x0)} ${n(y0)}Q0 ${n(low)} ${n(x1)} ${n(y1)}Q0 ${n(lerp(y0, low, -0.15))} ${n(x0)} ${n(y0)}Z`,
      '#f2667c',
    ),
  ].join('')
}

/** Eyes, brows, cheeks and mouth around (0, 0), the point between the eyes. About 90 wide. */
export const drawFace = (face: Face): string =>
  [
    face.cheeks ? ellipse(-41, 19, 11, 7, face.cheeks) + ellipse(41, 19, 11, 7, face.cheeks) : '',
    ...[-1, 1].map((side) => group(`translate(${side * 24} 0)`, eye(face, side))),
    face.brow === undefined
      ? ''
      : [-1, 1]
          .map((side) =>
            group(
              `translate(${side * 26} ${n(-28 - (face.brow ?? 0))}) rotate(${n(side * (face.browTurn ?? 0))})`,
              stroke('M-10 0Q0 -4 10 0', INK, 5),
            ),
          )
          .join(''),
    group('translate(0 27)', mouth(face)),
  ].join('')
