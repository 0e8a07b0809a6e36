import { html, raw } from 'hono/html'
import { renderToString } from 'react-dom/server'
import HoverFooter from '../../islands/embed/hover-footer.tsx'
import MobileFooter from '../../islands/embed/mobile-footer.tsx'
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
import { pauseButtonHtml } from '../render/pause-button.tsx'
import { Player } from '../render/player.tsx'
import type { PageTracking } from '../render/tracking.ts'

type EmbedPage = {
  view: EmbedView
  layout: Layout
  brand: string
  theme: Theme
  language: Language
  paused: boolean
  tracked: PageTracking | undefined
}

/**
 * Renders an embed page: head, player, extras. The result is one string: nothing in it waits, and a stream costs 28 us
 * more.
 */
export function embedPage(page: EmbedPage): string {
  const { view, layout, theme, language: lang, paused } = page
  const props = propsOf(page)
  const head = documentHead({ title: view.title, lang, theme, css: cssOf(layout), canonical: view.shareUrl })
  const body = renderToString(
    <>
      <Player {...view} paused={paused} />
      <Extras {...page} props={props} />
    </>,
  )
  return `${head}${opening(page, props)}${body}${pauseButtonHtml(textsIn(lang))}</main>${documentEnd}`
}

/** The inline style of a layout. */
export const cssOf = (layout: Layout): EmbedCss =>
  layout === 'mobile' ? 'embed-phone-css' : 'embed-desktop-css'

const propsOf = ({ view, brand, language: lang }: EmbedPage): EmbedProps => {
  const { picture, ...rest } = view
  const { still, width, height } = picture
  return { lang, brand, ...rest, poster: still.url, width, height }
}

// The boot runs before the picture that it may stop. It is in a plain template: compilers rewrite a tagged one with an
// end tag of a script.
const opening = ({ view, layout, paused, tracked }: EmbedPage, props: EmbedProps): string => {
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

/** The extras over the picture (§2): on a desktop the footer with its grid and the share menu, on a phone its own footer. */
function Extras({ view, layout, paused, props }: EmbedPage & { props: EmbedProps }) {
  const part = { props, model: paused ? MODELS.paused : MODELS.playing }
  return (
    <>
      {layout === 'mobile' ? (
        <Island name="mobile-footer" component={MobileFooter} {...part} />
      ) : (
        <>
          <div className="footer">
            <Island name="hover-footer" component={HoverFooter} {...part} />
            <Island name="related-grid" {...part} fetches={relatedUrl(view.id, view.kind === 'sticker')} />
          </div>
          <Island name="share-menu" component={ShareMenu} {...part} />
        </>
      )}
      {view.film && <Island name="media-player" {...part} />}
    </>
  )
}
