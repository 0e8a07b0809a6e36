import { SCALE_UP_LIMIT_PX, SRCSET_WIDTHS } from '../limits.ts'
import { own } from '../own.ts'
import type { Gif, Images, Rendition } from '../schema/gif.ts'

/** The plain URL, or '' if it is the mp4 in place of a missing one (§3): an `<img>` cannot play it. */
const plainPictureUrl = ({ url, mp4 }: Rendition): string => (url === mp4 ? '' : url)

/** The URL that an `<img>` can show, or '' if there is only an mp4. */
export const pictureUrl = (rendition: Rendition): string => plainPictureUrl(rendition) || rendition.webp

/** Scales a size up or down to fit its box. It keeps the aspect ratio; no side is below 1 px. */
export function fitSize({ width, height }: Size, box: Size): Size {
  const scale = Math.min(box.width / width, box.height / height)
  const side = (length: number) => Math.max(1, Math.round(length * scale))
  return { width: side(width), height: side(height) }
}

export type Size = { width: number; height: number }

/** The boxes of the renditions that a library makes, in pixels; one side alone leaves the other free. */
export const RENDITION_BOXES = {
  downsized_large: { width: 960, height: 960 },
  downsized: { width: 480, height: 480 },
  fixed_width: { width: 200 },
  fixed_height: { height: 200 },
  fixed_width_small: { width: 100 },
  fixed_height_small: { height: 100 },
} as const satisfies Record<string, Partial<Size>>

/** §5 The renditions that a picture is chosen from; on a tie the first wins. */
export const CANDIDATES = [
  'original',
  'fixed_width',
  'fixed_height',
  'fixed_width_small',
  'fixed_height_small',
] as const

type Options = { still?: boolean; scaleUpLimit?: number | undefined }

/**
 * §5 Best rendition for the wanted size in pixels: of those not smaller by more than `scaleUpLimit`, the one with the
 * closest area; if all are smaller, the largest. `undefined` if the GIF has no rendition at all.
 */
export function bestRendition(
  images: Images,
  wanted: Size,
  { still = false, scaleUpLimit = SCALE_UP_LIMIT_PX }: Options = {},
): Rendition | undefined {
  const candidates = candidatesOf(images, still)
  const sized = candidates.filter((rendition) => area(rendition) > 0)
  const enough = sized.filter(
    ({ width, height }) => wanted.width - width <= scaleUpLimit && wanted.height - height <= scaleUpLimit,
  )
  const target = Math.max(1, area(wanted))
  return (
    least(enough, (rendition) => Math.abs(1 - area(rendition) / target)) ??
    least(sized, (rendition) => -area(rendition)) ??
    candidates[0]
  )
}

// Without any of the five, a rendition of another name is better than an empty frame.
function candidatesOf(images: Images, still: boolean): Rendition[] {
  const named = CANDIDATES.flatMap((name) => images[still ? (`${name}_still` as const) : name] ?? [])
  if (named.length > 0) return named
  const alike = Object.entries(images).filter(([name]) => name.endsWith('_still') === still)
  return (alike.length > 0 ? alike : Object.entries(images)).flatMap(([, rendition]) => rendition ?? [])
}

const area = ({ width, height }: Size): number => width * height

/** The first entry with the lowest score. */
function least<T>(list: T[], score: (item: T) => number): T | undefined {
  let best = list[0]
  for (const item of list) {
    if (best !== undefined && score(item) < score(best)) best = item
  }
  return best
}

/** The size of a GIF without one, so that a frame is never 0 high. */
const DEFAULT_SIZE: Size = { width: 480, height: 270 }

export type PictureSources = Size & {
  avif?: { srcset: string }
  webp?: { srcset: string }
  fallback: { src: string; srcset: string }
  still: { url: string }
  video?: { mp4: string }
}

/** §5 Rendition choice for markup: the server lists every format, the browser chooses one that it supports. */
export function pictureSources(gif: Gif, wanted: Size = intrinsicSize(gif.images)): PictureSources {
  const { images, is_sticker } = gif
  const avif = avifSrcset(images, is_sticker)
  const webp = is_sticker ? '' : srcset(images, 'webp')
  // A browser that knows neither AVIF nor WebP has no choice: each address costs every page.
  const plain = avif && webp ? '' : srcset(images, 'url')
  const film = gif.type === 'video' ? filmUrl(gif, wanted) : ''
  const still = urlOf(bestRendition(images, wanted, { still: true }))
  return {
    ...(avif && { avif: { srcset: avif } }),
    ...(webp && { webp: { srcset: webp } }),
    fallback: { src: urlOf(bestRendition(images, wanted)) || still, srcset: plain },
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
    if (rendition) return rendition.mp4 || rendition.url || rendition.webp
  }
  return ''
}

// An asset has its film's URL in `url`, a rendition in `mp4`.
const isFilm = ({ url, mp4 }: Rendition): boolean =>
  mp4 !== '' || /\.mp4$/i.test(url.split(/[?#]/, 1)[0] ?? '')

const filmsOf = (images: Images): Images =>
  Object.fromEntries(Object.entries(images).filter(([, rendition]) => rendition && isFilm(rendition)))

const READ = {
  url: plainPictureUrl,
  // Where a GIF is the smaller file there is no WebP, and who shows WebP shows it too.
  webp: (rendition: Rendition) => rendition.webp || plainPictureUrl(rendition),
} as const

/** §9 The srcset of a GIF in one format, or '' where no file has it. Each URL occurs once, with its smallest width. */
export function srcset(images: Images, format: keyof typeof READ): string {
  const names = Object.keys(SRCSET_WIDTHS)
  if (format === 'webp' && !names.some((name) => own(images, name)?.webp)) return ''
  const widths = new Map<string, number>()
  for (const [name, width] of Object.entries(SRCSET_WIDTHS)) {
    const rendition = own(images, name)
    const url = rendition && inSrcset(READ[format](rendition))
    if (url && !widths.has(url)) widths.set(url, width)
  }
  return [...widths].map(([url, width]) => `${url} ${width}w`).join(', ')
}

/** A URL as a srcset takes it; '' for none. A space ends a candidate's URL and a comma the candidate: https://html.spec.whatwg.org/multipage/images.html#srcset-attributes */
export const inSrcset = (url: string): string =>
  URL.canParse(url) ? new URL(url).href.replaceAll(',', '%2C') : ''

/** Whose AVIF a picture is chosen from; of two as wide the first is taken. */
const AVIF_NAMES = ['original', 'fixed_width', 'fixed_height', 'downsized', 'downsized_large'] as const

/**
 * The srcset of a GIF as AVIF, or '' where no file has it. The widths of §9 are those of WebP and GIF; these are the files' own,
 * so that the browser takes the smallest that fills its frame. Where another form is the smaller file, it is that one.
 */
function avifSrcset(images: Images, isSticker: boolean): string {
  const renditions = AVIF_NAMES.flatMap((name) => own(images, name) ?? [])
  if (!renditions.some(({ avif }) => avif)) return ''
  const byWidth = new Map<number, string>()
  for (const rendition of renditions) {
    const { avif, width } = rendition
    const url = inSrcset(avif || (isSticker ? pictureUrl(rendition) : READ.webp(rendition)))
    if (url && width > 0 && !byWidth.has(width)) byWidth.set(width, url)
  }
  return [...byWidth]
    .sort(([a], [b]) => a - b)
    .map(([width, url]) => `${url} ${width}w`)
    .join(', ')
}
