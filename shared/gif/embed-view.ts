import { type ExternalFilm, externalFilm } from '../film.ts'
import { oncePer } from '../once-per.ts'
import { originsIn } from '../picture/origins.ts'
import { type PictureSources, pictureSources } from '../picture/renditions.ts'
import type { Gif } from '../schema/gif.ts'
import { altText, callToAction, type EmbedAttribution, embedAttribution } from './gif-texts.ts'
import { embedPath, itemUrl } from './item-path.ts'
import { withTracking } from './tracking.ts'

/** What an embed page shows of a GIF, ready to render. */
export type EmbedView = {
  id: string
  kind: 'gif' | 'sticker' | 'video'
  title: string
  /** The item's page with the tracking query. The query is also a separate field, for links made in the browser. */
  href: string
  tracking: string
  /** The item's page for sharing, and the frame URL of a snippet. */
  shareUrl: string
  embedUrl: string
  picture: PictureSources
  attribution: EmbedAttribution | undefined
  /** The external film behind 'Watch' (§2 Alternate view). */
  film: ExternalFilm | undefined
  /** Its owner's link. */
  cta?: { text: string; href: string }
}

/** The request's part of the view; `tracking` is the tracking query. */
type EmbedPlace = { publicUrl: string; tracking: string }

/** The part of a view that does not depend on the request. */
const shownOf = oncePer((gif: Gif) => {
  const picture = pictureSources(gif)
  return {
    id: gif.id,
    kind: gif.is_sticker ? ('sticker' as const) : picture.video ? ('video' as const) : ('gif' as const),
    title: altText(gif),
    picture,
    attribution: embedAttribution(gif),
    film: externalFilm(gif.external_media),
    cta: callToAction(gif),
  }
})

/** Turns a GIF into its embed's view (§2, §5). Pure; the part without the request is memoized. */
export function toEmbedView(gif: Gif, { publicUrl, tracking }: EmbedPlace): EmbedView {
  const shareUrl = itemUrl(gif, publicUrl)
  const { attribution, cta, ...shown } = shownOf(gif)
  const profile = attribution?.href
  return {
    ...shown,
    attribution: profile ? { ...attribution, href: withTracking(profile, tracking) } : attribution,
    href: withTracking(shareUrl, tracking),
    ...(cta && { cta: { text: cta.text, href: withTracking(cta.href, tracking) } }),
    tracking,
    shareUrl,
    embedUrl: publicUrl + embedPath(gif),
  }
}

/** The origins that a GIF's embed loads pictures and films from. */
export const mediaOrigins = oncePer((gif: Gif): readonly string[] => {
  const { picture, attribution } = shownOf(gif)
  const { avif, webp, fallback, still, video } = picture
  const urls = [fallback.src, still.url, video?.mp4, attribution?.avatar]
  const candidates = [avif?.srcset, webp?.srcset, fallback.srcset].flatMap((set) => set?.split(/\s+/) ?? [])
  return originsIn([...urls, ...candidates])
})
