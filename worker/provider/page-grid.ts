import type { Call } from '../../shared/calls/call.ts'
import { offsetIsBeyond } from '../../shared/calls/fields.ts'
import { providerCalls } from '../../shared/calls/provider.ts'
import { InputError } from '../../shared/errors.ts'
import { PROVIDER_PAGE } from '../../shared/limits.ts'
import type { Input } from './layer.ts'
import { isRecord, type ListWindow } from './page.ts'

/** Items of one page that the provider is called for. */
export const PAGE_SIZE = PROVIDER_PAGE.limit

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

/**
 * The part of a list that a visitor wants, and the pages that have it (T44): of 25 items, at multiples of 25, so that a word has
 * 200 keys and not one for each `limit` and `offset`. Undefined for calls without pages, and where the provider chooses the size.
 */
export function pagesOfWindow(call: Call, input: Input): { window: ListWindow; pages: Input[] } | undefined {
  const { limit, offset } = input
  if (!PAGED.has(call) || (limit === undefined && offset === undefined)) return undefined
  const start = typeof offset === 'number' ? offset : 0
  const count = typeof limit === 'number' ? limit : PAGE_SIZE
  const from = start % PAGE_SIZE
  const last = Math.min(start + count - 1, maxOffsetOf(call))
  const pages: Input[] = []
  for (let at = start - from; at <= last; at += PAGE_SIZE)
    pages.push({ ...input, limit: PAGE_SIZE, offset: at })
  return { window: { start, from, count }, pages }
}
