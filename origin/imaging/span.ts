import { fieldError, type InputError } from '../../shared/errors.ts'

/** What is wanted of a file, in ms from its beginning. */
export type Span = { startMs: number; endMs: number }

/** A cut file: pieces that follow each other, most of them parts of the file it was cut from. */
export type Cut = {
  pieces: Uint8Array[]
  /** What was really cut, in ms of the file it was cut from. */
  startMs: number
  durationMs: number
  /** Whether it starts at the frame that was asked for, or at a key frame before it. */
  isExact: boolean
}

/** The kept frames, from `first` up to but without `end`, and the time of the first. */
type KeptFrames = { first: number; end: number; startMs: number; durationMs: number }

/**
 * The frames that a span shows: from the one shown at its start to the last that begins before its end. Frames are kept
 * whole, with their delays.
 * @throws InputError for a start at or after the end of the animation.
 */
export function framesOfSpan(delaysMs: readonly number[], { startMs, endMs }: Span): KeptFrames {
  let at = 0
  const frames = delaysMs.map((delay) => {
    const begins = at
    at += delay
    return { begins, ends: at }
  })
  const first = frames.findIndex(({ ends }) => ends > startMs)
  const begin = frames[first]
  if (!begin) throw afterEnd(at)
  const after = frames.findIndex(({ begins }, index) => index > first && begins >= endMs)
  const end = after < 0 ? frames.length : after
  return { first, end, startMs: begin.begins, durationMs: (frames[end - 1]?.ends ?? 0) - begin.begins }
}

/** @param durationMs of the whole file. */
export function afterEnd(durationMs: number): InputError {
  return fieldError('start', `start is after the end: the file has ${(durationMs / 1000).toFixed(2)} s`)
}
