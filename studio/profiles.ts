import type { Profile } from '../media/renditions.ts'

/** Stricter than for ingested files: the seed is part of the repository and has to stay under 30 MB. */
export const STICKER: Profile = {
  full: {
    frames: 1000,
    gifFrames: 10,
    colours: 63,
    gifBytes: 115_000,
    isBoth: false,
    isFlat: true,
    quantizer: 39,
  },
  tile: {
    frames: 100,
    gifFrames: 10,
    colours: 63,
    gifBytes: 32_000,
    isBoth: false,
    isFlat: true,
    quantizer: 40,
  },
}

const LOOP: Profile = {
  full: {
    frames: 1000,
    gifFrames: 12,
    colours: 255,
    gifBytes: 80_000,
    isBoth: false,
    isFlat: true,
    quantizer: 40,
  },
  tile: {
    frames: 100,
    gifFrames: 10,
    colours: 63,
    gifBytes: 32_000,
    isBoth: false,
    isFlat: true,
    quantizer: 40,
  },
}

/** Lettering has hard edges on transparency: large in every format, but a few colours are enough. */
const TEXT: Profile = {
  full: {
    frames: 1000,
    gifFrames: 12,
    colours: 63,
    gifBytes: 90_000,
    isBoth: false,
    isFlat: true,
    quantizer: 40,
  },
  tile: {
    frames: 100,
    gifFrames: 10,
    colours: 31,
    gifBytes: 32_000,
    isBoth: false,
    isFlat: true,
    quantizer: 40,
  },
}

const VIDEO: Profile = {
  full: {
    frames: 1000,
    gifFrames: 12,
    colours: 127,
    gifBytes: 120_000,
    isBoth: false,
    isFlat: true,
    quantizer: 38,
  },
  tile: LOOP.tile,
}

export const PROFILES = { gif: LOOP, text: TEXT, video: VIDEO }

/** The time between two drawings. */
export const STEP_MS = 50
/** The time between two frames of a sticker, 25 a second: their files have 42 ms. */
export const STICKER_STEP_MS = 40
/** Of how many pixels a change is a motion that needs a frame: a scene has a still ground. */
export const MOVES = 0.025
/** The longest side of a sticker, in pixels. */
export const STICKER_SIDE = 512
