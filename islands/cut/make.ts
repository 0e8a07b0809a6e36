import { LIMITS } from '../../shared/media/limits.ts'
import { drawResult } from './caption.ts'
import type { Clip, Frame } from './clip.ts'
import { type Cut, filmRate, resultSize, type Size } from './cut.ts'
import { gifEncoder } from './encode-gif.ts'
import { stillWebp, webpEncoder } from './encode-webp.ts'
import type { Encoder, FilmEncoder } from './encoder.ts'

/** How large the file will be, and how long each frame is shown at least, in s. */
export function resultOf(clip: Clip, { start, end, crop }: Cut): { size: Size; frames: number; gap: number } {
  const seconds = end - start
  const rate = clip.rate && filmRate(clip.rate, seconds)
  const frames = rate ? Math.ceil(seconds * rate) + 1 : clip.count(start, end)
  return { size: resultSize(crop, frames, clip.kind === 'film'), frames, gap: rate ? 1 / rate : 0 }
}

/** Leaves out frames that come sooner than `gap` seconds after the one before, which is shown for longer. */
export async function* thinned(frames: AsyncIterable<Frame>, gap: number): AsyncGenerator<Frame, void> {
  let next: number | undefined
  for await (const frame of frames) {
    // A quarter of a frame's time is what times are rounded by.
    if (next !== undefined && frame.at < next - gap / 4) continue
    next = Math.max((next ?? frame.at) + gap, frame.at)
    yield { ...frame, duration: Math.max(frame.duration, gap) }
  }
}

/** A GIF stays one. Others keep half open pixels as WebP, where this browser writes it. */
async function encoderFor(clip: Clip, canvas: OffscreenCanvas, film?: FilmEncoder): Promise<Encoder> {
  if (clip.kind === 'film' && film) return film(canvas)
  if (clip.kind === 'gif') return gifEncoder(canvas)
  const { type } = await stillWebp(canvas)
  return type === 'image/webp' ? webpEncoder(canvas) : gifEncoder(canvas)
}

type Work = { signal: AbortSignal; onProgress: (part: number) => void; film?: FilmEncoder }

/** Lets presses and paints through between two frames. */
const breathe = () => new Promise((resolve) => setTimeout(resolve))

/**
 * Makes the file of a cut, frame by frame, so that no more than two frames are in memory.
 * @throws the signal's reason; RangeError for a file over the limit; what the browser's encoders throw
 */
export async function makeCut(clip: Clip, cut: Cut, { signal, onProgress, film }: Work): Promise<Blob> {
  const { size, frames, gap } = resultOf(clip, cut)
  const canvas = new OffscreenCanvas(size.width, size.height)
  const context = canvas.getContext('2d', { willReadFrequently: clip.kind === 'gif' })
  if (!context) throw new Error('no canvas here')
  const encoder = await encoderFor(clip, canvas, film)
  try {
    let done = 0
    for await (const { image, at, duration } of thinned(clip.frames(cut.start, cut.end), gap)) {
      drawResult(context, image, cut.crop, cut.caption, size)
      await encoder.add(context, { at: at - cut.start, duration: Math.min(duration, cut.end - at) })
      onProgress(++done / frames)
      await breathe()
      signal.throwIfAborted()
    }
    const file = await encoder.end()
    if (file.size > LIMITS.bytes) throw new RangeError(`${file.size} bytes`)
    return file
  } catch (error) {
    await encoder.cancel?.().catch(() => {})
    throw error
  }
}
