import type { ProviderCallName } from '../../../shared/calls/provider.ts'
import { AppError, LIBRARY_TAG, UpstreamError } from '../../../shared/errors.ts'

/** A call's input, which has passed its schema. */
export type Input = Record<string, unknown>

/** The reads among the provider's calls. Its writes take GIPHY's credentials. */
export type ReadName = Exclude<ProviderCallName, 'setCta' | 'deleteCta'>

/** A request to an upstream, without its key; `path` is what follows version and key. Empty and missing fields are not sent. */
export type Asked = { path: string; query?: Record<string, string | number | undefined> }

/** `hasMoreGifs`: the list goes on, and nobody knows how far. `next_cursor`: where the next page begins, in the upstream's words. */
export type Pagination = {
  total_count: number
  count: number
  offset: number
  hasMoreGifs?: true
  next_cursor?: string
}

/** What a call's response has beside `meta`, in GIPHY's shape. */
export type Answer = { data: unknown; pagination?: Pagination }

/** What an answer may be made of. */
export type Reach = {
  /** An upstream's good response. @throws UpstreamError, JsonParseError */
  ask(asked: Asked): Promise<object>
  /** Another call of ours, through the cache. */
  read(name: ReadName, input: Input): Promise<Answer>
  /** The newest answer of a call that a cache still has, however old. */
  held(name: ReadName, input: Input): Promise<Answer | undefined>
}

/** Answers a call of ours. */
export type Row = (input: Input, reach: Reach) => Promise<Answer>

/** An upstream's shape: how it is asked, and a row for each call of ours. */
export type Shape = {
  /** The address of a request, with the key. @param base has neither a trailing slash nor a version */
  address(base: string, key: string, asked: Asked): URL
  /** The status that a response really has, and what it says about a failure. `body` is undefined where it is not JSON. */
  verdict(status: number, body: unknown): { status: number; isOk: boolean; message: string }
  rows: Record<ReadName, Row>
}

/** A row of a call that the upstream has nothing for. @param what in the plural */
export const lacks =
  (what: string): Row =>
  async () => {
    throw lacking(what)
  }

export const lacking = (what: string) => new AppError('not-implemented', `The provider has no ${what}`)

export const missingAtProvider = () =>
  new UpstreamError(`${LIBRARY_TAG}: There is no such GIF`, { status: 404 })

/** A list of names that the provider would have, and does not. */
export const noCategoryAtProvider = () =>
  new UpstreamError(`${LIBRARY_TAG}: There is no such category`, { status: 404 })

/** An address with its fields; those that are empty or missing are left out. */
export function addressOf(base: string, query: Record<string, string | number | undefined> = {}): URL {
  const url = new URL(base)
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== '') url.searchParams.set(name, String(value))
  }
  return url
}

const FILTERS: Record<string, string> = { y: 'high', g: 'high', pg: 'medium', 'pg-13': 'low', r: 'off' }

/** `contentfilter` and `content_filter` for our rating; nothing where none is asked for. */
export const filterOf = ({ rating }: Input): string | undefined =>
  typeof rating === 'string' ? FILTERS[rating] : undefined

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
