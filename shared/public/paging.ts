import { PROVIDER_PAGE } from '../limits.ts'

/** One page of a list. `isLeast`: the total is one more than what is known, and the list goes on. */
export type Paging = { page: number; pages: number; total: number; isLeast?: boolean }

/** How many items a page of a list has. */
export const SITE_PAGE = PROVIDER_PAGE.limit

/** Parses a page number, from 1; `undefined` unless it has one to four digits. */
export const pageNumber = (text: string | undefined): number | undefined =>
  text === undefined ? 1 : /^[1-9]\d{0,3}$/.test(text) ? Number(text) : undefined

/** The range of items of a page; `undefined` beyond the provider's maximum offset (`docs/wire.md`). */
export function pageWindow(page: number, max: number = PROVIDER_PAGE.maxOffset) {
  const offset = (page - 1) * SITE_PAGE
  return offset <= max ? { limit: SITE_PAGE, offset } : undefined
}

/**
 * The number of pages. Without a total, a full page means that there is one more. `max` is the largest allowed offset.
 */
export function pagingOf(
  page: number,
  count: number,
  total: number | undefined,
  max: number = PROVIDER_PAGE.maxOffset,
): Paging {
  const seen = (page - 1) * SITE_PAGE + count
  const known = Math.max(total ?? (count === SITE_PAGE ? seen + 1 : seen), count > 0 ? seen : 0)
  const reachable = Math.floor(max / SITE_PAGE) + 1
  return { page, pages: Math.min(Math.ceil(known / SITE_PAGE), reachable), total: known }
}
