import { html } from 'hono/html'
import { renderToString } from 'react-dom/server'
import { type FirstPage, WidgetModel } from '../../islands/model/widget-model.ts'
import { ShareButton } from '../../islands/share/share-button.tsx'
import { PauseButton } from '../../islands/ui/buttons.tsx'
import CarouselWidget from '../../islands/widget/carousel-widget.tsx'
import GridWidget from '../../islands/widget/grid-widget.tsx'
import type { WidgetProps } from '../../islands/widget/widget-list.ts'
import { eventTypeOf, withTracking } from '../../shared/gif/tracking.ts'
import { CAROUSEL_LAYOUT_TYPE, PROVIDER_PAGE } from '../../shared/limits.ts'
import { pictureSources } from '../../shared/picture/renditions.ts'
import {
  channelPath,
  type ItemType,
  isChannelName,
  relatedPath,
  searchPath,
  trendingPath,
} from '../../shared/public/browse-path.ts'
import { interpolate } from '../../shared/texts/languages.ts'
import { textsIn } from '../../shared/texts/texts.ts'
import { type AppContext, reply } from '../http/context.ts'
import { layoutOf } from '../http/visitor.ts'
import type { Made } from '../memory.ts'
import {
  appendBytes,
  fillSlots,
  type RenderedPart,
  type RenderedWidget,
  splitAtSlots,
  TRACKING_SLOT,
  trackingText,
  widgetMemo,
} from '../render/page-memo.ts'
import { Island } from '../render/parts.tsx'
import { firstPage } from './list.ts'
import { FIRST_END, type FrameOptions, firstStart, frameHead, frameHeaders, frameOptions } from './policy.ts'
import { parseWidgetQuery, type WidgetQuery, widgetList, widgetPath } from './query.ts'
import { type TilePage, toTilePage } from './tile-page.ts'
import { gridSheet, rowSheet } from './tile-sheet.ts'

/** The input of a rendered page: none of it is private to a visitor. */
type WidgetPage = FrameOptions & {
  kind: 'carousel' | 'grid'
  query: Omit<WidgetQuery, 'user'>
  list: TilePage
  failed: boolean
  source: string
  layout: ReturnType<typeof layoutOf>
}

/** `/widgets/{kind}` (§2). The list is read first, because it decides the status. */
export async function widget(c: AppContext): Promise<Response> {
  const kind = c.req.param('kind') === 'grid' ? 'grid' : 'carousel'
  const { user, ...query } = parseWidgetQuery(c.req.query())
  const listCall = widgetList(query.list)
  c.set('lists', `list ${listCall.source}`)
  const making = { as: 'tiles', make: toTilePage }
  const { list, made, status, headers, freshFor } = await firstPage(c, listCall, making, kind === 'grid')
  const options = frameOptions(c)
  const page = {
    kind,
    query,
    list,
    failed: status !== 200,
    source: options.direct ? listCall.address : listCall.source,
    layout: layoutOf(c.req.raw.headers),
    ...options,
  } as const
  const { body, styleHash } = await widgetBody(page, made, user, trackingText(c))
  const { origins } = list
  const framed = { options, origins, styleHash, freshFor }
  return reply(c, body, status, { ...frameHeaders(c, 'widget', framed), ...headers })
}

/**
 * Streams a widget's page: the head is sent before the tiles are rendered. Parts rendered from the same copy of the list
 * are reused from `made`; each request inserts its tracking query and its own opening tag.
 */
async function widgetBody(page: WidgetPage, made: Made, user: string | undefined, tracking: string) {
  const { list, ...keyFields } = page
  const key = JSON.stringify(keyFields)
  const rendered: RenderedWidget = widgetMemo.get(made, key) ?? (await renderHead(page))
  const opening = encoder.encode(openingTag(user))

  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(fillSlots(rendered.head, tracking))
      controller.enqueue(opening)
    },
    pull(controller) {
      const rest = rendered.rest ?? renderRest(page)
      if (!rendered.rest) widgetMemo.set(made, key, { ...rendered, rest })
      controller.enqueue(fillSlots(rest, tracking))
      controller.close()
    },
  })
  return { body, styleHash: rendered.styleHash }
}

/** Renders the head with all style, and the source that allows its inline style. */
async function renderHead(page: WidgetPage): Promise<RenderedWidget> {
  const { kind, query, list } = page
  const sheet = kind === 'grid' ? gridSheet(list.gifs, query.tiles) : rowSheet(list.gifs, query.tiles)
  const title = `${headline(page).title} · ${page.brand}`
  const { head, styleHash } = await frameHead(page, { title, theme: query.theme, sheet, kind: 'widget' })
  return { head: splitAtSlots(head), styleHash }
}

const encoder = new TextEncoder()

/** Renders everything after the opening tag of `openingTag`: the root's attributes, the bar, the tiles and their data. */
function renderRest(page: WidgetPage): RenderedPart {
  const props = propsOf(page)
  const part = { page, props, texts: textsIn(page.language) }
  const body = renderToString(
    <>
      <Bar {...part} />
      <PauseButton texts={part.texts} shortcut="K" extra={false} />
      <Tiles {...part} />
      {page.layout === 'mobile' && <Footer {...part} />}
    </>,
  )
  const before = splitAtSlots(`${attributesOf(page, props)}${body}</main>${firstStart(firstOf(page))}`)
  return appendBytes(before, page.list.json, encoder.encode(FIRST_END))
}

/** The start of the root's tag, which names the visitor and so differs between requests. */
const openingTag = (user: string | undefined): string =>
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

/** A widget's title, and where its links lead: to the page with the same content, or to the widget alone. */
function headline({ kind, query, publicUrl, language }: WidgetPage): { title: string; href: string } {
  const { title, path } = sourceOf(query.list, textsIn(language))
  return { title, href: publicUrl + (path ?? widgetPath(`/widgets/${kind}`, query)) }
}

/** Names a widget after its source, whose page has the same content, if there is one. */
function sourceOf(
  { q, related, channel, ids, type }: WidgetQuery['list'],
  texts: ReturnType<typeof textsIn>,
): { title: string; path: string | undefined } {
  if (related !== undefined) return { title: texts.related, path: relatedPath(related) }
  if (channel !== undefined) {
    const name = channel.replace(/^@/, '')
    const shelf = type === 'stickers' ? 'stickers' : 'gifs'
    return { title: `@${name}`, path: isChannelName(name) ? channelPath(name, 1, shelf) : undefined }
  }
  const listed: ItemType | undefined = type === 'emoji' ? undefined : type
  if (q !== undefined) return { title: q, path: listed && searchPath(q, 1, listed) }
  if (ids !== undefined) return { title: texts.gifs, path: undefined }
  return { title: texts.trending, path: listed && trendingPath(1, listed) }
}

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

type Part = { page: WidgetPage; props: WidgetProps; texts: ReturnType<typeof textsIn> }

/** §2 The bar over the tiles: logo, title, share menu, and place for the button that pauses all tiles. */
const Bar = ({ page, props }: Part) => (
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
