import { AppError } from '../../../shared/errors.ts'
import { readerOf } from '../seen-gif.ts'
import type { SiteHandlers } from '../site-handlers.ts'

/** §7 Which items are trending: those on the first page of their trending list, the one that everybody gets. */
export const trendingHandlers = {
  async trendingGifs({ gifs, actor, publicUrl }, { gif_ids }) {
    if (!gifs) throw new AppError('unavailable', 'There are no GIFs here')
    const ids = [...new Set([gif_ids].flat().flatMap((each) => each.split(',')))]
    const lists = await gifs.trending(readerOf(actor, publicUrl))
    const places = new Map(lists.flatMap((list) => list.map((id, at) => [id, at + 1] as const)))
    const results = ids.map((id) => ({ id, is_trending: places.has(id), rank: places.get(id) ?? 0 }))
    return { body: { results, count: results.length } }
  },
} satisfies SiteHandlers
