import type { PictureSources, Size } from './renditions.ts'

/** How many percent a picture is as wide as it is high, in tenths. */
const percentOf = ({ width, height }: Size, share = 1): number =>
  Math.ceil((1000 * share * width) / height) / 10

/** The `sizes` of a picture that a frame contains: as wide as the frame, or as its height allows. */
export const sizesInFrame = ({ width, height }: Size): string =>
  `(max-aspect-ratio:${width}/${height}) 100vw,${percentOf({ width, height })}vh`

/** Where a page's player is next to its words, and how wide it is there, in CSS pixels. */
type Column = { from: number; width: number }

/** The space at both sides of a page in one column, in CSS pixels (`base.css`: `--edge`). */
const EDGES_PX = 32
/** `item.css`: of the window's height for a tall picture, and of pixels for a sticker. */
const TALL = 0.78
const STICKER_PX = 360

/** The `sizes` of a player on a page. */
export function sizesOnPage(picture: Size, isSticker: boolean, { from, width }: Column): string {
  const tall = picture.height > picture.width ? `,${percentOf(picture, TALL)}vh` : ''
  const widest = isSticker ? `,${STICKER_PX}px` : ''
  const within = (space: string) => (tall || widest ? `min(${space}${tall}${widest})` : `calc(${space})`)
  return `(min-width:${from}px) ${within(`${width}px`)},${within(`100vw - ${EDGES_PX}px`)}`
}

const first = <Set extends { srcset: string } | undefined>(set: Set) =>
  set && { ...set, srcset: set.srcset.split(', ', 1)[0] ?? '' }

/** A picture's smallest file of each form alone, for who saves data. */
export function thrifty({ avif, webp, fallback, ...picture }: PictureSources): PictureSources {
  return {
    ...picture,
    ...(avif && { avif: first(avif) }),
    ...(webp && { webp: first(webp) }),
    fallback: first(fallback),
  }
}
