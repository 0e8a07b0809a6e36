import type { Call } from '../../shared/calls/call.ts'
import { offsetIsBeyond } from '../../shared/calls/fields.ts'
import { providerCalls } from '../../shared/calls/provider.ts'
import { InputError } from '../../shared/errors.ts'
import { PROVIDER_PAGE } from '../../shared/limits.ts'
import { type CacheResult, withBytes } from './cache/cache-result.ts'

type Input = Record<string, unknown>

/** Items of one page that the provider is called for. */
const PAGE = PROVIDER_PAGE.limit

/** The part of a list that a visitor wants: `count` items from the position `from` of the first page on. */
export type ListWindow = { pages: Input[]; start: number; from: number; count: number }

const PAGED: ReadonlySet<Call> = new Set(
  (Object.values(providerCalls) as Call[]).filter(({ input }) => {
    const entries = 'entries' in input ? input.entries : undefined
    return typeof entries === 'object' && entries !== null && 'offset' in entries
  }),
)

const maxOffsetOf = ({ path }: Call) =>
  path === providerCalls.trending.path ? PROVIDER_PAGE.maxTrendingOffset : PROVIDER_PAGE.maxOffset

/** @throws InputError for an offset behind the list's last one, which the schema takes for another provider's list */
export function assertInList(call: Call, { offset }: Input): void {
  const max = maxOffsetOf(call)
  if (typeof offset !== 'number' || offset <= max) return
  const message = offsetIsBeyond(max)
  throw new InputError(message, { offset: message })
}

/**
 * The pages that have a visitor's part of a list (T44): of 25 items, at multiples of 25, so that a word has 200 keys and not
 * one for each `limit` and `offset`. Undefined for calls without pages, and where the provider chooses the size.
 */
export function windowOf(call: Call, input: Input): ListWindow | undefined {
  const { limit, offset } = input
  if (!PAGED.has(call) || (limit === undefined && offset === undefined)) return undefined
  const start = typeof offset === 'number' ? offset : 0
  const count = typeof limit === 'number' ? limit : PAGE
  const from = start % PAGE
  const last = Math.min(start + count - 1, maxOffsetOf(call))
  const pages: Input[] = []
  for (let at = start - from; at <= last; at += PAGE) pages.push({ ...input, limit: PAGE, offset: at })
  return { pages, start, from, count }
}

/** The window's part of its pages, which is made once per copy. A whole page is the copy itself. */
export function cutFrom(found: CacheResult[], window: ListWindow): CacheResult {
  const [first, ...others] = found
  if (!first) throw new RangeError('A window has a page')
  if (window.from === 0 && window.count === PAGE) return first
  const name = `${window.from}+${window.count}@${others.map(({ t0 }) => t0)}`
  const bytes = first.made.once(name, () => new TextEncoder().encode(cutText(found, window)))
  return withBytes(
    {
      t0: Math.min(...found.map(({ t0 }) => t0)),
      state:
        (['stale', 'miss'] as const).find((state) => found.some((page) => page.state === state)) ?? 'hit',
      age: Math.max(...found.map(({ age }) => age)),
      freshFor: Math.min(...found.map(({ freshFor }) => freshFor)),
      made: first.made,
    },
    name,
    bytes,
  )
}

/**
 * Where to go on from a window that has nothing although its list goes on: its page has fewer items than 25, and those behind the
 * last one are no items. Clients take an empty page for the last.
 */
export const nextAfterNothing = (cut: CacheResult, { pages, start, from }: ListWindow): number | undefined =>
  cut.made.once('next after nothing', () => {
    const body = JSON.parse(cut.body) as Body
    const isOver = entriesOf(body).length > 0 || body.pagination?.hasMoreGifs !== true
    return isOver ? undefined : start - from + pages.length * PAGE
  })

type Pagination = Record<'total_count' | 'hasMoreGifs' | 'count' | 'offset' | 'next_cursor', unknown>
type Body = { data?: unknown; pagination?: Partial<Pagination> | null }

/** `data` is a list or an object of items (§3). */
const entriesOf = ({ data }: Body): [string, unknown][] =>
  typeof data === 'object' && data !== null ? Object.entries(data) : []

function cutText(found: CacheResult[], { start, from, count }: ListWindow): string {
  // It was JSON of an object when it was stored.
  const bodies = found.map(({ body }) => JSON.parse(body) as Body)
  const [first = {}] = bodies
  const items = bodies
    .flatMap((body, page) => entriesOf(body).map((entry, at) => ({ entry, at: page * PAGE + at })))
    .filter(({ at }) => at >= from && at < from + count)
  // Of a page that has fewer items than 25 the next one starts later: a client goes on at `offset` plus `count`.
  const end = start - from + (items.at(-1)?.at ?? 0) + 1
  const { pagination } = first
  return JSON.stringify({
    ...first,
    data: Array.isArray(first.data)
      ? items.map(({ entry: [, item] }) => item)
      : Object.fromEntries(items.map(({ entry }) => entry)),
    ...(pagination && {
      pagination: {
        ...pagination,
        ...endOf(bodies),
        offset: items.length > 0 ? end - items.length : start,
        count: items.length,
        next_cursor: undefined,
      },
    }),
  })
}

/**
 * A provider that does not know how long its list is says of each page that there is at least one more item: the first page
 * that ends the list knows, else the last one knows the most.
 */
function endOf(bodies: readonly Body[]): Pick<Partial<Pagination>, 'total_count' | 'hasMoreGifs'> {
  const pages = bodies.flatMap(({ pagination }) => pagination ?? [])
  const last = pages.find(({ offset, count, total_count }) => Number(offset) + Number(count) === total_count)
  const { total_count, hasMoreGifs } = last ?? pages.at(-1) ?? {}
  return { total_count, hasMoreGifs }
}
