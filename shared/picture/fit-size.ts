import type { Size } from './best-rendition.ts'

/** Scales a size up or down to fit its box. It keeps the aspect ratio; no side is below 1 px. */
export function fitSize({ width, height }: Size, box: Size): Size {
  const scale = Math.min(box.width / width, box.height / height)
  const side = (length: number) => Math.max(1, Math.round(length * scale))
  return { width: side(width), height: side(height) }
}
