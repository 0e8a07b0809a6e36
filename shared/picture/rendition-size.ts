import { RENDITION_BOXES, type Size } from './renditions.ts'

/** Pixels of the side that a box leaves free, however long and thin the picture. */
const LONGEST = 1000
/** A size that is hardly smaller is not worth another file. */
const HARDLY = 0.9

const side = (length: number): number => Math.max(1, Math.round(length))

const sizeInBox = (box: Partial<Size>, { width, height }: Size): Size => {
  if (box.width && box.height) {
    const scale = box.width / Math.max(width, height)
    const by = scale > HARDLY ? 1 : scale
    return { width: side(width * by), height: side(height * by) }
  }
  if (box.width) return { width: box.width, height: Math.min(LONGEST, side((height * box.width) / width)) }
  const high = box.height ?? LONGEST
  return { width: Math.min(LONGEST, side((width * high) / height)), height: high }
}

const BOXES: ReadonlyMap<string, Partial<Size>> = new Map(Object.entries(RENDITION_BOXES))
const STILL = '_still'

/** The size of a rendition of this name: its box's, in the picture's ratio; without a box the picture's own. */
export function renditionSize(name: string, picture: Size): Size {
  const box = BOXES.get(name.endsWith(STILL) ? name.slice(0, -STILL.length) : name)
  return box ? sizeInBox(box, picture) : { width: picture.width, height: picture.height }
}
