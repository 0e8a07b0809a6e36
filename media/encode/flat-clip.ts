import type { Clip, Frame } from '../clip/clip.ts'
import { cleanEdges } from './clean-edges.ts'
import { nearestIndex } from './index-frames.ts'
import { clipPalette } from './palette.ts'

/** Edges keep six steps of transparency. */
const ALPHA_STEP = 51

/**
 * Reduces a flat drawing to `most` colours, which lossless coding packs best; undefined where that would cost a mean squared
 * error of more than `allowed`.
 */
export function flatClip(source: Clip, most: number, allowed: number): Clip | undefined {
  const clip = cleanEdges(source)
  const { colours, error } = clipPalette(clip, most)
  if (error > allowed) return undefined
  const nearest = nearestIndex(colours)
  const flat = (frame: Frame): Frame => {
    const out = Buffer.from(frame.rgba)
    for (let i = 0; i < out.length; i += 4) {
      const alpha = Math.round(out.readUInt8(i + 3) / ALPHA_STEP) * ALPHA_STEP
      const [r = 0, g = 0, b = 0] = alpha === 0 ? [] : (colours[nearest(out.readUIntLE(i, 3), 0)] ?? [])
      out.set([r, g, b, alpha], i)
    }
    return { ...frame, rgba: out }
  }
  return { ...clip, frames: clip.frames.map(flat) }
}
