import { LIMITS } from '../../shared/media/limits.ts'

/** In pixels of the picture. */
export type Size = { width: number; height: number }
export type Box = Size & { x: number; y: number }

export type Caption = {
  text: string
  place: 'top' | 'bottom'
  size: 'small' | 'medium' | 'large'
  outline: 'none' | 'thin' | 'thick'
  /** As `#rrggbb`. */
  colour: string
  outlineColour: string
}

/** What is kept of a file: from one second to another, a part of the picture, and words on it. */
export type Cut = { start: number; end: number; crop: Box; caption: Caption }

export const NO_CAPTION: Caption = {
  text: '',
  place: 'bottom',
  size: 'medium',
  outline: 'thick',
  colour: '#ffffff',
  outlineColour: '#000000',
}

/** All of a file. @param end in s */
export const wholeCut = ({ width, height }: Size, end: number): Cut => ({
  start: 0,
  end,
  crop: { x: 0, y: 0, width, height },
  caption: NO_CAPTION,
})

export const sameCut = (a: Cut, b: Cut): boolean => JSON.stringify(a) === JSON.stringify(b)

/** Under a side of this many pixels a crop is an accident. */
const CROP_MIN = 16

const clamp = (value: number, min: number, max: number): number => Math.max(min, Math.min(max, value))

/** The largest crop of a ratio (width to height), in the middle. */
export function ratioBox({ width, height }: Size, ratio: number): Box {
  const [w, h] = width > height * ratio ? [height * ratio, height] : [width, width / ratio]
  const size = { width: Math.max(1, Math.round(w)), height: Math.max(1, Math.round(h)) }
  return { ...size, x: Math.round((width - size.width) / 2), y: Math.round((height - size.height) / 2) }
}

/** A crop elsewhere in the picture, of the same size. */
export const moveBox = (box: Box, dx: number, dy: number, { width, height }: Size): Box => ({
  ...box,
  x: clamp(Math.round(box.x + dx), 0, width - box.width),
  y: clamp(Math.round(box.y + dy), 0, height - box.height),
})

/** The corner that is moved: the one across stays where it is. */
export type Corner = 'nw' | 'ne' | 'sw' | 'se'

/** A crop with one corner elsewhere, within the picture. @param ratio width to height, where it shall stay */
export function resizeBox(
  box: Box,
  corner: Corner,
  dx: number,
  dy: number,
  picture: Size,
  ratio?: number,
): Box {
  const [isWest, isNorth] = [corner.endsWith('w'), corner.startsWith('n')]
  const room = {
    width: isWest ? box.x + box.width : picture.width - box.x,
    height: isNorth ? box.y + box.height : picture.height - box.y,
  }
  const min = { width: Math.min(CROP_MIN, room.width), height: Math.min(CROP_MIN, room.height) }
  let width = clamp(Math.round(box.width + (isWest ? -dx : dx)), min.width, room.width)
  let height = clamp(Math.round(box.height + (isNorth ? -dy : dy)), min.height, room.height)
  if (ratio) {
    // The longer way decides, so that either axis can be dragged; then it is made to fit.
    const wanted = Math.abs(dx) >= Math.abs(dy) * ratio ? width : height * ratio
    width = Math.max(1, Math.round(Math.min(wanted, room.width, room.height * ratio)))
    height = Math.max(1, Math.min(room.height, Math.round(width / ratio)))
  }
  return {
    x: isWest ? box.x + box.width - width : box.x,
    y: isNorth ? box.y + box.height - height : box.y,
    width,
    height,
  }
}

/** A frame's place in time, in s. */
export type Timed = { at: number; duration: number }

const EPSILON_S = 1e-4

/** The frames that begin within a part, with their places in the whole; at least the one that it begins in. */
export function framesWithin(frames: readonly Timed[], start: number, end: number): number[] {
  const found = frames.flatMap(({ at }, i) => (at >= start - EPSILON_S && at < end - EPSILON_S ? [i] : []))
  if (found.length > 0) return found
  const before = frames.findLastIndex(({ at }) => at <= start + EPSILON_S)
  return frames.length > 0 ? [Math.max(0, before)] : []
}

/** Where each frame begins, and where the last one ends, in s. @param durations in ms */
export function timesOf(durations: readonly number[]): { frames: Timed[]; marks: number[] } {
  const marks = [0]
  let ms = 0
  const frames = durations.map((duration) => {
    const frame = { at: ms / 1000, duration: duration / 1000 }
    ms += duration
    marks.push(ms / 1000)
    return frame
  })
  return { frames, marks }
}

const FILM_STEP_S = 0.1

/** The places of a film's time line: a tenth of a second each, and its end. */
export function filmMarks(seconds: number): number[] {
  const steps = Math.max(1, Math.ceil(seconds / FILM_STEP_S - 0.5))
  return [...Array.from({ length: steps }, (_, i) => Math.round(i * FILM_STEP_S * 10) / 10), seconds]
}

/** Frames a second of a film that was cut: its own, at most 30, and as many as may be in a file. */
export const filmRate = (rate: number, seconds: number): number =>
  Math.min(rate, 30, (LIMITS.frames - 2) / seconds)

/** How large the result is: the crop, made smaller where so many frames of it are over the limits (T27). */
export function resultSize({ width, height }: Size, frames: number, isFilm: boolean): Size {
  const scale = Math.min(
    1,
    LIMITS.side / Math.max(width, height),
    Math.sqrt(LIMITS.pixels / (width * height)),
    Math.sqrt(LIMITS.framePixels / (width * height * Math.max(1, frames))),
  )
  // Encoders of films want even sides.
  const step = isFilm ? 2 : 1
  const side = (length: number) => Math.max(step, Math.floor((length * scale) / step + 1e-9) * step)
  return { width: side(width), height: side(height) }
}
