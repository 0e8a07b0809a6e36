import type { Size } from '../picture/best-rendition.ts'

/** Tenths of width per height that the style knows (`tile-rows.css`); what lies outside is cropped. */
const STEPS = { least: 5, most: 26 } as const

/**
 * A picture's ratio in tenths, as an attribute that a style can read: justified rows need each tile's ratio, and the
 * policy forbids inline styles. The picture covers its tile, so a rounded ratio costs at most a few pixels of its edge.
 */
export function ratioStep({ width, height }: Size): number {
  const tenths = Math.round((width / height) * 10)
  return Math.max(STEPS.least, Math.min(tenths, STEPS.most))
}
