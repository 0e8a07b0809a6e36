import { html, raw } from 'hono/html'
import { renderToString } from 'react-dom/server'
import { EmbedModel } from '../../islands/embed/embed-model.ts'
import { relatedUrl } from '../../islands/embed/related-url.ts'
import type { EmbedView } from '../../shared/gif/embed-view.ts'
import { fill, type Language, type Texts, textsIn } from '../../shared/texts/texts.ts'
import type { Layout } from '../layout.ts'
import { assets } from '../render/assets.ts'
import { documentEnd, documentHead, type Theme } from '../render/document.ts'
import { Island } from '../render/island.tsx'
import { PauseButton } from './pause-button.tsx'
import { Player } from './player.tsx'

export type EmbedPage = {
  view: EmbedView
  layout: Layout
  brand: string
  theme: Theme
  language: Language
  paused: boolean
}

/** An embed page in the order it is sent: head and player go out at once, what hovering needs comes behind them. */
export function embedPage(page: EmbedPage): (() => string)[] {
  const { view, theme, language: lang, paused } = page
  return [
    () =>
      documentHead({ title: view.title, lang, theme, css: 'embed-css', canonical: view.href }) +
      opening(page) +
      renderToString(<Player {...view} paused={paused} />),
    () => `${renderToString(<Extras {...page} />)}</main>${documentEnd}`,
  ]
}

// The root stays open over several parts, so it is written by hand; the boot stands before the picture it may hold.
const BOOT = raw(`<script>${assets.inline.boot.text}</script>`)

const opening = ({ view, layout, paused }: EmbedPage): string => {
  const flags = [paused && 'data-paused', layout === 'mobile' && 'data-mobile-footer']
    .filter(Boolean)
    .join(' ')
  return String(
    html`<main id="embed" data-layout="${layout}" data-kind="${view.kind}" data-live="${assets.scripts.live}" ${raw(flags)}>${BOOT}`,
  )
}

type Part = { view: EmbedView; brand: string; texts: Texts; model: EmbedModel }

/** What lies over the picture (§2): on a desktop the footer with its grid and the share menu, on a phone its own footer. */
function Extras({ view, layout, brand, language, paused }: EmbedPage) {
  const texts = textsIn(language)
  const part = { view, brand, texts, model: new EmbedModel({ paused }) }
  return (
    <>
      {layout === 'desktop' ? <DesktopExtras {...part} /> : <PhoneExtras {...part} />}
      <PauseButton texts={texts} />
      <Film {...part} />
    </>
  )
}

function DesktopExtras({ view, brand, texts, model }: Part) {
  const { id, kind, title, href, tracking, attribution, film, shareUrl, embedUrl, picture } = view
  const { watch, related, verified, loading, failed, retry, none } = texts
  const { share, close, favorite, embed, link, copyEmbed, copyLink, copied } = texts
  const sticker = kind === 'sticker'
  return (
    <>
      <div className="footer">
        <Island
          name="hover-footer"
          when="intent"
          props={{
            texts: { watch, related, verified, continue: fill(texts.continue, { brand }) },
            title,
            href,
            attribution,
            film,
          }}
          model={model}
        />
        <Island
          name="related-grid"
          when="intent"
          fetches={relatedUrl(id, sticker)}
          props={{ texts: { related, loading, failed, retry, none }, id, sticker, tracking }}
          model={model}
        />
      </div>
      <Island
        name="share-menu"
        when="intent"
        props={{
          texts: { share, close, favorite, embed, link, copyEmbed, copyLink, copied },
          title,
          brand,
          href,
          shareUrl,
          embedUrl,
          poster: picture.still.url,
          width: picture.width,
          height: picture.height,
        }}
        model={model}
      />
    </>
  )
}

const PhoneExtras = ({ view: { href, film }, brand, texts, model }: Part) => (
  <Island
    name="mobile-footer"
    when="intent"
    props={{ texts: { watch: texts.watch, viewOn: fill(texts.viewOn, { brand }) }, href, film }}
    model={model}
  />
)

function Film({ view: { film, title }, texts, model }: Part) {
  if (!film) return null
  const { back } = texts
  const watchOn = fill(texts.watchOn, { provider: film.provider })
  return (
    <Island
      name="media-player"
      when="intent"
      props={{ film, title, texts: { back, watchOn } }}
      model={model}
    />
  )
}
