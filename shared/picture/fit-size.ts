import type { Size } from './best-rendition.ts'

/** A size scaled, up or down, until it just fits its box; the ratio stays, and no side falls below 1 px. */
export function fitSize({ width, height }: Size, box: Size): Size {
  const scale = Math.min(box.width / width, box.height / height)
  const side = (length: number) => Math.max(1, Math.round(length * scale))
  return { width: side(width), height: side(height) }
}
