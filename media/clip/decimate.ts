import { type Clip, clipDurationMs, type Frame } from './clip.ts'

/** Keeps at most `most` frames: those that are visible at evenly spread times. The duration stays the same. */
export function decimate(clip: Clip, most: number): Clip {
  if (clip.frames.length <= most) return clip
  const delayMs = clipDurationMs(clip) / most
  const frames: Frame[] = []
  let ends = 0
  for (const frame of clip.frames) {
    ends += frame.delayMs
    while (frames.length < most && frames.length * delayMs < ends) frames.push({ rgba: frame.rgba, delayMs })
  }
  return { ...clip, frames }
}
