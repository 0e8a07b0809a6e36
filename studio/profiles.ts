import type { Profile } from '../media/renditions.ts'

/** Stricter than for ingested files: the seed is part of the repository and has to stay under 60 MB. */
export const STICKER: Profile = {
  full: { frames: 1000, gifFrames: 18, colours: 63, gifBytes: 420_000, webp: 'like', quantizer: 34 },
  tile: { frames: 20, gifFrames: 14, colours: 63, gifBytes: 60_000, webp: 'like', quantizer: 36 },
}

const LOOP: Profile = {
  full: { frames: 1000, gifFrames: 1000, colours: 255, gifBytes: 350_000, webp: 'like', quantizer: 36 },
  tile: { frames: 18, gifFrames: 18, colours: 63, gifBytes: 72_000, webp: 'like', quantizer: 36 },
}

/** Lettering has hard edges on transparency: large in every format, but a few colours are enough. */
const TEXT: Profile = {
  full: { frames: 1000, gifFrames: 1000, colours: 63, gifBytes: 300_000, webp: 'like', quantizer: 36 },
  tile: { frames: 18, gifFrames: 18, colours: 31, gifBytes: 90_000, webp: 'like', quantizer: 36 },
}

const VIDEO: Profile = {
  full: { frames: 1000, gifFrames: 24, colours: 127, gifBytes: 350_000, webp: 'like', quantizer: 34 },
  tile: LOOP.tile,
}

export const PROFILES = { gif: LOOP, text: TEXT, video: VIDEO }

/** The time between two drawings. */
export const STEP_MS = 50
/** Of how many pixels a change is a motion that needs a frame: stickers come near, scenes have a still ground. */
export const MOVES = { sticker: 0.08, scene: 0.025 }
/** The longest side of a sticker, in pixels. */
export const STICKER_SIDE = 512
