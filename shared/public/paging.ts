import { PROVIDER_PAGE } from '../limits.ts'

/** One page of a list as its page shows it. */
export type Paging = { page: number; pages: number; total: number }

/** How many items a page of a list has. */
export const SITE_PAGE = PROVIDER_PAGE.limit

/** The page that an address names, from 1; nothing for what is no page number of at most four digits. */
export const pageNumber = (text: string | undefined): number | undefined =>
  text === undefined ? 1 : /^[1-9]\d{0,3}$/.test(text) ? Number(text) : undefined

/** Which items a page asks for; nothing beyond what the provider lets anyone ask (`docs/wire.md`). */
export function pageWindow(page: number, max: number = PROVIDER_PAGE.maxOffset) {
  const offset = (page - 1) * SITE_PAGE
  return offset <= max ? { limit: SITE_PAGE, offset } : undefined
}

/**
 * How many pages there are. A provider that tells no total is asked for one page more as long as pages are full.
 * `max` is the last offset that may be asked for.
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
