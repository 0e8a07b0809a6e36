import { createPaginator } from '../../../shared/client/paginator.ts'
import type { NextPage } from '../../list/endless-list.tsx'
import { fetchGifs } from '../../list/fetch-gifs.ts'
import type { Report } from '../../model/embed-model.ts'
import { relatedLimit, relatedUrl } from './related-url.ts'

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
