import { bestRendition, type Size } from '../../shared/gif/best-rendition.ts'
import { pictureUrl } from '../../shared/gif/picture-url.ts'
import type { Gif } from '../../shared/schema/gif.ts'

/** What a tile shows: '' is a format that the GIF does not have. */
export type TilePicture = { webp: string; src: string }

/** §2, §5 The tile's WebP source and its fallback, of the rendition that fits; stickers and stills are plain. */
export function tilePicture(gif: Gif, wanted: Size, still: boolean): TilePicture {
  // Without a still nothing is shown: where motion is unwanted the animation is no substitute.
  const hasStill = Object.keys(gif.images).some((name) => name.endsWith('_still'))
  const rendition = still && !hasStill ? undefined : bestRendition(gif.images, wanted, { still })
  if (!rendition) return { webp: '', src: '' }
  const plain = still || gif.is_sticker
  return { webp: plain ? '' : inSrcset(rendition.webp), src: pictureUrl(rendition) }
}

// A space ends a candidate's URL and a comma at its end the candidate: https://html.spec.whatwg.org/multipage/images.html#srcset-attributes
const inSrcset = (url: string): string => (URL.canParse(url) ? new URL(url).href.replaceAll(',', '%2C') : '')
