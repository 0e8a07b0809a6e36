import { type ProviderReadName, providerCalls } from '../../../shared/calls/provider.ts'
import { AppError, LIBRARY_TAG, UpstreamError } from '../../../shared/errors.ts'
import { PROVIDER_PAGE } from '../../../shared/limits.ts'
import { own } from '../../../shared/own.ts'
import { encodedName } from '../../../shared/schema/provider-response.ts'
import type { Input } from '../layer.ts'
import { filterEntries } from '../page.ts'
import { maxOffsetOf } from '../page-grid.ts'

/** A request to an upstream, without its key; `path` is what follows version and key. Empty and missing fields are not sent. */
export type ShapeRequest = { path: string; query?: Record<string, string | number | undefined> }

/** `hasMoreGifs`: the list goes on, and no one knows how far. `next_cursor`: where the next page begins, in the upstream's words. */
export type Pagination = {
  total_count: number
  count: number
  offset: number
  hasMoreGifs?: true
  next_cursor?: string
}

/** What a call's response has besides `meta`, in GIPHY's shape. */
export type Answer = { data: unknown; pagination?: Pagination }

/** What an answer may be made of. `call`: the one that it is for. */
export type ShapeContext = {
  call: ProviderReadName
  /** An upstream's good response. @throws UpstreamError, JsonParseError */
  ask(request: ShapeRequest): Promise<object>
  /** Another of our calls, through the cache. */
  read(name: ProviderReadName, input: Input): Promise<Answer>
  /** The newest answer of a call that a cache still has, however old. */
  cached(name: ProviderReadName, input: Input): Promise<Answer | undefined>
}

/** Answers one of our calls. */
export type Row = (input: Input, context: ShapeContext) => Promise<Answer>

/** An upstream's shape: how it is requested, and a row for each of our calls. */
export type Shape = {
  /** The address of a request, with the key. @param base has neither a trailing slash nor a version */
  address(base: string, key: string, request: ShapeRequest): URL
  /** The status that a response really has, and what it says about a failure. `body` is undefined where it is not JSON. */
  verdict(status: number, body: unknown): { status: number; isOk: boolean; message: string }
  rows: Record<ProviderReadName, Row>
}

/** A row of a call that the upstream has nothing for. @param what in the plural */
export const lacks =
  (what: string): Row =>
  async () => {
    throw lacking(what)
  }

const lacking = (what: string) => new AppError('not-implemented', `The provider has no ${what}`)

export const missingAtProvider = () =>
  new UpstreamError(`${LIBRARY_TAG}: There is no such GIF`, { status: 404 })

/** @throws AppError 'unavailable' for a shape that cannot do without */
export function assertKey(key: string): void {
  if (!key) throw new AppError('unavailable', 'The provider needs a key: PROVIDER_KEY is not configured')
}

/** A list of names that the provider would have, and does not. */
export const noCategoryAtProvider = () =>
  new UpstreamError(`${LIBRARY_TAG}: There is no such category`, { status: 404 })

/** An address with its fields; those that are empty or missing are left out. */
export function urlOf(base: string, query: Record<string, string | number | undefined> = {}): URL {
  const url = new URL(base)
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== '') url.searchParams.set(name, String(value))
  }
  return url
}

const FILTERS: Record<string, string> = { y: 'high', g: 'high', pg: 'medium', 'pg-13': 'low', r: 'off' }

/** `contentfilter` and `content_filter` for our rating; nothing where none is asked for. */
export const filterOf = ({ rating }: Input): string | undefined =>
  typeof rating === 'string' ? own(FILTERS, rating) : undefined

/** `en`, or `pt_BR`, of a language code; a script, which has four letters, is left out. */
export function localeOf({ lang }: Input): string | undefined {
  if (typeof lang !== 'string') return undefined
  const [language = '', region = ''] = lang.split(/[-_]/)
  return language.toLowerCase() + (region.length === 2 ? `_${region.toUpperCase()}` : '')
}

