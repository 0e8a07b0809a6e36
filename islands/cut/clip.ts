import { KIND_BYTES, kindOf, LIMITS } from '../../shared/media/limits.ts'
import { shownDelayMs } from '../../shared/media/shown-delay.ts'
import { own } from '../../shared/own.ts'
import { framesWithin, type Size, type Timed, timesOf } from './cut.ts'

/** A frame while it is drawn. `at` and `duration` are in s, from the clip's beginning. */
export type Frame = Timed & { image: CanvasImageSource }

/** A file that was opened for a cut. */
export type Clip = Size & {
  kind: 'gif' | 'picture' | 'film'
  /** The places where a part may begin or end, in s; the last one is the clip's end. */
  marks: readonly number[]
  /** How many places a part may have at most. */
  most: number
  /** Of a film: frames a second. */
  rate?: number
  /** How many frames are in a part of it. */
  count: (start: number, end: number) => number
  /** The frames of a part, one at a time: each is good until the next one is asked for. */
  frames: (start: number, end: number) => AsyncGenerator<Frame, void>
  close: () => void
}

/** A file that this browser cannot open. */
export class ClipError extends Error {}

const TYPES: Readonly<Record<string, string>> = {
  gif: 'image/gif',
  webp: 'image/webp',
  png: 'image/png',
}

/** Frames of a picture that are looked at: a part of them can be chosen. */
const FRAMES_MAX = 4 * LIMITS.frames
const PICTURE_BYTES = 4 * LIMITS.bytes

/** What a file is by its first bytes, and the type that a picture is decoded as. @throws MediaError */
export async function kindOfFile(file: Blob): Promise<{ kind: Clip['kind']; type: string }> {
  const kind = kindOf(new Uint8Array(await file.slice(0, KIND_BYTES).arrayBuffer()))
  const type = own(TYPES, kind) ?? ''
  return { kind: kind === 'gif' ? 'gif' : type ? 'picture' : 'film', type }
}

/** Opens a GIF, WebP or PNG file, and learns the times of its frames. @throws ClipError */
export async function openPicture(file: Blob, kind: 'gif' | 'picture', type: string): Promise<Clip> {
  if (!('ImageDecoder' in globalThis)) throw new ClipError('no decoder of pictures here')
  if (file.size > PICTURE_BYTES) throw new ClipError(`${file.size} bytes`)
  const decoder = new ImageDecoder({ data: await file.arrayBuffer(), type })
  try {
    await Promise.all([decoder.completed, decoder.tracks.ready])
    const count = decoder.tracks.selectedTrack?.frameCount ?? 0
    if (count < 1 || count > FRAMES_MAX) throw new ClipError(`${count} frames`)
    const { durations, size } = await readFrames(decoder, count)
    return pictureClip(decoder, kind, size, durations)
  } catch (error) {
    decoder.close()
    throw error instanceof ClipError ? error : new ClipError('this file cannot be decoded', { cause: error })
  }
}

/** The size of the first frame, and how long each one is shown, in ms. Frames are not kept. */
async function readFrames(
  decoder: ImageDecoder,
  count: number,
): Promise<{ durations: number[]; size: Size }> {
  const durations: number[] = []
  let size: Size = { width: 0, height: 0 }
  for (let frameIndex = 0; frameIndex < count; frameIndex++) {
    const { image } = await decoder.decode({ frameIndex })
    if (frameIndex === 0) size = { width: image.displayWidth, height: image.displayHeight }
    durations.push(shownDelayMs(Math.round((image.duration ?? 0) / 1000)))
    image.close()
    if (size.width * size.height > LIMITS.pixels) throw new ClipError('too large a picture')
  }
  return { durations, size }
}

function pictureClip(
  decoder: ImageDecoder,
  kind: 'gif' | 'picture',
  size: Size,
  durations: readonly number[],
): Clip {
  const { frames, marks } = timesOf(durations)
  return {
    ...size,
    kind,
    marks,
    most: LIMITS.frames,
    count: (start, end) => framesWithin(frames, start, end).length,
    async *frames(start, end) {
      for (const frameIndex of framesWithin(frames, start, end)) {
        const { image } = await decoder.decode({ frameIndex })
        try {
          yield { ...(frames[frameIndex] as Timed), image }
        } finally {
          image.close()
        }
      }
    },
    close: () => decoder.close(),
  }
}
