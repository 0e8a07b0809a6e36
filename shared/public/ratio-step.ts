import type { Size } from '../picture/renditions.ts'

/** The range of ratios in `tile-rows.css`, in tenths of width per height; other pictures are cropped. */
const STEPS = { least: 5, most: 26 } as const

/**
 * A picture's aspect ratio in tenths, for an attribute: justified rows need each tile's ratio, and the policy forbids
 * inline styles. The picture covers its tile, so a rounded ratio costs at most a few pixels of its edge.
 */
export function ratioStep({ width, height }: Size): number {
  const tenths = Math.round((width / height) * 10)
  return Math.max(STEPS.least, Math.min(tenths, STEPS.most))
}
