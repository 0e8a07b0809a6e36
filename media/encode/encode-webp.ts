import sharp, { type WebpOptions } from 'sharp'
import type { Clip } from '../clip/clip.ts'
import { decodeWithSharp } from '../decode/decode-with-sharp.ts'
import { flatClip } from './flat-clip.ts'
import { frameDelays } from './frame-delays.ts'
import { isAlike, looksOf } from './likeness.ts'

/** Higher efforts take up to 40 times longer for files 3 % smaller. */
const EFFORT = 4
const ALPHA_QUALITY = 40

function encode({ width, height, frames, loops = 0 }: Clip, options: WebpOptions): Promise<Uint8Array> {
  const strip = Buffer.concat(frames.map((frame) => frame.rgba))
  const raw = { width, height: height * frames.length, channels: 4, pageHeight: height } as const
  const delay = frameDelays(
    frames.map((frame) => frame.delayMs),
    1,
  )
  const timing = frames.length > 1 ? { delay, loop: loops } : {}
  return sharp(strip, { raw, limitInputPixels: false })
    .webp({ effort: EFFORT, ...timing, ...options })
    .toBuffer()
}

/** Enough for a flat drawing. */
const FLAT_COLOURS = 48
/** The mean squared error that so few colours may cost: as much as lossy coding of that quality would. */
const allowedError = (quality: number): number => (100 - quality) / 5

/** Animated WebP (a still, of one frame): lossy, or lossless for flat drawings where that is smaller. */
export async function encodeWebp(clip: Clip, quality: number): Promise<Uint8Array> {
  const lossy = await encode(clip, { quality, alphaQuality: ALPHA_QUALITY, minSize: true })
  const flat = flatClip(clip, FLAT_COLOURS, allowedError(quality))
  if (!flat) return lossy
  const lossless = await encode(flat, { lossless: true, minSize: true })
  return lossless.length < lossy.length ? lossless : lossy
}

/** The colours that a flat drawing is tried with, and the qualities of any. */
const PALETTES = [48, 128]
const QUALITIES = [40, 55, 72, 88]
/** Enough steps of transparency for clean edges; all of them cost a fifth more. */
const SMOOTH_ALPHA = 60
/** The mean squared error beyond which a drawing is not flat. */
const FLAT_ERROR = 12

/** The first that looks alike, of those that are made from the smallest on. */
async function firstAlike(clip: Clip, most: number, made: AsyncIterable<Uint8Array>) {
  for await (const webp of made) {
    if (webp.length >= most) return undefined
    if (isAlike(looksOf(clip, await decodeWithSharp(webp)))) return webp
  }
  return undefined
}

async function* lossy(clip: Clip) {
  for (const quality of QUALITIES) yield encode(clip, { quality, alphaQuality: SMOOTH_ALPHA, effort: 3 })
}

async function* lossless(clip: Clip) {
  const first = { ...clip, frames: clip.frames.slice(0, 1) }
  for (const colours of flatClip(first, FLAT_COLOURS, FLAT_ERROR) ? PALETTES : []) {
    const flat = flatClip(clip, colours, FLAT_ERROR)
    if (flat) yield encode(flat, { lossless: true })
  }
}

/** The WebP of fewest bytes that looks like its clip, in less than `most` bytes; undefined where there's none. */
export async function encodeWebpAlike(clip: Clip, most: number): Promise<Uint8Array | undefined> {
  const one = await firstAlike(clip, most, lossy(clip))
  return (await firstAlike(clip, one?.length ?? most, lossless(clip))) ?? one
}
