import { html, raw } from 'hono/html'
import { renderToString } from 'react-dom/server'
import HoverFooter from '../../islands/embed/hover-footer.tsx'
import MobileFooter from '../../islands/embed/mobile-footer.tsx'
import { PictureLink } from '../../islands/embed/picture-link.tsx'
import { relatedUrl } from '../../islands/embed/related/related-pages.ts'
import type { EmbedProps } from '../../islands/model/embed-model.ts'
import { ShareButton } from '../../islands/share/share-button.tsx'
import type { EmbedView } from '../../shared/gif/embed-view.ts'
import { type Language, textsIn } from '../../shared/texts/texts.ts'
import type { Layout } from '../http/layout.ts'
import { assets, documentEnd, documentHead, type EmbedCss, type Theme } from '../render/document.ts'
import { embedPauseHtml, Island, Player } from '../render/parts.tsx'
import type { PageTracking } from '../render/tracking.ts'

type EmbedPage = {
  view: EmbedView
  layout: Layout
  theme: Theme
  language: Language
  paused: boolean
  tracked: PageTracking | undefined
  props: EmbedProps
}

/** The start of an embed page, all that a visitor waits for: head, style, boot, player, and the control of its motion. */
export function embedStart(page: EmbedPage): string {
  const { view, layout, theme, language: lang, paused } = page
  const head = documentHead({
    title: view.title,
    lang,
    theme,
    css: cssOf(layout, view.kind),
    canonical: view.shareUrl,
  })
  const player = renderToString(<Player {...view} paused={paused} />)
  return `${head}${opening(page)}${player}${embedPauseHtml(textsIn(lang))}`
}

/** The rest of it: the extras over the picture (§2), and the page's end. */
export const embedRest = (page: EmbedPage): string => `${renderToString(<Extras {...page} />)}${END}`

/** The rest where the extras could not be drawn: the picture is still a link. */
export const plainRest = ({ view }: EmbedPage): string => `${renderToString(<PictureLink {...view} />)}${END}`

const END = `</main>${documentEnd}`

/** The inline styles of a layout; without a kind, for an item that is not known yet. */
export const cssOf = (layout: Layout, kind?: EmbedView['kind']): EmbedCss[] => [
  layout === 'mobile' ? 'embed-phone-css' : 'embed-desktop-css',
  ...(kind === undefined || kind === 'sticker' ? (['embed-sticker-css'] as const) : []),
]

/** What the islands of a page get, on the server and in the browser. */
export const propsOf = (view: EmbedView, brand: string, lang: Language): EmbedProps => {
  const { picture, ...rest } = view
  const { still, width, height } = picture
  return { lang, brand, ...rest, poster: still.url, width, height }
}

// The boot runs before the picture that it may stop. It is in a plain template: compilers rewrite a tagged one with an
// end tag of a script.
const opening = ({ view, layout, paused, tracked, props }: EmbedPage): string =>
  String(
    html`<main id="embed" data-layout="${layout}" data-kind="${view.kind}" data-props=${raw(jsonAttribute(props))}${tracked && trackingAttributes(tracked)}${flagsOf({ paused, layout })}>${raw(`<script>${assets.inline.boot.text}</script>`)}`,
  )

/** The flags of §4 that a page starts with, as attributes. */
export const flagsOf = ({ paused, layout }: Pick<EmbedPage, 'paused' | 'layout'>): string =>
  `${paused ? ' data-paused' : ''}${layout === 'mobile' ? ' data-mobile-footer' : ''}`

/** JSON as an attribute's value: in single quotes, so that its own double quotes need no escape. */
const jsonAttribute = (value: unknown): string =>
  `'${JSON.stringify(value).replaceAll('&', '&amp;').replaceAll("'", '&#39;')}'`

// Without these attributes no module is fetched before intent, and nothing is tracked.
const trackingAttributes = ({ payload, pixels, analyticsId, countsShares }: PageTracking) =>
  html` data-tracking="${assets.scripts.watch}" data-payload="${payload}"${
    pixels.length > 0 && html` data-pixels="${JSON.stringify(pixels)}"`
  }${analyticsId && html` data-analytics="${analyticsId}"`}${countsShares && html` data-shares=""`}`

/**
 * The extras over the picture (§2): on a desktop the share menu and the footer with its grid, on a phone its own footer.
 * In the order of the Tab key: motion, sharing, the picture's link, the footer.
 */
function Extras({ view, layout, props }: EmbedPage) {
  return (
    <>
      {layout === 'mobile' ? (
        <>
          <PictureLink {...view} />
          <Island name="mobile-footer">
            <MobileFooter {...props} />
          </Island>
        </>
      ) : (
        <>
          <Island name="share-menu">
            <ShareButton {...props} />
          </Island>
          <PictureLink {...view} />
          <div className="footer">
            <Island name="hover-footer">
              <HoverFooter {...props} />
            </Island>
            <Island name="related-grid" fetches={relatedUrl(view.id, view.kind === 'sticker')} />
          </div>
        </>
      )}
      {view.film && <Island name="media-player" />}
    </>
  )
}
