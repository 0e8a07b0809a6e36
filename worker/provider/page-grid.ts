import type { Call } from '../../shared/calls/call.ts'
import { offsetIsBeyond } from '../../shared/calls/fields.ts'
import { providerCalls } from '../../shared/calls/provider.ts'
import { InputError } from '../../shared/errors.ts'
import { PROVIDER_PAGE } from '../../shared/limits.ts'
import { derived, type Input, oldestOf, type Reply } from './layer.ts'
import { entriesOf, isRecord, type ListPlace, listPlaceOf, type Page, withEntries } from './page.ts'

const PAGED: ReadonlySet<Call> = new Set(
  (Object.values(providerCalls) as Call[]).filter(
    ({ input }) => 'entries' in input && isRecord(input.entries) && 'offset' in input.entries,
  ),
)

/** The last offset of a call's lists. */
export const maxOffsetOf = ({ path }: Call): number =>
  path === providerCalls.trending.path ? PROVIDER_PAGE.maxTrendingOffset : PROVIDER_PAGE.maxOffset

/** @throws InputError for an offset behind the list's last one, which the schema takes for another provider's list */
export function assertInList(call: Call, { offset }: Input): void {
  const max = maxOffsetOf(call)
  if (typeof offset !== 'number' || offset <= max) return
  const message = offsetIsBeyond(max)
  throw new InputError(message, { offset: message })
}

/** A part of a list: `count` entries from the position `from` of its first page on, which is at `start` in the list. */
export type ListWindow = { start: number; from: number; count: number }

/**
 * The part of a list that a visitor wants, and the pages that have it (T44): of 25 items, at multiples of 25, so that a word has
 * 200 keys and not one for each `limit` and `offset`. Undefined for calls without pages, and where the provider chooses the size.
 */
export function pagesOfWindow(call: Call, input: Input): Window | undefined {
  const known = windows.get(input)
  if (known?.call === call) return known.found
  const found = windowOf(call, input)
  windows.set(input, { call, found })
  return found
}

type Window = { window: ListWindow; pages: Input[] }

/** Those of inputs that are kept, so that each page has one input, by which its key is known. */
const windows = new WeakMap<Input, { call: Call; found: Window | undefined }>()

function windowOf(call: Call, input: Input): Window | undefined {
  const { limit, offset } = input
  if (!PAGED.has(call) || (limit === undefined && offset === undefined)) return undefined
  const start = typeof offset === 'number' ? offset : 0
  const count = typeof limit === 'number' ? limit : PROVIDER_PAGE.limit
  const from = start % PROVIDER_PAGE.limit
  const last = Math.min(start + count - 1, maxOffsetOf(call))
  const pages: Input[] = []
  for (let at = start - from; at <= last; at += PROVIDER_PAGE.limit)
    pages.push({ ...input, limit: PROVIDER_PAGE.limit, offset: at })
  return { window: { start, from, count }, pages }
}

/** The window's part of its pages, which is made once per copy. A whole page is the copy itself. */
export function cutFrom(found: readonly Reply[], window: ListWindow): Reply {
  const [first, ...others] = found
  if (!first) throw new RangeError('A window has a page')
  if (window.from === 0 && window.count === PROVIDER_PAGE.limit) return first
  const name = `${window.from}+${window.count}@${others.map(({ t0 }) => t0)}`
  const t0 = Math.min(...found.map((page) => page.t0))
  const pages = () => found.map(({ body }) => body.page)
  return derived({ ...first, ...oldestOf(found), t0 }, name, () =>
    cutWindow(pages(), window, PROVIDER_PAGE.limit),
  )
}

/** Where the list goes on behind a window's pages. */
export const nextOffset = ({ start, from }: ListWindow, pages: readonly unknown[]): number =>
  start - from + pages.length * PROVIDER_PAGE.limit

/** The window's part of pages that follow one another. @param size positions that a page covers, if not all are filled */
export function cutWindow(pages: readonly Page[], { start, from, count }: ListWindow, size: number): Page {
  const [first = {}] = pages
  const found = pages
    .flatMap(({ data }, page) => entriesOf(data).map((entry, at) => ({ entry, at: page * size + at })))
    .filter(({ at }) => at >= from && at < from + count)
  // The next page starts later than a page that is short ends: a client goes on at `offset` plus `count`.
  const end = start - from + (found.at(-1)?.at ?? 0) + 1
  const place = listPlaceOf(first)
  return {
    ...first,
    data: withEntries(
      first.data,
      found.map(({ entry }) => entry),
    ),
    ...(place && {
      pagination: {
        ...place,
        ...endOf(pages),
        offset: found.length > 0 ? end - found.length : start,
        count: found.length,
        next_cursor: undefined,
      },
    }),
  }
}

/** Where the length is unknown each page says that one item more follows: the page that ends the list knows, else the last. */
function endOf(pages: readonly Page[]): Pick<ListPlace, 'total_count' | 'hasMoreGifs'> {
  const places = pages.flatMap((page) => listPlaceOf(page) ?? [])
  const last = places.find(({ offset, count, total_count }) => Number(offset) + Number(count) === total_count)
  const { total_count, hasMoreGifs } = last ?? places.at(-1) ?? {}
  return { total_count, hasMoreGifs }
}

/** Whether a page has nothing although its list goes on. */
export const isGap = (page: Page): boolean =>
  entriesOf(page.data).length === 0 && listPlaceOf(page)?.hasMoreGifs === true
