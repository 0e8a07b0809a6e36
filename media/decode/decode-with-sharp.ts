import sharp from 'sharp'
import { type Clip, clipFromStrip } from '../clip/clip.ts'
import { LIMITS } from '../headers/limits.ts'

/** Browsers play a delay of 0 or 10 ms as 100 ms, and the clip is timed as they play it. */
const shownDelay = (delay: number | undefined): number => (delay === undefined || delay <= 10 ? 100 : delay)

/** Decodes GIF and WebP: libvips composes the frames and returns them as one tall strip. */
export async function decodeWithSharp(bytes: Uint8Array): Promise<Clip> {
  const picture = sharp(bytes, { animated: true, failOn: 'error', limitInputPixels: LIMITS.framePixels })
  const { pages = 1, delay = [] } = await picture.metadata()
  const { data, info } = await picture
    .toColourspace('srgb')
    .ensureAlpha()
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
  const delays = Array.from({ length: pages }, (_, i) => shownDelay(delay[i]))
  return clipFromStrip(data, info.width, Math.round(info.height / pages), delays)
}
