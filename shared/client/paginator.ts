import type { Gif } from '../schema/gif.ts'
import type { GifList } from '../schema/provider-response.ts'

/** Fetches the page that starts at `offset`. */
export type FetchPage = (offset: number) => Promise<GifPage>
/** `searchedFor`: the words that were searched, where they are not those that were typed. */
export type GifPage = Pick<GifList, 'data' | 'pagination'> & { searchedFor?: string }

/** Where the page after the one at `start` begins, and whether this was the last (§4). */
export function endOfPage({ data, pagination }: GifPage, start: number): { offset: number; done: boolean } {
  const count = pagination?.count ?? data.length
  const offset = (pagination?.offset ?? start) + count
  return { offset, done: count === 0 || offset === pagination?.total_count }
}

/**
 * §4 Paginator: each call fetches the next page and returns all GIFs so far, unique by id, in order. It stops when offset
 * plus count equals the total, and `isDone` says so. After a failure the next call fetches the same page again.
 */
export function createPaginator(
  fetchPage: FetchPage,
  known: readonly Gif[] = [],
  end = { offset: known.length, done: false },
): (() => Promise<readonly Gif[]>) & { isDone: () => boolean } {
  const byId = new Map(known.map((gif) => [gif.id, gif]))
  let { offset, done } = end

  const nextPage = async () => {
    if (done) return [...byId.values()]
    const page = await fetchPage(offset)
    for (const gif of page.data) if (!byId.has(gif.id)) byId.set(gif.id, gif)
    const next = endOfPage(page, offset)
    offset = next.offset
    done = next.done
    return [...byId.values()]
  }
  return Object.assign(nextPage, { isDone: () => done })
}
