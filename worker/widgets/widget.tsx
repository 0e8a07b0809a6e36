import { html } from 'hono/html'
import { renderToString } from 'react-dom/server'
import type { FirstPage } from '../../islands/model/widget-model.ts'
import { ShareButton } from '../../islands/share/share-button.tsx'
import { PauseButton } from '../../islands/ui/buttons.tsx'
import type { WidgetProps } from '../../islands/widget/widget-list.ts'
import { eventTypeOf, withTracking } from '../../shared/gif/tracking.ts'
import { CAROUSEL_LAYOUT_TYPE, PROVIDER_PAGE } from '../../shared/limits.ts'
import { joined } from '../../shared/net/bytes.ts'
import { KnownHeaders } from '../../shared/net/known-headers.ts'
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
import { asked } from '../http/asked.ts'
import { type AppContext, reply, type Services } from '../http/context.ts'
import { findLanguage, layoutOf } from '../http/visitor.ts'
import type { Made } from '../memory.ts'
import { lastSent, pageNames, TRACKING_SLOT, trackingText } from '../render/page-memo.ts'
import {
  fillSlots,
  type RenderedPart,
  type RenderedWidget,
  splitAtSlots,
  widgetMemo,
} from '../render/page-parts.ts'
import { Island } from '../render/parts.tsx'
import { firstPage } from './list.ts'
import {
  FIRST_END,
  type FrameOptions,
  firstStart,
  frameCache,
  frameHead,
  frameHeaders,
  frameOptions,
} from './policy.ts'
import { parseWidgetQuery, type WidgetQuery, widgetList, widgetPath } from './query.ts'
import { type TilePage, toTilePage } from './tile-page.ts'
import { sheetOf, tilesOf } from './widget-tiles.tsx'

/** The input of a rendered page: none of it is private to a visitor. */
type WidgetPage = FrameOptions & {
  kind: 'carousel' | 'grid'
  query: Omit<WidgetQuery, 'user'>
  list: TilePage
  failed: boolean
  source: string
  layout: ReturnType<typeof layoutOf>
}

const MAKING = { as: 'tiles', make: toTilePage }

/** `/widgets/{kind}` (§2). The list is read first, because it decides the status. */
export async function widget(c: AppContext): Promise<Response> {
  const kind = c.req.param('kind') === 'grid' ? 'grid' : 'carousel'
  const wanted = ASKED[kind](c)
  const { options, listCall, texts } = wanted
  c.set('lists', wanted.lists)
  const { list, made, status, headers, freshFor } = await firstPage(c, listCall, MAKING, kind === 'grid')
  const failed = status !== 200
  const names = failed ? wanted.failedNames : wanted.names
  const known = widgetMemo.get(made, names)
  const own = { 'Cache-Control': frameCache(options, freshFor), ...headers }
  if (known?.rest) {
    const { head, rest } = known
    const body = lastSent(made, names, texts.opening + texts.tracking, () =>
      joined([...startOf(head, texts), ...restOf(rest, list, texts)]),
    )
    return reply(c, body, status, own, known.headers)
  }
  const source = options.direct ? listCall.address : listCall.source
  const page: WidgetPage = {
    kind,
    query: wanted.query,
    list,
    failed,
    source,
    layout: wanted.layout,
    ...options,
  }
  const drawn = known ?? (await renderHead(page, made, c.get('services').config))
  const body = widgetStream(page, drawn.head, texts, () => {
    const rest = renderRest(page, made)
    widgetMemo.set(made, names, { ...drawn, rest })
    return rest
  })
  return reply(c, body, status, own, drawn.headers)
}

/** What a request asks for, and how its page is named. @throws AppError 'invalid-input' for a query that names no list. */
function askedFor(c: AppContext, kind: WidgetPage['kind']) {
  const { user, ...query } = parseWidgetQuery(c.req.query())
  findLanguage(c)
  const options = frameOptions(c)
  const layout = layoutOf(c.req.raw.headers)
  const listCall = widgetList(query.list)
  const key = `${kind} ${layout} ${Object.values({ ...options, direct: '' }).join(' ')} ${JSON.stringify(query)}`
  return {
    query,
    options,
    layout,
    listCall,
    lists: `list ${listCall.source}`,
    names: pageNames('widget', key),
    failedNames: pageNames('failed widget', key),
    texts: { opening: openingTag(user), tracking: trackingText(c) },
  }
}

const ASKED = {
  carousel: asked((c) => askedFor(c, 'carousel')),
  grid: asked((c) => askedFor(c, 'grid')),
}

type PageTexts = { opening: string; tracking: string }

/** A page's start: each request inserts its tracking query and its own opening tag. */
const startOf = (head: RenderedPart, { opening, tracking }: PageTexts): Uint8Array[] => [
  ...fillSlots(head, tracking),
  encoder.encode(opening),
]

/** Its rest, with the data of the list, which are encoded already. */
const restOf = (rest: RenderedPart, { json }: TilePage, { tracking }: PageTexts): Uint8Array[] => [
  ...fillSlots(rest, tracking),
  json,
  END,
]

/** Streams a page that is drawn now: the head is sent before the tiles are rendered. */
function widgetStream(
  page: WidgetPage,
  head: RenderedPart,
  texts: PageTexts,
  draw: () => RenderedPart,
): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      controller.enqueue(joined(startOf(head, texts)))
    },
    pull(controller) {
      controller.enqueue(joined(restOf(draw(), page.list, texts)))
      controller.close()
    },
  })
}

/** Renders the head with all style, and makes the headers, which allow it. */
async function renderHead(page: WidgetPage, made: Made, config: Services['config']): Promise<RenderedWidget> {
  const { kind, query, list } = page
  const { sheet, styleHash } = await sheetOf(made, kind, list.gifs, query.tiles)
  const title = `${headline(page).title} · ${page.brand}`
  const head = frameHead(page, { title, theme: query.theme, sheet, kind: 'widget' })
  const headers = frameHeaders(config, 'widget', { options: page, origins: list.origins, styleHash })

  return { head: splitAtSlots(head), headers: new KnownHeaders(headers) }
}

const encoder = new TextEncoder()
const END = encoder.encode(FIRST_END)

/** Renders what is between the opening tag and the data of the list: the root's attributes, the bar, the tiles. */
function renderRest(page: WidgetPage, made: Made): RenderedPart {
  const props = propsOf(page)
  const part = { page, props, texts: textsIn(page.language) }
  const first = firstOf(page)
  const bar = renderToString(
    <>
      {/* For readers, also where the frame is too small for the bar. */}
      <h1 className="name-of">
        <bdi>{props.title}</bdi>
      </h1>
      <Bar {...part} />
      <PauseButton texts={part.texts} shortcut="K" extra={false} />
    </>,
  )
  const footer = page.layout === 'mobile' ? renderToString(<Footer {...part} />) : ''
  const body = `${bar}${tilesOf(made, page.kind, first, props)}${footer}`
  return splitAtSlots(`${attributesOf(page, props)}${body}</main>${firstStart(first)}`)
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
    <p className="widget-title" aria-hidden="true">
      <bdi>{props.title}</bdi>
    </p>
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

const firstOf = ({ list: { gifs, offset, done }, failed, source }: WidgetPage): FirstPage => ({
  gifs,
  offset,
  done: done || (!failed && source === ''),
  failed,
})
