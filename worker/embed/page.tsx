import { html, raw } from 'hono/html'
import { renderToString } from 'react-dom/server'
import HoverFooter from '../../islands/embed/hover-footer.tsx'
import MobileFooter from '../../islands/embed/mobile-footer.tsx'
import { PictureLink } from '../../islands/embed/picture-link.tsx'
import { relatedUrl } from '../../islands/embed/related/related-url.ts'
import { EmbedModel } from '../../islands/model/embed-model.ts'
import type { EmbedProps } from '../../islands/model/embed-props.ts'
import ShareMenu from '../../islands/share/share-menu.tsx'
import type { EmbedView } from '../../shared/gif/embed-view.ts'
import { type Language, textsIn } from '../../shared/texts/texts.ts'
import type { Layout } from '../http/layout.ts'
import { assets, type EmbedCss } from '../render/assets.ts'
import { documentEnd, documentHead, type Theme } from '../render/document.ts'
import { Island } from '../render/island.tsx'
import { embedPauseHtml } from '../render/pause-button.tsx'
import { Player } from '../render/player.tsx'
import type { PageTracking } from '../render/tracking.ts'

export type EmbedPage = {
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
  const head = documentHead({ title: view.title, lang, theme, css: cssOf(layout), canonical: view.shareUrl })
  const player = renderToString(<Player {...view} paused={paused} />)
  return `${head}${opening(page)}${player}${embedPauseHtml(textsIn(lang))}`
}

/** The rest of it: the extras over the picture (§2), and the page's end. */
export const embedRest = (page: EmbedPage): string => `${renderToString(<Extras {...page} />)}${END}`

/** The rest where the extras could not be drawn: the picture is still a link. */
export const plainRest = ({ view }: EmbedPage): string => `${renderToString(<PictureLink {...view} />)}${END}`

const END = `</main>${documentEnd}`

/** The inline style of a layout. */
export const cssOf = (layout: Layout): EmbedCss =>
  layout === 'mobile' ? 'embed-phone-css' : 'embed-desktop-css'

/** What the islands of a page get, on the server and in the browser. */
export const propsOf = (view: EmbedView, brand: string, lang: Language): EmbedProps => {
  const { picture, ...rest } = view
  const { still, width, height } = picture
  return { lang, brand, ...rest, poster: still.url, width, height }
}

// The boot runs before the picture that it may stop. It is in a plain template: compilers rewrite a tagged one with an
// end tag of a script.
const opening = ({ view, layout, paused, tracked, props }: EmbedPage): string => {
  const flags = [paused && 'data-paused', layout === 'mobile' && 'data-mobile-footer']
    .filter(Boolean)
    .join(' ')
  return String(
    html`<main id="embed" data-layout="${layout}" data-kind="${view.kind}" data-props=${raw(jsonAttribute(props))} ${tracked && trackingAttributes(tracked)} ${raw(flags)}>${raw(`<script>${assets.inline.boot.text}</script>`)}`,
  )
}

/** JSON as an attribute's value: in single quotes, so that none of its own needs an escape. */
const jsonAttribute = (value: unknown): string =>
  `'${JSON.stringify(value).replaceAll('&', '&amp;').replaceAll("'", '&#39;')}'`

// Shared by all pages: on the server a model never changes, and has no listeners.
const MODELS = { playing: new EmbedModel(), paused: new EmbedModel({ paused: true }) }

// Without these attributes no module is fetched before intent, and nothing is tracked.
const trackingAttributes = ({ payload, pixels, analyticsId, countsShares }: PageTracking) =>
  html`data-tracking="${assets.scripts.watch}" data-payload="${payload}"${
    pixels.length > 0 && html` data-pixels="${JSON.stringify(pixels)}"`
  }${analyticsId && html` data-analytics="${analyticsId}"`}${countsShares && html` data-shares=""`}`

/**
 * The extras over the picture (§2): on a desktop the share menu and the footer with its grid, on a phone its own footer.
 * In the order of the Tab key: motion, sharing, the picture's link, the footer.
 */
function Extras({ view, layout, paused, props }: EmbedPage) {
  const part = { props, model: paused ? MODELS.paused : MODELS.playing }
  return (
    <>
      {layout === 'mobile' ? (
        <>
          <PictureLink {...view} />
          <Island name="mobile-footer" component={MobileFooter} {...part} />
        </>
      ) : (
        <>
          <Island name="share-menu" component={ShareMenu} {...part} />
          <PictureLink {...view} />
          <div className="footer">
            <Island name="hover-footer" component={HoverFooter} {...part} />
            <Island name="related-grid" {...part} fetches={relatedUrl(view.id, view.kind === 'sticker')} />
          </div>
        </>
      )}
      {view.film && <Island name="media-player" {...part} />}
    </>
  )
}
