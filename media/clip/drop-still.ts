import type { Clip, Frame } from './clip.ts'

/** Levels of a channel from which a pixel has changed. */
const SEEN = 16
/** Changes of fewer pixels are none. */
const NOTHING = 0.0005
/** A movement, however small, has ten frames a second. */
const LONGEST_MS = 105

/** The share of pixels that differ visibly. */
function changed({ rgba: a }: Frame, { rgba: b }: Frame): number {
  let count = 0
  for (let i = 0; i < a.length; i += 4) {
    for (let c = i; c < i + 4; c++) {
      if (Math.abs((a[c] as number) - (b[c] as number)) <= SEEN) continue
      count++
      break
    }
  }
  return (count * 4) / a.length
}

/**
 * Leaves out frames that the motion does not need: those that differ from the one before in less than `share` of their
 * pixels, which is then shown longer. What stands still may do so for any time.
 */
export function dropStill(clip: Clip, share: number): Clip {
  const kept: Frame[] = []
  for (const frame of clip.frames) {
    const last = kept.at(-1)
    const difference = last ? changed(last, frame) : 1
    const mayStay = difference < NOTHING || (last && last.delayMs + frame.delayMs <= LONGEST_MS)
    if (last && difference < share && mayStay)
      kept[kept.length - 1] = { ...last, delayMs: last.delayMs + frame.delayMs }
    else kept.push(frame)
  }
  return { ...clip, frames: kept }
}
