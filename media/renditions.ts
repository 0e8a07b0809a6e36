import { renditionSize } from '../shared/picture/rendition-size.ts'
import { type Clip, frameAt } from './clip/clip.ts'
import { decimate } from './clip/decimate.ts'
import { type ClipSize, resizeClip } from './clip/resize-clip.ts'
import { encodeGif, encodeGifLike } from './encode/encode-gif.ts'
import { encodeMp4 } from './encode/encode-mp4.ts'
import { encodeWebp, encodeWebpLike } from './encode/encode-webp.ts'

export type Format = 'gif' | 'webp' | 'mp4'
type MadeFiles = Partial<Record<Format, Uint8Array>>
/** `of` names the rendition that the files were made for: two of the same size share them. */
export type EncodedRendition = ClipSize & { of: string; frames: number; files: MadeFiles }

/** How a tier of renditions is written. `gifFrames`: a GIF needs most bytes, so it may have fewer frames. */
type Tier = {
  frames: number
  gifFrames: number
  colours: number
  gifBytes: number
  /** WebP quality, 0-100; `like`: whichever is smaller of two that are as like the clip as the GIF is. */
  webp: number | 'like'
  /** H.264 quantizer, 10 (best) to 51. */
  quantizer: number
}
export type Profile = { full: Tier; tile: Tier }

type Rule = { tier: keyof Profile; frames: number }

/** For files that people ingest. */
const GENEROUS: Profile = {
  full: { frames: 1000, gifFrames: 1000, colours: 255, gifBytes: 8_000_000, webp: 68, quantizer: 31 },
  tile: { frames: 100, gifFrames: 100, colours: 96, gifBytes: 2_000_000, webp: 52, quantizer: 33 },
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

const gifOf = (clip: Clip, tier: Tier): Uint8Array =>
  encodeGif(decimate(clip, tier.gifFrames), tier.colours, tier.gifBytes)

/** How alike a file is from which no difference is seen. */
const ALIKE = 0.95

/** A GIF, and WebP where it is as good in fewer bytes a frame. */
async function encodeBoth(clip: Clip, tier: Tier): Promise<MadeFiles> {
  if (tier.webp !== 'like') return { gif: gifOf(clip, tier), webp: await encodeWebp(clip, tier.webp) }
  const few = decimate(clip, tier.gifFrames)
  const { gif, likeness, frames } = await encodeGifLike(few, ALIKE, tier.colours, tier.gifBytes)
  const webp = await encodeWebpLike(
    clip,
    Math.min(ALIKE, likeness),
    (gif.length * clip.frames.length) / frames,
  )
  return { gif, ...(webp && { webp }) }
}

/** A still has a GIF and a WebP, and no video. */
const encodeStill = (clip: Clip, tier: Tier, at: number): Promise<MadeFiles> =>
  encodeBoth({ ...clip, frames: [frameAt(clip, at)] }, tier)

const encodeMoving = async (clip: Clip, tier: Tier): Promise<MadeFiles> => ({
  ...(await encodeBoth(clip, tier)),
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
