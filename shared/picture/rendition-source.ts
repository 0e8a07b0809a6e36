import type { Gif } from '../schema/gif.ts'
import type { Images, Rendition } from '../schema/rendition.ts'
import { bestRendition, type Size } from './best-rendition.ts'
import { pictureUrl } from './picture-url.ts'
import { srcset } from './srcset.ts'

/** The size of a GIF without one, so that a frame is never 0 high. */
const DEFAULT_SIZE: Size = { width: 480, height: 270 }

type Showing = { still?: boolean; sticker?: boolean; webp?: boolean; video?: boolean }

/** §5 Rendition choice: the format of one rendition. Stickers and stills plain, video as mp4, WebP where supported. */
export function renditionUrl(rendition: Rendition, { still, sticker, webp, video }: Showing): string {
  const plain = rendition.url || rendition.webp
  if (still || sticker) return plain
  if (video) return rendition.mp4 || plain
  return (webp && rendition.webp) || plain
}

export type PictureSources = Size & {
  webp?: { srcset: string }
  fallback: { src: string; srcset: string }
  still: { url: string }
  video?: { mp4: string }
}

/** §5 Rendition choice for markup: the server lists every format, the browser chooses one that it supports. */
export function pictureSources(gif: Gif, wanted: Size = intrinsicSize(gif.images)): PictureSources {
  const { images, is_sticker } = gif
  const webp = is_sticker ? '' : srcset(images, 'webp')
  const film = gif.type === 'video' ? filmUrl(gif, wanted) : ''
  const still = urlOf(bestRendition(images, wanted, { still: true }))
  return {
    ...(webp && { webp: { srcset: webp } }),
    fallback: { src: urlOf(bestRendition(images, wanted)) || still, srcset: srcset(images, 'url') },
    still: { url: still },
    ...(film && { video: { mp4: film } }),
    ...intrinsicSize(images),
  }
}

/** The size to reserve for a GIF, in pixels; always positive. */
export function intrinsicSize(images: Images): Size {
  const { width, height } = images.original ?? bestRendition(images, DEFAULT_SIZE) ?? DEFAULT_SIZE
  return width > 0 && height > 0 ? { width, height } : DEFAULT_SIZE
}

const urlOf = (rendition: Rendition | undefined): string => (rendition ? pictureUrl(rendition) : '')

// Only a video's assets have sound; its previews and the GIF's renditions are silent.
function filmUrl({ video, images }: Gif, wanted: Size): string {
  for (const films of [video?.assets, video?.previews, images]) {
    const rendition = films && bestRendition(filmsOf(films), wanted)
    if (rendition) return renditionUrl(rendition, { video: true })
  }
  return ''
}

// An asset has its film's URL in `url`, a rendition in `mp4`.
const isFilm = ({ url, mp4 }: Rendition): boolean =>
  mp4 !== '' || /\.mp4$/i.test(url.split(/[?#]/, 1)[0] ?? '')

const filmsOf = (images: Images): Images =>
  Object.fromEntries(Object.entries(images).filter(([, rendition]) => rendition && isFilm(rendition)))
