import { oncePer } from '../../shared/once-per.ts'
import {
  bestRendition,
  inSrcset,
  intrinsicSize,
  pictureUrl,
  type Size,
} from '../../shared/picture/renditions.ts'
import type { Gif } from '../../shared/schema/gif.ts'
import { type Motion, STILL_WHEN } from '../model/tiles.ts'

/** §2: until the tile is in view its picture is this, a transparent pixel. */
export const PLACEHOLDER = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw=='

/** A tile in CSS pixels, by one side; from a frame's width of `wide.minWidth` on, pictures are chosen for `wide.width`. */
export type TileBox = {
  width?: number
  height?: number
  wide?: { minWidth: number; width: number }
}

/** One candidate of a `<picture>`; the last one is its `<img>`. */
export type TileSource = { url: string; type?: string; media?: string }

// Of each GIF the last ones: its pages, and its renders, mostly want the same, and each source is a URL that is parsed.
const lastOf = oncePer((_gif: Gif): { key?: string; sources: readonly TileSource[] } => ({ sources: [] }))

/** §2, §5 A tile's sources in the order the browser tries them: still, AVIF, WebP, and the fallback. */
export function tileSources(
  gif: Gif,
  box: TileBox,
  motion: Motion,
  scaleUpLimit?: number,
): readonly TileSource[] {
  const last = lastOf(gif)
  const key = `${box.width} ${box.height} ${box.wide?.minWidth} ${box.wide?.width} ${motion} ${scaleUpLimit}`
  if (last.key !== key) Object.assign(last, { key, sources: makeSources(gif, box, motion, scaleUpLimit) })
  return last.sources
}

function makeSources(gif: Gif, box: TileBox, motion: Motion, scaleUpLimit?: number): TileSource[] {
  const { wide } = box
  const size = sizeIn(gif, box)
  const moving = tilePicture(gif, size, false, scaleUpLimit)
  const still = inSrcset(tilePicture(gif, size, true, scaleUpLimit).src)
  const sources: TileSource[] = [{ url: still || PLACEHOLDER, media: STILL_WHEN[motion] }]
  const own = typedSources(moving)
  if (wide) {
    const larger = tilePicture(gif, sizeIn(gif, { width: wide.width }), false, scaleUpLimit)
    const [widest] = [...typedSources(larger), { url: inSrcset(larger.src) }]
    const [first] = [...own, { url: inSrcset(moving.src) }]
    // For almost all visitors the first form is what moves; where it is not known the smaller picture does.
    if (widest?.url && widest.url !== first?.url) {
      sources.push({ ...widest, media: `(min-width:${wide.minWidth}px)` })
    }
  }
  return [...sources, ...own, { url: moving.src }]
}

/** What a tile shows of a GIF in one state: '' is a format that the GIF does not have. */
type TilePicture = { avif: string; webp: string; src: string }

/** The forms that a browser has to know, the smallest first. */
export const typedSources = ({ avif, webp }: Pick<TilePicture, 'avif' | 'webp'>): TileSource[] => [
  ...(avif ? [{ url: avif, type: 'image/avif' }] : []),
  ...(webp ? [{ url: webp, type: 'image/webp' }] : []),
]

/**
 * §2, §5 The tile's AVIF and WebP sources and its fallback, of the rendition that fits. Stills are plain, and stickers are
 * never WebP.
 */
export function tilePicture(gif: Gif, wanted: Size, still: boolean, scaleUpLimit?: number): TilePicture {
  // Without a still nothing is shown: where motion is unwanted the animation is no substitute.
  const hasStill = Object.keys(gif.images).some((name) => name.endsWith('_still'))
  const rendition =
    still && !hasStill ? undefined : bestRendition(gif.images, wanted, { still, scaleUpLimit })
  if (!rendition) return { avif: '', webp: '', src: '' }
  return {
    avif: still ? '' : inSrcset(rendition.avif),
    webp: still || gif.is_sticker ? '' : inSrcset(rendition.webp),
    src: pictureUrl(rendition),
  }
}

function sizeIn({ images }: Gif, { width, height }: Partial<Size>): Size {
  const own = intrinsicSize(images)
  const scale = width ? width / own.width : (height ?? own.height) / own.height
  return { width: own.width * scale, height: own.height * scale }
}
