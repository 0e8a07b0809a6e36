import { createPaginator } from '../../../shared/client/paginator.ts'
import { EMBED_GRID } from '../../../shared/limits.ts'
import type { NextPage } from '../../list/endless-list.tsx'
import { fetchGifs } from '../../list/fetch-gifs.ts'
import type { Report } from '../../model/embed-model.ts'

/** The related GIFs of an item, page after page (§7), each reported. A bad response of any kind rejects. */
export const relatedPages = (id: string, sticker: boolean, report: Report): NextPage =>
  createPaginator(async (offset) => {
    const url = relatedUrl(id, sticker, offset)
    report('request', url)
    try {
      const page = await fetchGifs(url, relatedLimit(offset))
      report('fetched', String(offset + page.data.length))
      return page
    } catch (error) {
      report('error', String(error))
      throw error
    }
  })

/** How many related GIFs are fetched at an offset: 6 first, then 12 (§7, §9). */
const relatedLimit = (offset: number): number => (offset === 0 ? EMBED_GRID.firstPage : EMBED_GRID.page)

/** §7 `{gifs|stickers}/related`, on our own host, which holds the key. */
export function relatedUrl(id: string, sticker: boolean, offset = 0): string {
  const query = new URLSearchParams({
    gif_id: id,
    limit: String(relatedLimit(offset)),
    offset: String(offset),
  })
  return `/v1/${sticker ? 'stickers' : 'gifs'}/related?${query}`
}
