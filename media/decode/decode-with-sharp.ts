import sharp from 'sharp'
import { LIMITS } from '../../shared/media/limits.ts'
import { type Clip, clipFromStrip, shownDelay } from '../clip/clip.ts'

/** Decodes GIF and WebP: libvips composes the frames and returns them as one tall strip. */
export async function decodeWithSharp(bytes: Uint8Array): Promise<Clip> {
  const picture = sharp(bytes, { animated: true, failOn: 'error', limitInputPixels: LIMITS.framePixels })
  const { pages = 1, delay = [], loop = 0 } = await picture.metadata()
  const { data, info } = await picture
    .toColourspace('srgb')
    .ensureAlpha()
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
  const delays = Array.from({ length: pages }, (_, i) => shownDelay(delay[i]))
  return { ...clipFromStrip(data, info.width, Math.round(info.height / pages), delays), loops: loop }
}
