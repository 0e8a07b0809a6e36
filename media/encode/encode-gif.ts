import type { Clip } from '../clip/clip.ts'
import { decimate } from '../clip/decimate.ts'
import { decodeWithSharp } from '../decode/decode-with-sharp.ts'
import { cleanEdges } from './clean-edges.ts'
import { frameDelays } from './frame-delays.ts'
import { frameDifferences } from './frame-differences.ts'
import { GIFEncoder, type Palette } from './gifenc.ts'
import { indexFrames } from './index-frames.ts'
import { likeness } from './likeness.ts'
import { clipPalette } from './palette.ts'

/** Mean squared colour error from which bands are visible, and the dither (in levels) that hides them. */
const MISSED = 3
const DITHER = 6
/** Squared colour distance up to which a pixel may stay as the frame before left it. */
const NEAR = 30
/** Disposal methods (GIF89a 23.c.iv). */
const KEEP = 1
const CLEAR = 2

type Indexed = { frames: Uint8Array[]; dispose: number }

function write(clip: Clip, palette: Palette, open: number, { frames, dispose }: Indexed): Uint8Array {
  const gif = GIFEncoder()
  const delays = frameDelays(clip.frames.map((frame) => frame.delayMs))
  // The format counts what follows the first time; the encoder says -1 for none.
  const { loops = 0 } = clip
  const repeat = loops === 0 ? 0 : loops - 1 || -1
  const colourDepth = Math.max(2, Math.ceil(Math.log2(open + 1)))
  frames.forEach((frame, i) => {
    gif.writeFrame(frame, clip.width, clip.height, {
      ...(i === 0 && { palette, repeat }),
      colorDepth: colourDepth,
      delay: delays[i] ?? 100,
      transparent: clip.transparent || i > 0,
      transparentIndex: open,
      dispose,
    })
  })
  gif.finish()
  return gif.bytes()
}

/** Transparent clips redraw each frame on a cleared canvas; of an opaque one whole frames and differences compete. */
function encodeOnce(clip: Clip, most: number, dither = DITHER): Uint8Array {
  const { colours, error } = clipPalette(clip, most)
  const open = colours.length
  const palette = [...colours, [0, 0, 0]]
  const frames = indexFrames(clip, colours, open, error > MISSED && !clip.transparent ? dither : 0)
  if (clip.transparent) return write(clip, palette, open, { frames, dispose: CLEAR })
  const whole = write(clip, palette, open, { frames, dispose: KEEP })
  const changes = frameDifferences(clip, frames, colours, NEAR)
  const changed = write(clip, palette, open, { frames: changes, dispose: KEEP })
  return changed.length < whole.length ? changed : whole
}

/** The steps to reduce size, as fractions. Frames first: banding is more visible than a missing frame. */
const SAVINGS = [
  { frames: 1, colours: 1 },
  { frames: 0.75, colours: 1 },
  { frames: 0.55, colours: 1 },
  { frames: 0.55, colours: 0.5 },
]

/**
 * Encodes a looping GIF with one palette of at most `most` colours (255: the last index is transparency). Over `budget`
 * bytes it is encoded again with fewer frames, at last with fewer colours, until it fits; else the smallest is returned.
 */
export function encodeGif(clip: Clip, most: number, budget = Number.POSITIVE_INFINITY): Uint8Array {
  const clean = cleanEdges(clip)
  let smallest: Uint8Array | undefined
  for (const { frames, colours } of SAVINGS) {
    const fewer = decimate(clean, Math.ceil(clip.frames.length * frames))
    const gif = encodeOnce(fewer, Math.ceil(Math.min(most, 255) * colours))
    if (!smallest || gif.length < smallest.length) smallest = gif
    if (smallest.length <= budget) break
  }
  return smallest as Uint8Array
}

/** The numbers of colours that are tried: with the open one, a whole number of bits. */
const PALETTES = [63, 127, 255]
const SHARES = [1, 0.75, 0.55]
/** Fewer no rendition may have that has lost some (`origin/uploads/promised-rendition.ts`). */
const LEAST_FRAMES = 8

type GifLike = { gif: Uint8Array; likeness: number; frames: number }

/**
 * The GIF with the fewest colours, at most `most`, that is as like its clip as `wanted` says (`likeness`), or the one with
 * most of them; over `budget` bytes with fewer frames.
 */
export async function encodeGifLike(
  clip: Clip,
  wanted: number,
  most: number,
  budget: number,
): Promise<GifLike> {
  const clean = cleanEdges(clip)
  const palettes = [...PALETTES.filter((colours) => colours < most), most]
  const least = clip.frames.length < LEAST_FRAMES ? 1 : LEAST_FRAMES
  let measured: GifLike | undefined
  for (const share of SHARES) {
    const fewer = decimate(clean, Math.max(least, Math.ceil(clip.frames.length * share)))
    for (;;) {
      const gif = encodeOnce(fewer, palettes[0] ?? most, 0)
      measured = { gif, likeness: likeness(fewer, await decodeWithSharp(gif)), frames: fewer.frames.length }
      if (measured.likeness >= wanted || palettes.length === 1) break
      palettes.shift()
    }
    if (measured.gif.length <= budget) break
  }
  return measured as GifLike
}
