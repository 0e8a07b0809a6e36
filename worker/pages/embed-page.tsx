import { html, raw } from 'hono/html'
import { renderToString } from 'react-dom/server'
import { EmbedModel } from '../../islands/embed/embed-model.ts'
import type { EmbedProps } from '../../islands/embed/embed-props.ts'
import { relatedUrl } from '../../islands/embed/related-url.ts'
import type { EmbedView } from '../../shared/gif/embed-view.ts'
import { type Language, textsIn } from '../../shared/texts/texts.ts'
import type { Layout } from '../layout.ts'
import { assets } from '../render/assets.ts'
import { documentEnd, documentHead, type Theme } from '../render/document.ts'
import { Island } from '../render/island.tsx'
import type { PageTracking } from '../tracking.ts'
import { PauseButton } from './pause-button.tsx'
import { Player } from './player.tsx'

export type EmbedPage = {
  view: EmbedView
  layout: Layout
  brand: string
  theme: Theme
  language: Language
  paused: boolean
  tracked: PageTracking | undefined
}

/** An embed page in the order it is sent: head and player go out at once, what hovering needs comes behind them. */
export function embedPage(page: EmbedPage): (() => string)[] {
  const { view, theme, language: lang, paused } = page
  const props = propsOf(page)
  return [
    () =>
      documentHead({ title: view.title, lang, theme, css: 'embed-css', canonical: view.href }) +
      opening(page, props) +
      renderToString(<Player {...view} paused={paused} />),
    () => `${renderToString(<Extras {...page} props={props} />)}</main>${documentEnd}`,
  ]
}

// The root stays open over several parts, so it is written by hand; the boot stands before the picture it may hold.
const BOOT = raw(`<script>${assets.inline.boot.text}</script>`)

const propsOf = ({ view, brand, language: lang }: EmbedPage): EmbedProps => {
  const { picture, ...rest } = view
  const { still, width, height } = picture
  return { lang, brand, ...rest, poster: still.url, width, height }
}

const opening = ({ view, layout, paused, tracked }: EmbedPage, props: EmbedProps): string => {
  const flags = [paused && 'data-paused', layout === 'mobile' && 'data-mobile-footer']
    .filter(Boolean)
    .join(' ')
  return String(
    html`<main id="embed" data-layout="${layout}" data-kind="${view.kind}" data-gif="${view.id}" data-live="${assets.scripts.live}" data-files="${assets.shared.join(' ')}" data-props="${JSON.stringify(props)}" ${tracked && trackingAttributes(tracked)} ${raw(flags)}>${BOOT}`,
  )
}

// With none of these the boot fetches no module before intent, and nothing is ever told.
const trackingAttributes = ({ payload, pixels, analyticsId }: PageTracking) =>
  html`data-tracking="${assets.scripts.watch}" data-payload="${payload}"${
    pixels.length > 0 && html` data-pixels="${JSON.stringify(pixels)}"`
  }${analyticsId && html` data-analytics="${analyticsId}"`}`

/** What lies over the picture (§2): on a desktop the footer with its grid and the share menu, on a phone its own footer. */
function Extras({ view, layout, language, paused, props }: EmbedPage & { props: EmbedProps }) {
  const part = { props, model: new EmbedModel({ paused }), when: 'intent' } as const
  return (
    <>
      {layout === 'mobile' ? (
        <Island name="mobile-footer" {...part} />
      ) : (
        <>
          <div className="footer">
            <Island name="hover-footer" {...part} />
            <Island name="related-grid" {...part} fetches={relatedUrl(view.id, view.kind === 'sticker')} />
          </div>
          <Island name="share-menu" {...part} />
        </>
      )}
      <PauseButton texts={textsIn(language)} />
      {view.film && <Island name="media-player" {...part} />}
    </>
  )
}
