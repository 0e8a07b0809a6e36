import type { Gif } from '../schema/gif.ts'
import { altText } from './alt-text.ts'
import { type EmbedAttribution, embedAttribution } from './attribution.ts'
import { type ExternalFilm, externalFilm } from './external-film.ts'
import { embedPath, itemUrl } from './item-path.ts'
import { type PictureSources, pictureSources } from './rendition-source.ts'
import { withTracking } from './tracking-query.ts'

/** Everything an embed page shows of a GIF, ready to be drawn: the provider's fields are turned here and nowhere else. */
export type EmbedView = {
  id: string
  kind: 'gif' | 'sticker' | 'video'
  title: string
  /** The item's page with the tracking query, which is also given by itself for the links that the browser makes. */
  href: string
  tracking: string
  /** The item's page as it is shared, and the frame that a snippet shows. */
  shareUrl: string
  embedUrl: string
  picture: PictureSources
  attribution: EmbedAttribution | undefined
  /** The film elsewhere that 'Watch' shows (§2 Alternate view). */
  film: ExternalFilm | undefined
}

/** What the request brings to the view. */
export type EmbedPlace = { publicUrl: string; tracking: URLSearchParams }

/** Turns a GIF into its embed's view (§2, §5). Pure. */
export function toEmbedView(gif: Gif, { publicUrl, tracking }: EmbedPlace): EmbedView {
  const picture = pictureSources(gif)
  const shareUrl = itemUrl(gif, publicUrl)
  return {
    id: gif.id,
    kind: gif.is_sticker ? 'sticker' : picture.video ? 'video' : 'gif',
    title: altText(gif),
    href: withTracking(shareUrl, tracking),
    tracking: tracking.toString(),
    shareUrl,
    embedUrl: publicUrl + embedPath(gif),
    picture,
    attribution: embedAttribution(gif),
    film: externalFilm(gif.external_media),
  }
}

// It goes into headers, so nothing but a plain host name and a port may pass; parsing each URL costs more than the rest.
const ORIGIN = /^https?:\/\/[a-z0-9.-]+(?::\d{1,5})?(?=[/?#]|$)/i

/** The origins that a page with this view loads pictures and films from. */
export function mediaOrigins({ picture, attribution }: EmbedView): string[] {
  const { webp, fallback, still, video } = picture
  const urls = [fallback.src, still.url, video?.mp4, attribution?.avatar]
  const candidates = [webp?.srcset, fallback.srcset].flatMap((set) => set?.split(/\s+/) ?? [])
  const origins = [...urls, ...candidates].flatMap((url) => ORIGIN.exec(url ?? '')?.[0].toLowerCase() ?? [])
  return [...new Set(origins)]
}
