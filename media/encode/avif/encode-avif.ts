import { MediaError } from '../../../shared/media/limits.ts'
import type { Clip } from '../../clip/clip.ts'
import { frameDelays } from '../frame-delays.ts'
import { isAlike, type Looks, looksOf } from '../likeness.ts'
import { crfsFor, decodeAv1, encodeAv1, type Planes } from './av1.ts'
import { readAv1 } from './av1-stream.ts'
import { avifFile } from './avif-file.ts'
import { spreadColours } from './spread-colours.ts'

/** No animation takes fewer bytes: the boxes of its file are half of them. */
const LEAST = 1500
const coloursOf = ({ width, height, frames, transparent }: Clip): Planes => ({
  width,
  height,
  pixels: Buffer.concat(frames.map(({ rgba }) => (transparent ? spreadColours(rgba, width, height) : rgba))),
  form: 'colour',
})

function alphaOf({ width, height, frames }: Clip): Planes {
  const pixels = new Uint8Array(width * height * frames.length)
  let at = 0
  for (const { rgba } of frames) for (let i = 3; i < rgba.length; i += 4) pixels[at++] = rgba[i] as number
  return { width, height, pixels, form: 'gray' }
}

/** What is seen of coded colours and transparency. */
async function seen(clip: Clip, colour: Buffer, alpha: Buffer | undefined): Promise<Clip> {
  const size = clip.width * clip.height
  const rgba = await decodeAv1(colour, 'colour', size * clip.frames.length * 4)
  const gray = alpha && (await decodeAv1(alpha, 'gray', size * clip.frames.length))
  gray?.forEach((value, i) => {
    rgba[i * 4 + 3] = value
  })
  const frames = clip.frames.map(({ delayMs }, i) => ({
    rgba: rgba.subarray(i * size * 4, (i + 1) * size * 4),
    delayMs,
  }))
  return { ...clip, frames }
}

type Tried = { avif: Uint8Array; looks: Looks }

async function attempt(clip: Clip, colour: Planes, alpha: Planes | undefined, crf: number): Promise<Tried> {
  const { width, height, frames, loops = 0 } = clip
  const [coded, clear] = await Promise.all([encodeAv1(colour, crf), alpha && encodeAv1(alpha, crf)])
  const delaysMs = frameDelays(
    frames.map(({ delayMs }) => delayMs),
    1,
  )
  const streams = { colour: readAv1(coded), ...(clear && { alpha: readAv1(clear) }) }
  const avif = avifFile({ width, height, ...streams, delaysMs, loops })
  return { avif, looks: looksOf(clip, await seen(clip, coded.ivf, clear?.ivf)) }
}

/** A large picture may need more memory or time than an encoder is given: the other forms are there. */
function withoutIt(error: unknown): undefined {
  if (!(error instanceof MediaError)) throw error
}

/**
 * The animated AVIF of fewest bytes that looks like its clip (`isAlike`), in less than `most` bytes; undefined where there's
 * none, or no encoder. Frames, delays and loops are the clip's.
 */
export async function encodeAvif(clip: Clip, most: number): Promise<Uint8Array | undefined> {
  if (most < LEAST) return undefined
  const colour = coloursOf(clip)
  const alpha = clip.transparent ? alphaOf(clip) : undefined
  for (const crf of crfsFor(colour)) {
    const tried = await attempt(clip, colour, alpha, crf).catch(withoutIt)
    if (!tried) return undefined
    const { avif, looks } = tried
    // A better one is larger still.
    if (avif.length >= most) return undefined
    if (isAlike(looks)) return avif
  }
  return undefined
}
