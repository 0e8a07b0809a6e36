import { html } from 'hono/html'
import { renderToString } from 'react-dom/server'
import style from '../../dist/widget-style.json'
import { type FirstPage, WidgetModel } from '../../islands/model/widget-model.ts'
import { ShareButton } from '../../islands/share/share-button.tsx'
import { PauseButton } from '../../islands/ui/buttons.tsx'
import CarouselWidget from '../../islands/widget/carousel-widget.tsx'
import GridWidget from '../../islands/widget/grid-widget.tsx'
import type { WidgetProps } from '../../islands/widget/widget-list.ts'
import type { DirectApi } from '../../shared/direct.ts'
import { eventTypeOf, withTracking } from '../../shared/gif/tracking.ts'
import { CAROUSEL_LAYOUT_TYPE, PROVIDER_PAGE } from '../../shared/limits.ts'
import { pictureSources } from '../../shared/picture/renditions.ts'
import { interpolate, type Language, type Texts, textsIn } from '../../shared/texts/texts.ts'
import type { Layout } from '../http/visitor.ts'
import { assets, documentEnd, documentHead } from '../render/document.ts'
import {
  appendBytes,
  type RenderedPart,
  type RenderedWidget,
  splitAtSlots,
  TRACKING_SLOT,
} from '../render/page-memo.ts'
import { Island } from '../render/parts.tsx'
import { headlineOf } from './headline.ts'
import { inlineHash } from './policy.ts'
import { type WidgetQuery, widgetPath } from './query.ts'
import type { TilePage } from './tile-page.ts'
import { gridSheet, rowSheet } from './tile-sheet.ts'

/** The input of a rendered page: none of it is private to a visitor. */
export type WidgetPage = {
  kind: 'carousel' | 'grid'
  query: Omit<WidgetQuery, 'user'>
  list: TilePage
  failed: boolean
  source: string
  layout: Layout
  language: Language
  publicUrl: string
  brand: string
  isTracked: boolean
  analyticsId: string
  /** The provider that the page calls itself. */
  direct?: DirectApi | undefined
}

/** Renders the head with all style, and the source that allows its inline style. */
export async function renderHead(page: WidgetPage): Promise<Pick<RenderedWidget, 'head' | 'styleHash'>> {
  const { kind, query, list, language } = page
  const { title } = headline(page)
  const sheet = kind === 'grid' ? gridSheet(list.gifs, query.tiles) : rowSheet(list.gifs, query.tiles)
  const head = documentHead({
    title: `${title} · ${page.brand}`,
    lang: language,
    theme: query.theme,
    sheets: [style.text, sheet],
    modules: [...(page.direct ? [assets.scripts.direct] : []), assets.scripts.widget],
    paintsAt: FIRST_ID,
  })
  return { head: splitAtSlots(head), styleHash: await inlineHash(sheet) }
}

const encoder = new TextEncoder()

/** Renders everything after the opening tag of `openingTag`: the root's attributes, the bar, the tiles and their data. */
export function renderRest(page: WidgetPage): RenderedPart {
  const props = propsOf(page)
  const part = { page, props, texts: textsIn(page.language) }
  const body = renderToString(
    <>
      <Bar {...part} />
      <Tiles {...part} />
      {page.layout === 'mobile' && <Footer {...part} />}
    </>,
  )
  const before = splitAtSlots(`${attributesOf(page, props)}${body}</main>${firstOpening(page)}`)
  return appendBytes(before, page.list.json, FIRST_END)
}

/** The start of the root's tag, which names the visitor and so differs between requests. */
export const openingTag = (user: string | undefined): string =>
  String(user ? html`<main id="widget" data-user="${user}"` : '<main id="widget"')

const attributesOf = (
  { kind, layout, query, isTracked, analyticsId, direct }: WidgetPage,
  props: WidgetProps,
): string =>
  String(
    html` data-kind="${kind}" data-layout="${layout}" data-props="${JSON.stringify(props)}"${
      kind === 'carousel' && html` data-layout-type="${CAROUSEL_LAYOUT_TYPE}"`
    }${direct && html` data-provider="${direct.url}" data-key="${direct.key}"`}${isTracked && html` data-tracking data-event-type="${eventTypeOf(query.list)}"`}${analyticsId && html` data-analytics="${analyticsId}"`}>`,
  )

const headline = (page: WidgetPage) =>
  headlineOf({ ...page, ownPath: widgetPath(`/widgets/${page.kind}`, page.query) }, textsIn(page.language))

function propsOf(page: WidgetPage): WidgetProps {
  const { kind, query, list, source, publicUrl, brand, language } = page
  const { title, href } = headline(page)
  return {
    lang: language,
    source,
    limit: Math.min(query.list.limit, PROVIDER_PAGE.maxLimit),
    tiles: query.tiles,
    publicUrl,
    tracking: TRACKING_SLOT,
    brand,
    title,
    href: withTracking(href, TRACKING_SLOT),
    shareUrl: href,
    embedUrl: publicUrl + widgetPath(`/widgets/${kind}`, query),
    poster: list.gifs[0] ? pictureSources(list.gifs[0]).still.url : '',
    ...SNIPPET_PX[kind],
  }
}

/** The frame's size in a snippet, in CSS pixels. */
const SNIPPET_PX = { carousel: { width: 480, height: 256 }, grid: { width: 480, height: 480 } } as const

// JSON in a script element with another type: the policy allows it, and its quotes need no escape.
const FIRST_ID = 'first'
const firstOpening = (page: WidgetPage): string => {
  const { offset, done, failed } = firstOf(page)
  return `<script type="application/json" id="${FIRST_ID}">{"offset":${offset},"done":${done},"failed":${failed},"gifs":`
}
const FIRST_END = encoder.encode(`}</script>${documentEnd}`)

type Part = { page: WidgetPage; props: WidgetProps; texts: Texts }

/** §2 The bar over the tiles: logo, title, share menu, and the pause button for all tiles. */
const Bar = ({ page, props, texts }: Part) => (
  <header className="widget-bar extra">
    <a className="widget-logo" href={props.href} target="_blank" rel="noopener" data-event="logo">
      <img src="/static/icon.svg" width="24" height="24" alt="" loading="lazy" />
      <span>{page.brand}</span>
    </a>
    <h1>
      <bdi>{props.title}</bdi>
    </h1>
    {page.layout === 'desktop' && (
      <Island name="share-menu">
        <ShareButton lang={props.lang} />
      </Island>
    )}
    <PauseButton texts={texts} />
  </header>
)

/** §2 The phone's footer: the call to action. */
const Footer = ({ page, props, texts }: Part) => (
  <footer className="widget-footer extra">
    <a href={props.href} target="_blank" rel="noopener" data-event="view-more">
      {interpolate(texts.viewOn, { brand: page.brand })}
    </a>
  </footer>
)

const Tiles = ({ page, props }: Part) => {
  const part = { ...props, model: modelOf(page) }
  return page.kind === 'grid' ? (
    <Island name="grid">
      <GridWidget {...part} />
    </Island>
  ) : (
    <Island name="carousel">
      <CarouselWidget {...part} />
    </Island>
  )
}

const modelOf = (page: WidgetPage): WidgetModel => new WidgetModel(firstOf(page), false, {})

const firstOf = ({ list: { gifs, offset, done }, failed, source }: WidgetPage): FirstPage => ({
  gifs,
  offset,
  done: done || (!failed && source === ''),
  failed,
})
