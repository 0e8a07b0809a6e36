import sharp, { type WebpOptions } from 'sharp'
import type { Clip } from '../clip/clip.ts'
import { flatClip } from './flat-clip.ts'
import { frameDelays } from './frame-delays.ts'

/** Higher efforts take up to 40 times longer for files 3 % smaller. */
const EFFORT = 4
const ALPHA_QUALITY = 40

function encode({ width, height, frames }: Clip, options: WebpOptions): Promise<Uint8Array> {
  const strip = Buffer.concat(frames.map((frame) => frame.rgba))
  const raw = { width, height: height * frames.length, channels: 4, pageHeight: height } as const
  const delay = frameDelays(
    frames.map((frame) => frame.delayMs),
    1,
  )
  const timing = frames.length > 1 ? { delay, loop: 0 } : {}
  return sharp(strip, { raw, limitInputPixels: false })
    .webp({ effort: EFFORT, minSize: true, ...timing, ...options })
    .toBuffer()
}

/** Animated WebP (a still, of one frame): lossy, or lossless for flat drawings where that is smaller. */
export async function encodeWebp(clip: Clip, quality: number): Promise<Uint8Array> {
  const lossy = await encode(clip, { quality, alphaQuality: ALPHA_QUALITY })
  const flat = flatClip(clip, quality)
  if (!flat) return lossy
  const lossless = await encode(flat, { lossless: true })
  return lossless.length < lossy.length ? lossless : lossy
}
