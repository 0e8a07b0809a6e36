import type { GifList } from '../schema/answer.ts'
import type { Gif } from '../schema/gif.ts'

/** Asks for the page that starts at `offset`. */
export type FetchPage = (offset: number) => Promise<GifPage>
export type GifPage = Pick<GifList, 'data' | 'pagination'>

/** Where a page that was asked for at `offset` leaves off, and whether it was the last one (§4). */
export function endOfPage({ data, pagination }: GifPage, asked: number): { offset: number; done: boolean } {
  const count = pagination?.count ?? data.length
  const offset = (pagination?.offset ?? asked) + count
  return { offset, done: count === 0 || offset === pagination?.total_count }
}

/**
 * §4 Paginator: each call fetches the next page and gives all GIFs so far, unique by id, in order. It stops when offset
 * plus count equals the total. A failed page can be asked for again: nothing moved on.
 */
export function createPaginator(
  fetchPage: FetchPage,
  known: readonly Gif[] = [],
  end = { offset: known.length, done: false },
): () => Promise<readonly Gif[]> {
  const byId = new Map(known.map((gif) => [gif.id, gif]))
  let { offset, done } = end

  return async function nextPage() {
    if (done) return [...byId.values()]
    const page = await fetchPage(offset)
    for (const gif of page.data) if (!byId.has(gif.id)) byId.set(gif.id, gif)
    const next = endOfPage(page, offset)
    offset = next.offset
    done = next.done
    return [...byId.values()]
  }
}
