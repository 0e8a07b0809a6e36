import { PROVIDER_PAGE } from '../../../shared/limits.ts'
import { encodedName } from '../../../shared/schema/provider-response.ts'
import type { Answer, Input, ReadName, Row } from './shape.ts'

/** Items of a page: the provider's lists are read in pages of this size (`../page-grid.ts`). */
export const PAGE = PROVIDER_PAGE.limit

/** Where a page of the list starts. */
export const startOf = ({ offset }: Input): number => (typeof offset === 'number' ? offset : 0)

/** An upstream's page of a list. `more`: there is a page after it; `next`: where that one begins, if it is not known by number. */
export type Found = { items: readonly unknown[]; more: boolean; next?: string }

/**
 * A page of a list whose length nobody knows. Clients go on at `offset` + `count`, and stop where that is `total_count`. So
 * a page that another one follows ends where that one starts, however many of its items were left out, and there is at least
 * one item more; the last one says the total.
 */
export function pageOf({ items, more, next }: Found, start: number, max: number): Answer {
  const follows = more && start + PAGE <= max
  const count = items.length
  const end = start + (follows ? PAGE : count)
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

/** The last offset of a call's pages. */
export const maxOffsetOf = (name: ReadName): number =>
  name === 'trending' ? PROVIDER_PAGE.maxTrendingOffset : PROVIDER_PAGE.maxOffset

/** A page of another list without some of its items; it ends where that one does. */
export function without(
  { data, pagination }: Answer,
  isOut: (item: unknown) => boolean = () => false,
): Answer {
  const items = entriesOf({ data }).filter((item) => !isOut(item))
  if (!pagination) return { data: items }
  const { next_cursor: _, ...end } = pagination
  const lost = end.count - items.length
  return { data: items, pagination: { ...end, count: items.length, offset: end.offset + lost } }
}

/** The entries of one of our own answers. */
export const entriesOf = ({ data }: Pick<Answer, 'data'>): unknown[] => (Array.isArray(data) ? data : [])

/** A list that is there in one piece. */
export const whole = (data: readonly unknown[]): Answer => ({
  data,
  pagination: { total_count: data.length, count: data.length, offset: 0 },
})

/** A row whose list the upstream gives in one piece; its pages are cut from that one, which is read once. */
export const inOnePiece =
  (name: ReadName, row: Row): Row =>
  async (input, reach) => {
    const { limit, offset, ...rest } = input
    if (limit === undefined && offset === undefined) return row(input, reach)
    const all = entriesOf(await reach.read(name, rest))
    const start = startOf(input)
    const data = all.slice(start, start + (typeof limit === 'number' ? limit : PAGE))
    return { data, pagination: { total_count: all.length, count: data.length, offset: start } }
  }

/** Terms in GIPHY's shape, each once. */
export const termsOf = (names: readonly string[]): Answer =>
  whole(
    [...new Set(names)].map((name) => ({
      name,
      name_encoded: encodedName(name),
      analytics_response_payload: '',
    })),
  )

export type Category = { name: string; query: string }

/** A name that no path of ours can have is left out: it could not be asked for. */
const fitsPath = ({ query }: Category): boolean => !/[%/\\\0]/.test(query) && !/^\.+$/.test(query)

/** Categories in GIPHY's shape, each once, by the text that is searched for their items. */
export const categoriesOf = (categories: readonly Category[]): Answer => {
  const byQuery = new Map(categories.filter(fitsPath).map((category) => [category.query, category]))
  return whole(
    [...byQuery.values()].map(({ name, query }) => ({ name, name_encoded: query, subcategories: [] })),
  )
}
