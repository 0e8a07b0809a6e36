import type { GifList } from '../schema/answer.ts'
import type { Gif } from '../schema/gif.ts'

/** Asks for the page that starts at `offset`. */
export type FetchPage = (offset: number) => Promise<Pick<GifList, 'data' | 'pagination'>>

/**
 * §4 Paginator: each call fetches the next page and gives all GIFs so far, unique by id, in order. It stops when offset
 * plus count equals the total. A failed page can be asked for again: nothing moved on.
 */
export function createPaginator(
  fetchPage: FetchPage,
  known: readonly Gif[] = [],
): () => Promise<readonly Gif[]> {
  const byId = new Map(known.map((gif) => [gif.id, gif]))
  let offset = known.length
  let done = false

  return async function nextPage() {
    if (done) return [...byId.values()]
    const { data, pagination } = await fetchPage(offset)
    for (const gif of data) if (!byId.has(gif.id)) byId.set(gif.id, gif)
    const count = pagination?.count ?? data.length
    offset = (pagination?.offset ?? offset) + count
    done = count === 0 || offset === pagination?.total_count
    return [...byId.values()]
  }
}
