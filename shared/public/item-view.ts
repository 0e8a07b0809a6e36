import { externalFilm, FILM_HOSTS } from '../film.ts'
import { altText, callToAction, type PlayerAttribution, playerAttribution } from '../gif/gif-texts.ts'
import { embedPath, itemPath } from '../gif/item-path.ts'
import { embedSnippet } from '../gif/snippet.ts'
import { trackingQuery, withTracking } from '../gif/tracking.ts'
import { safeHref } from '../html.ts'
import {
  bestRendition,
  intrinsicSize,
  type PictureSources,
  pictureSources,
  pictureUrl,
  type Size,
} from '../picture/renditions.ts'
import type { Gif, Rendition } from '../schema/gif.ts'
import { channelPath, isChannelName, searchPath } from './browse-path.ts'

/** What an item's page shows of a GIF, ready to render. */
export type ItemView = {
  id: string
  kind: 'gif' | 'sticker' | 'video'
  /** The picture's alternative text (§5). */
  title: string
  heading: string
  /** The page's canonical URL. */
  canonical: string
  embedPath: string
  embedUrl: string
  picture: PictureSources
  /** §5 player block; it links to our channel page. */
  attribution: PlayerAttribution | undefined
  tags: { name: string; href: string }[]
  /** The external film that the GIF is cut from. */
  film: { provider: string; href: string } | undefined
  /** Its owner's link, which says that a visitor comes from here. */
  cta: { text: string; href: string } | undefined
  snippet: { fixed: string; responsive: string }
  /** The import time, as ISO 8601. */
  added: string | undefined
  files: ItemFiles
}

type File = Size & { url: string }

/** The files for previews on other sites: an animated picture, its still, and a film if there is one. */
type ItemFiles = { picture: File | undefined; still: File | undefined; film: File | undefined }

type ItemPlace = { publicUrl: string; brand: string }

/** Turns a GIF into its page's view (§2, §5, §9). Pure. */
export function toItemView(gif: Gif, { publicUrl, brand }: ItemPlace): ItemView {
  const picture = pictureSources(gif)
  const title = altText(gif)
  const snippet = (responsive: boolean) => embedSnippet(gif, { publicUrl, brand, responsive }) ?? ''
  return {
    id: gif.id,
    kind: gif.is_sticker ? 'sticker' : picture.video ? 'video' : 'gif',
    title,
    heading: gif.title || title,
    canonical: publicUrl + itemPath(gif),
    embedPath: embedPath(gif),
    embedUrl: publicUrl + embedPath(gif),
    picture,
    attribution: attributionOf(gif),
    tags: [...new Set(gif.tags)].map((name) => ({ name, href: searchPath(name) })),
    film: filmOf(gif),
    cta: ctaOf(gif),
    snippet: { fixed: snippet(false), responsive: snippet(true) },
    added: added(gif.import_datetime),
    files: filesOf(gif),
  }
}

/** §5 The player block of a GIF or story; it links to our channel page. */
export function attributionOf(gif: Pick<Gif, 'user'>): PlayerAttribution | undefined {
  const attribution = playerAttribution(gif)
  const name = gif.user?.username ?? ''
  return attribution && isChannelName(name) ? { ...attribution, href: channelPath(name) } : attribution
}

// §5: only the two supported hosts.
function filmOf({ external_media }: Gif): ItemView['film'] {
  const film = externalFilm(external_media)
  const href = safeHref(external_media?.url ?? '')
  return film && href ? { provider: FILM_HOSTS[film.host], href } : undefined
}

const FROM_PAGE = trackingQuery(
  [
    ['utm_source', 'page'],
    ['utm_medium', 'item'],
  ],
  undefined,
).toString()

function ctaOf(gif: Gif): ItemView['cta'] {
  const cta = callToAction(gif)
  return cta && { text: cta.text, href: withTracking(cta.href, FROM_PAGE) }
}

function filesOf({ images }: Gif): ItemFiles {
  const file = (rendition: Rendition | undefined, url: string | undefined) =>
    rendition && url ? { url, width: rendition.width, height: rendition.height } : undefined
  const size = intrinsicSize(images)
  const [moving, still] = [bestRendition(images, size), bestRendition(images, size, { still: true })]
  const film = moving?.mp4 ? moving : Object.values(images).find((rendition) => rendition?.mp4)
  return {
    picture: file(moving, moving && pictureUrl(moving)),
    still: file(still, still && pictureUrl(still)),
    film: file(film, film?.mp4),
  }
}

// The provider's '2026-05-19 16:21:53' is UTC; '0000-00-00 00:00:00' means never.
function added(datetime: string): string | undefined {
  const iso = `${datetime.replace(' ', 'T')}Z`
  return /^[1-9]\d{3}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(iso) && !Number.isNaN(Date.parse(iso))
    ? iso
    : undefined
}
