import { readGifHeader } from '../shared/media/picture-headers.ts'
import { renditionSize } from '../shared/picture/rendition-size.ts'
import { type Clip, frameAt } from './clip/clip.ts'
import { decimate } from './clip/decimate.ts'
import { type ClipSize, resizeClip } from './clip/resize-clip.ts'
import { encodeAvif } from './encode/avif/encode-avif.ts'
import { encodeAvifStill } from './encode/avif/encode-avif-still.ts'
import { encodeGif, encodeGifLike } from './encode/encode-gif.ts'
import { encodeMp4 } from './encode/encode-mp4.ts'
import { encodeWebpAlike } from './encode/encode-webp.ts'

export type Format = 'gif' | 'webp' | 'mp4' | 'avif'
type MadeFiles = Partial<Record<Format, Uint8Array>>
/** `of` names the rendition that the files were made for: two of the same size share them. */
export type EncodedRendition = ClipSize & { of: string; frames: number; files: MadeFiles }

/** How a tier of renditions is written. `gifFrames`: a GIF needs most bytes, so it may have fewer frames. */
type Tier = {
  frames: number
  gifFrames: number
  colours: number
  gifBytes: number
  /** Whether there's a WebP beside an AVIF, which is smaller. */
  isBoth: boolean
  /** A GIF has the fewest colours that look alike, undithered; else all, and bands are dithered. */
  isFlat: boolean
  /** H.264 quantizer, 10 (best) to 51. */
  quantizer: number
}
export type Profile = { full: Tier; tile: Tier }

type Rule = { tier: keyof Profile; frames: number }

/** For files that people ingest. */
const GENEROUS: Profile = {
  full: {
    frames: 1000,
    gifFrames: 1000,
    colours: 255,
    gifBytes: 8_000_000,
    isBoth: true,
    isFlat: false,
    quantizer: 31,
  },
  tile: {
    frames: 100,
    gifFrames: 100,
    colours: 96,
    gifBytes: 2_000_000,
    isBoth: true,
    isFlat: false,
    quantizer: 33,
  },
}

/** Every moving rendition an item has: how good, how many frames at most. */
export const RULES = {
  original: { tier: 'full', frames: 1000 },
  downsized_large: { tier: 'full', frames: 300 },
  downsized: { tier: 'full', frames: 150 },
  fixed_width: { tier: 'tile', frames: 100 },
  fixed_height: { tier: 'tile', frames: 100 },
  fixed_width_small: { tier: 'tile', frames: 60 },
  fixed_height_small: { tier: 'tile', frames: 60 },
} satisfies Record<string, Rule>

export type RenditionName = keyof typeof RULES

/** How alike a GIF is from which more colours are not seen. */
const ALIKE = 0.95

async function gifOf(clip: Clip, tier: Tier): Promise<Uint8Array> {
  const few = decimate(clip, tier.gifFrames)
  if (!tier.isFlat) return encodeGif(few, tier.colours, tier.gifBytes)
  return (await encodeGifLike(few, ALIKE, tier.colours, tier.gifBytes)).gif
}

/** A GIF; AVIF and WebP where they look alike in fewer bytes, a frame: a GIF may have lost some to stay small. */
async function encodePictures(clip: Clip, tier: Tier): Promise<MadeFiles> {
  const frames = clip.frames.length
  const gif = await gifOf(clip, tier)
  const most = (gif.length * frames) / readGifHeader(gif).frames
  const found = await (frames > 1 ? encodeAvif : encodeAvifStill)(clip, most)
  const webp = found && !tier.isBoth ? undefined : await encodeWebpAlike(clip, most)
  const avif = found && found.length < (webp?.length ?? most) ? found : undefined
  return { gif, ...(webp && { webp }), ...(avif && { avif }) }
}

/** A still has no film. */
const encodeStill = (clip: Clip, tier: Tier, at: number): Promise<MadeFiles> =>
  encodePictures({ ...clip, frames: [frameAt(clip, at)] }, tier)

const encodeMoving = async (clip: Clip, tier: Tier): Promise<MadeFiles> => ({
  ...(await encodePictures(clip, tier)),
  mp4: await encodeMp4(clip, tier.quantizer),
})

/**
 * Makes each rendition and its still. The same size, tier and number of frames are made once.
 * @param stillAt the moment that stills show, 0 to 1 of the running time
 */
export async function encodeRenditions(
  clip: Clip,
  profile = GENEROUS,
  stillAt = 0,
): Promise<Record<string, EncodedRendition>> {
  const made: Record<string, EncodedRendition> = {}
  const alike = new Map<string, string>()
  for (const [name, rule] of Object.entries(RULES) as [RenditionName, Rule][]) {
    const size = renditionSize(name, clip)
    const tier = profile[rule.tier]
    const moving = decimate(clip, Math.min(rule.frames, tier.frames))
    const key = [size.width, size.height, rule.tier, moving.frames.length].join()
    const of = alike.get(key) ?? name
    alike.set(key, of)
    const scaled = of === name ? await resizeClip(moving, size) : moving
    const files = made[of]?.files ?? (await encodeMoving(scaled, tier))
    const still = made[`${of}_still`]?.files ?? (await encodeStill(scaled, tier, stillAt))
    made[name] = { ...size, of, frames: moving.frames.length, files }
    made[`${name}_still`] = { ...size, of: `${of}_still`, frames: 1, files: still }
  }
  return made
}
