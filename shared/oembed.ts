import { altText, embedAttribution } from './gif/gif-texts.ts'
import { embedPath } from './gif/item-path.ts'
import { FRAME_ATTRIBUTES, heldPlace } from './gif/snippet.ts'
import { escapeHtml } from './html.ts'
import { SNIPPET_BOX_PX } from './limits.ts'
import { own } from './own.ts'
import { fitSize, pictureSources, pictureUrl, type Size } from './picture/renditions.ts'
import type { StoryView } from './public/story-view.ts'
import type { Gif, Images } from './schema/gif.ts'

/** An oEmbed 1.0 response (https://oembed.com/, 2.3), in the order of its output. */
type Oembed = {
  version: '1.0'
  type: 'rich' | 'video'
  title: string
  provider_name: string
  provider_url: string
  author_name?: string
  author_url?: string
  /** Seconds. */
  cache_age: number
  html: string
  width: number
  height: number
  /** The animated picture, for consumers that support only photos (`docs/wire.md`, oEmbed). */
  url?: string
  thumbnail_url?: string
  thumbnail_width?: number
  thumbnail_height?: number
}

/** The consumer's options. `embedQuery` becomes the embed URL's query; `max` is the largest size in px. */
export type OembedPlace = {
  publicUrl: string
  brand: string
  max: Partial<Size>
  embedQuery: URLSearchParams
}

/** One day, like the library's media, so that a takedown reaches every cached copy. */
const CACHE_AGE_S = 86_400

/** Converts a GIF to oEmbed: a frame with the item's aspect ratio, and a still for cards. Pure. */
export function toOembed(gif: Gif, { publicUrl, brand, max, embedQuery }: OembedPlace): Oembed {
  const picture = pictureSources(gif)
  const author = embedAttribution(gif)
  const box = boxOf(max)
  const query = embedQuery.size > 0 ? `?${embedQuery}` : ''
  const alt = altText(gif)
  const size = fitSize(picture, box)
  return {
    version: '1.0',
    type: picture.video ? 'video' : 'rich',
    // As the page is called: hosts show it as a card's title.
    title: gif.title || alt,
    provider_name: brand,
    provider_url: publicUrl,
    ...(author && { author_name: author.name }),
    ...(author?.href && { author_url: author.href }),
    cache_age: CACHE_AGE_S,
    html: frameHtml(publicUrl + embedPath(gif) + query, alt, size),
    ...size,
    ...(picture.fallback.src && { url: picture.fallback.src }),
    ...thumbnail(gif.images, max),
  }
}

/** The same for an item of which only its address is known: a frame of a common shape. Pure. */
export function bareOembed(
  slug: string,
  title: string,
  { publicUrl, brand, max, embedQuery }: OembedPlace,
): Oembed {
  const query = embedQuery.size > 0 ? `?${embedQuery}` : ''
  const size = fitSize(BARE, boxOf(max))
  return {
    version: '1.0',
    type: 'rich',
    title: title || brand,
    provider_name: brand,
    provider_url: publicUrl,
    cache_age: CACHE_AGE_S,
    html: frameHtml(`${publicUrl}/embed/${slug}${query}`, title || brand, size),
    ...size,
  }
}

const BARE: Size = { width: 480, height: 360 }

const boxOf = ({ width = SNIPPET_BOX_PX, height = SNIPPET_BOX_PX }: Partial<Size>): Size => ({
  width: Math.min(SNIPPET_BOX_PX, width),
  height: Math.min(SNIPPET_BOX_PX, height),
})

// `frameborder` repeats the style for consumers that strip styles, such as WordPress.
const frameHtml = (src: string, title: string, size: Size): string =>
  `<iframe src="${escapeHtml(src)}" width="${size.width}" height="${size.height}" title="${escapeHtml(title)}" ` +
  `style="border:0;${heldPlace(size)}" frameborder="0" ${FRAME_ATTRIBUTES}></iframe>`

/** The largest still within `max`, which also limits thumbnails; none if even the smallest is larger. */
function thumbnail(
  images: Images,
  { width: maxWidth = Infinity, height: maxHeight = Infinity }: Partial<Size>,
) {
  const [best] = Object.entries(images)
    .flatMap(([name, still]) => (name.endsWith('_still') && still ? [still] : []))
    .filter(({ width, height }) => width > 0 && height > 0 && width <= maxWidth && height <= maxHeight)
    .filter(pictureUrl)
    .sort((a, b) => b.width * b.height - a.width * a.height)
  return (
    best && { thumbnail_url: pictureUrl(best), thumbnail_width: best.width, thumbnail_height: best.height }
  )
}

/** Seconds: its author may change it at any time. */
const STORY_CACHE_AGE_S = 3600

/** A story as oEmbed's link (https://oembed.com/, 2.3.4.3): title, author and cover; there is no frame of it. Pure. */
export function storyOembed(
  { heading, author, path, cover }: StoryView,
  { publicUrl, brand, max }: Omit<OembedPlace, 'embedQuery'>,
) {
  return {
    version: '1.0',
    type: 'link',
    title: heading,
    url: publicUrl + path,
    provider_name: brand,
    provider_url: publicUrl,
    ...(author && { author_name: author.name }),
    ...(author?.href && { author_url: new URL(author.href, publicUrl).href }),
    cache_age: STORY_CACHE_AGE_S,
    ...(cover && thumbnail(cover.images, max)),
  } as const
}

/** What an embed's address may say of its looks (`docs/contract.md`), and what is a value of it. */
const OPTIONS = {
  theme: /^(?:auto|light|dark)$/,
  lang: /^[a-z]{2,3}(?:-[a-z0-9]{2,8}){0,3}$/i,
  autoplay: /^[01]$/,
} as const

/** The query for the embed's address: what the consumer asked for, else what the address that it gave already said. */
export function embedQuery(asked: Readonly<Record<string, string>>, given: URLSearchParams): URLSearchParams {
  const query = new URLSearchParams()
  for (const [name, pattern] of Object.entries(OPTIONS)) {
    const value = [own(asked, name), given.get(name)].find((text) => text && pattern.test(text))
    if (value) query.set(name, value)
  }
  return query
}

// Characters that XML 1.0 forbids, even escaped: https://www.w3.org/TR/xml/#charsets. Lone surrogates are among them.
const UNWRITABLE = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu

/** Writes a flat record as an oEmbed XML document (https://oembed.com/, 2.3.4.2); its keys must be valid element names. */
export function oembedXml(oembed: Readonly<Record<string, string | number | undefined>>): string {
  const elements = Object.entries(oembed).flatMap(([name, value]) =>
    value === undefined ? [] : [`<${name}>${escapeXml(String(value))}</${name}>`],
  )
  return `<?xml version="1.0" encoding="utf-8" standalone="yes"?>\n<oembed>${elements.join('')}</oembed>\n`
}

const escapeXml = (text: string): string => escapeHtml(text.replace(UNWRITABLE, ''))