const AT_CHANNEL = /^@[\w.-]{1,100}(?:\s|$)/

/** The text of a search. @throws AppError 'not-implemented' for one in a channel: only GIPHY's shape has them. */
export function searchText({ q }: Input): string {
  const text = String(q)
  if (AT_CHANNEL.test(text)) throw lacking('channels')
  return text
}

/** Whether a list has stickers. Words that move are drawn as stickers where there is no type of their own. */
export const isOfStickers = ({ type }: Input): boolean => type === 'stickers' || type === 'text'

/** What is searched for a text: a search of type `text` says so. */
export const withType = (text: string, { type }: Input): string => (type === 'text' ? `${text} text` : text)

/** Where a page of the list starts. */
export const offsetOf = ({ offset }: Input): number => (typeof offset === 'number' ? offset : 0)

/** An upstream's page of a list. `more`: there is a page after it; `next`: where that one begins, if it is not known by number. */
export type UpstreamPage = { items: readonly unknown[]; more: boolean; next?: string }

/**
 * A page of a list whose length no one knows. Clients go on at `offset` + `count`, and stop where that is `total_count`: so a
 * page ends where the next one starts, with at least one item more; the last one says the total.
 */
export function pageAnswer(
  call: ProviderReadName,
  { items, more, next }: UpstreamPage,
  start: number,
): Answer {
  const follows = more && start + PROVIDER_PAGE.limit <= maxOffsetOf(providerCalls[call])
  const count = items.length
  const end = start + (follows ? PROVIDER_PAGE.limit : count)
  return {
    data: items,
    pagination: {
      total_count: follows ? end + 1 : end,
      count,
      offset: end - count,
      ...(follows && { hasMoreGifs: true, ...(next !== undefined && { next_cursor: next }) }),
    },
  }
}

/** A page of another list without some of its items; it ends where that one does. */
export function without(
  { data, pagination }: Answer,
  isOut: (item: unknown) => boolean = () => false,
): Answer {
  const keep = (item: unknown) => !isOut(item)
  if (!pagination) return filterEntries({ data }, 'same end', keep)
  const { next_cursor: _, ...end } = pagination
  return filterEntries({ data, pagination: end }, 'same end', keep)
}

/** The entries of one of our own answers. */
export const listIn = ({ data }: Pick<Answer, 'data'>): unknown[] => (Array.isArray(data) ? data : [])

/** A list that has one page. */
export const onePage = (data: readonly unknown[]): Answer => ({
  data,
  pagination: { total_count: data.length, count: data.length, offset: 0 },
})

/** A row whose list the upstream gives in one piece; its pages are cut from that one, which is read once. */
export const inOnePiece =
  (row: Row): Row =>
  async (input, context) => {
    const { limit, offset, ...rest } = input
    if (limit === undefined && offset === undefined) return row(input, context)
    const all = listIn(await context.read(context.call, rest))
    const start = offsetOf(input)
    const data = all.slice(start, start + (typeof limit === 'number' ? limit : PROVIDER_PAGE.limit))
    return { data, pagination: { total_count: all.length, count: data.length, offset: start } }
  }

/** Terms in GIPHY's shape, each once. */
export const termsOf = (names: readonly string[]): Answer =>
  onePage(
    [...new Set(names)].map((name) => ({
      name,
      name_encoded: encodedName(name),
      analytics_response_payload: '',
    })),
  )

export type Category = { name: string; query: string }

/** A name that none of our paths can have is left out: it could not be asked for. */
const fitsPath = ({ query }: Category): boolean => !/[%/\\\0]/.test(query) && !/^\.+$/.test(query)

/** Categories in GIPHY's shape, each once, by the text that is searched for their items. */
export const categoriesOf = (categories: readonly Category[]): Answer => {
  const byQuery = new Map(categories.filter(fitsPath).map((category) => [category.query, category]))
  return onePage(
    [...byQuery.values()].map(({ name, query }) => ({ name, name_encoded: query, subcategories: [] })),
  )
}
