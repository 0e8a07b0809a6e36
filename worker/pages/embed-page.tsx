import { html, raw } from 'hono/html'
import { renderToString } from 'react-dom/server'
import { EmbedModel } from '../../islands/embed/embed-model.ts'
import type { EmbedView } from '../../shared/gif/embed-view.ts'
import type { Layout } from '../layout.ts'
import { assets } from '../render/assets.ts'
import { documentEnd, documentHead, type Theme } from '../render/document.ts'
import { Island } from '../render/island.tsx'
import { MobileFooter } from './mobile-footer.tsx'
import { PauseButton } from './pause-button.tsx'
import { Player } from './player.tsx'

export type EmbedPage = { view: EmbedView; layout: Layout; brand: string; theme: Theme; paused: boolean }

/** An embed page in the order it is sent: head and player go out at once, what hovering needs comes behind them. */
export function embedPage(page: EmbedPage): (() => string)[] {
  const { view, paused } = page
  return [
    () =>
      documentHead({ title: view.title, theme: page.theme, css: 'embed-css', canonical: view.href }) +
      opening(page) +
      renderToString(
        <Player picture={view.picture} title={view.title} paused={paused} hasFilm={view.hasFilm} />,
      ),
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

function Extras({ view, layout, brand, paused }: EmbedPage) {
  const { title, href, attribution } = view
  return (
    <>
      {layout === 'desktop' ? (
        <Island
          name="hover-footer"
          when="intent"
          props={{ title, brand, href, attribution }}
          model={new EmbedModel({ paused })}
        />
      ) : (
        <MobileFooter brand={brand} href={href} />
      )}
      <PauseButton />
    </>
  )
}
