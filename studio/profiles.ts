import type { Profile } from '../media/renditions.ts'

/** Stricter than for ingested files: the seed is part of the repository and has to stay under 36 MB. */
export const STICKER: Profile = {
  full: { frames: 20, gifFrames: 16, colours: 88, gifBytes: 140_000, webp: 48, quantizer: 34 },
  tile: { frames: 14, gifFrames: 8, colours: 40, gifBytes: 60_000, webp: 40, quantizer: 36 },
}

const LOOP: Profile = {
  full: { frames: 18, gifFrames: 18, colours: 255, gifBytes: 130_000, webp: 48, quantizer: 36 },
  tile: { frames: 14, gifFrames: 8, colours: 40, gifBytes: 50_000, webp: 40, quantizer: 36 },
}

/** Lettering has hard edges on transparency: large in every format, but a few colours are enough. */
const TEXT: Profile = {
  full: { frames: 16, gifFrames: 14, colours: 64, gifBytes: 110_000, webp: 48, quantizer: 36 },
  tile: { frames: 12, gifFrames: 8, colours: 32, gifBytes: 50_000, webp: 40, quantizer: 36 },
}

const VIDEO: Profile = {
  full: { frames: 48, gifFrames: 16, colours: 128, gifBytes: 240_000, webp: 34, quantizer: 34 },
  tile: LOOP.tile,
}

export const PROFILES = { gif: LOOP, text: TEXT, video: VIDEO }
