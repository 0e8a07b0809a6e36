import { parse } from 'valibot'
import { createPaginator } from '../../shared/net/paginator.ts'
import { type GifList, GifListSchema } from '../../shared/schema/answer.ts'
import type { NextPage } from '../ui/endless-list.ts'
import type { Report } from './embed-model.ts'
import { relatedLimit, relatedUrl } from './related-url.ts'

/** No loader turns for ever: an answer that takes longer is a failure that can be tried again. */
const PATIENCE_MS = 10_000

/** The related GIFs of an item, page after page (§7), each reported. A bad answer of any kind rejects. */
export const relatedPages = (id: string, sticker: boolean, report: Report): NextPage =>
  createPaginator(async (offset) => {
    const url = relatedUrl(id, sticker, offset)
    report('request', url)
    try {
      const page = await fetchRelated(url, relatedLimit(offset))
      report('fetched', String(offset + page.data.length))
      return page
    } catch (error) {
      report('error', String(error))
      throw error
    }
  })

// No header of our own: in a sandboxed frame it would cost a preflight.
async function fetchRelated(url: string, limit: number): Promise<Pick<GifList, 'data' | 'pagination'>> {
  const response = await fetch(url, { signal: AbortSignal.timeout(PATIENCE_MS) })
  if (!response.ok) throw new Error(`The related GIFs answered ${response.status}`)
  const { data, pagination, meta } = parse(GifListSchema, await response.json())
  // §7: an answer without a response id is synthetic, which is a failure.
  if (!meta.response_id) throw new Error('The related GIFs are a synthetic response')
  return { data: data.slice(0, limit), pagination }
}
