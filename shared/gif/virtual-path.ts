import { PROVIDER_PAGE } from '../limits.ts'

type Request = { named: Record<string, string>; query: URLSearchParams }
/** A row may leave a request to one below it. */
type Row = readonly [path: RegExp, virtual: (request: Request) => string | undefined]

/** Any base works: only paths and queries are read. */
const BASE = 'https://path.invalid'

/**
 * §2 Virtual page paths. A row matches what follows the version, in our request (`/v1/gifs/related?gif_id=…`) or the site's
 * (`/api/v3/channels/{id}/gifs/`). Ours has a channel as a search's first word, after an @ (§7).
 */
const ROWS: readonly Row[] = [
  [
    /^(?:gifs|stickers)(?:\/(?<slug>[^/]+))?\/related$/,
    ({ named, query }) => {
      const slug = named.slug ?? segment(query.get('gif_id'))
      return `/gifs/${slug}/related/page/${pageOf(query) ?? 1}`
    },
  ],
  [
    /^(?:gifs|stickers|text)\/search$/,
    ({ query }) => {
      const channel = channelOf(query.get('q') ?? '')
      if (!channel) return undefined
      const { id, words } = channel
      const base = words ? `/channel/${segment(id)}/search/${segment(words)}` : `/channels/${segment(id)}`
      return pageOf(query) === undefined && !words ? '' : base + pagePart(query)
    },
  ],
  [/^(?:gifs\/)?search$/, ({ query }) => `/search/${term(query)}/page/${pageOf(query) ?? 1}`],
  [/^stickers\/trending$/, ({ query }) => `${STICKERS_PATH}/page/${pageOf(query) ?? 1}`],
  [/^stickers\/search$/, ({ query }) => `${STICKERS_PATH}/search/${term(query)}${pagePart(query)}`],
  [
    /^channels\/(?<id>[^/]+)\/(?:gifs|feed)$/,
    ({ named, query }) => (pageOf(query) === undefined ? '' : `/channels/${named.id}${pagePart(query)}`),
  ],
  [
    /^channels?\/(?<id>[^/]+)\/search$/,
    ({ named, query }) => `/channel/${named.id}/search/${term(query)}${pagePart(query)}`,
  ],
]

/** A call's path: its version, and the rest without the slash at its end. */
const CALL = /^(?:\/api)?\/v\d+\/(.+)$/

export const STICKERS_PATH = '/create/gifmaker/decorate/stickers'

/** §7 A search in a channel: its name after an @, then the words, if any. */
function channelOf(q: string): { id: string; words: string } | undefined {
  const [name = '', ...words] = q.split(' ').filter(Boolean)
  return name.length > 1 && name.startsWith('@') ? { id: name.slice(1), words: words.join(' ') } : undefined
}

/** What a request has of our own and of the visitor: views are not counted by it. */
const PRIVATE = /^(?:api_key|pingback_id)(?:=|$)/

/** The path that analytics counts a request by. Others keep their query but key and id; no URL is logged with `warn`. */
export function virtualPath(url: string, warn: (message: string) => void = console.warn): string {
  if (!URL.canParse(url, BASE)) {
    warn(`loopframe: no path can be read from ${JSON.stringify(url.slice(0, 200))}`)
    return url
  }
  const { pathname, search, searchParams: query } = new URL(url, BASE)
  const [, call = ''] = CALL.exec(pathname.replace(/\/$/, '')) ?? []
  for (const [path, virtual] of ROWS) {
    const match = path.exec(call)
    const found = match && virtual({ named: { ...match.groups }, query })
    if (found != null) return found
  }
  const kept = search
    .slice(1)
    .split('&')
    .filter((pair) => pair && !PRIVATE.test(pair))
  return kept.length > 0 ? `${pathname}?${kept.join('&')}` : pathname
}

const segment = (text: string | null) => encodeURIComponent(text ?? '')

const term = (query: URLSearchParams) => segment(query.get('q') ?? query.get('search'))

/** The requested page, from 1: by number, or by offset. A short first page still counts as one. */
function pageOf(query: URLSearchParams): number | undefined {
  const number = (name: string) => (query.has(name) ? Number(query.get(name)) : Number.NaN)
  const page = number('page')
  if (page >= 1) return Math.floor(page)
  const offset = number('offset')
  const limit = number('limit') || PROVIDER_PAGE.limit
  return offset >= 0 ? Math.ceil(offset / limit) + 1 : undefined
}

const pagePart = (query: URLSearchParams) => {
  const page = pageOf(query)
  return page === undefined ? '' : `/page/${page}`
}
