import { BRAND_COLOUR } from '../brand.ts'
import type { Gif } from '../schema/gif.ts'
import { altText } from './alt-text.ts'
import { type EmbedAttribution, embedAttribution } from './attribution.ts'
import { externalPlayer } from './external-media.ts'
import { itemUrl } from './item-path.ts'
import { type PictureSources, pictureSources } from './rendition-source.ts'
import { withTracking } from './tracking-query.ts'

/** Everything an embed page shows of a GIF, ready to be drawn: the provider's fields are turned here and nowhere else. */
export type EmbedView = {
  id: string
  kind: 'gif' | 'sticker' | 'video'
  title: string
  /** The item's page with the tracking query. */
  href: string
  picture: PictureSources
  attribution: EmbedAttribution | undefined
  /** A film elsewhere stands behind the GIF: on a phone a tap then toggles the footer (§2). */
  hasFilm: boolean
}

/** What the request brings to the view. */
export type EmbedPlace = { publicUrl: string; tracking: URLSearchParams }

/** Turns a GIF into its embed's view (§2, §5). Pure. */
export function toEmbedView(gif: Gif, { publicUrl, tracking }: EmbedPlace): EmbedView {
  const picture = pictureSources(gif)
  return {
    id: gif.id,
    kind: gif.is_sticker ? 'sticker' : picture.video ? 'video' : 'gif',
    title: altText(gif),
    href: withTracking(itemUrl(gif, publicUrl), tracking),
    picture,
    attribution: embedAttribution(gif),
    hasFilm: externalPlayer(gif.external_media, { colour: BRAND_COLOUR }) !== undefined,
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
