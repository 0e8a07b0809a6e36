import { shownDelayMs } from '../../shared/media/shown-delay.ts'

/** The longest delay that every format can write: WebP's encoder takes no more than 65.535 s. */
const LONGEST_MS = 65_000

/** The delay that browsers show. */
export const shownDelay = (delayMs: number | undefined): number =>
  Math.min(shownDelayMs(delayMs ?? 0), LONGEST_MS)

export type Frame = { rgba: Uint8Array; delayMs: number }

/** A decoded animation: full frames, straight (not premultiplied) alpha, at least one frame; how often it plays, 0 for ever. */
export type Clip = { width: number; height: number; frames: Frame[]; transparent: boolean; loops?: number }

/** Below this alpha a pixel is transparent in a GIF, which has no partial transparency. */
export const ALPHA_CUT = 128

/** A frame's pixels as 32-bit words, red in the lowest byte. */
export function pixelsOf(frame: Frame): Uint32Array {
  const { rgba } = frame
  const aligned = rgba.byteOffset % 4 === 0 ? rgba : rgba.slice()
  return new Uint32Array(aligned.buffer, aligned.byteOffset, aligned.byteLength >> 2)
}

/** A clip is transparent when more than 1 in 200 pixels of some frame are. */
export function isTransparent(frames: readonly Frame[]): boolean {
  return frames.some((frame) => {
    const pixels = pixelsOf(frame)
    let open = 0
    for (const pixel of pixels) if (pixel >>> 24 < ALPHA_CUT) open++
    return open * 200 > pixels.length
  })
}

/** Cuts a tall strip of stacked frames (sharp's form of an animation) without copying. */
export function clipFromStrip(rgba: Uint8Array, width: number, height: number, delays: number[]): Clip {
  const size = width * height * 4
  const frames = delays.map((delayMs, i) => ({ rgba: rgba.subarray(i * size, (i + 1) * size), delayMs }))
  return { width, height, frames, transparent: isTransparent(frames) }
}

export const clipDurationMs = (clip: Clip): number =>
  clip.frames.reduce((sum, frame) => sum + frame.delayMs, 0)

/** The frame that is visible at a moment, 0 to 1 of the running time. */
export function frameAt(clip: Clip, moment: number): Frame {
  let rest = moment * clipDurationMs(clip)
  const shown = clip.frames.find(({ delayMs }) => {
    rest -= delayMs
    return rest < 0
  })
  return shown ?? (clip.frames[clip.frames.length - 1] as Frame)
}
