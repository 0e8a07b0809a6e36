import { AppError } from '../../../shared/errors.ts'
import { gifReaderOf } from '../items.ts'
import type { SiteHandlers } from '../site-handlers.ts'
import { analyticHandlers } from './count-acts.ts'
import { instashareHandlers } from './instashare.ts'
import { languageTagHandlers } from './language-tags.ts'
import { metadataHandlers } from './metadata.ts'
import { tweetHandlers } from './tweet.ts'

/** §7 Which items are trending: those on the first page of their trending list, the one that everyone gets. */
export const trendingGifHandlers = {
  async trendingGifs({ gifs, actor, publicUrl }, { gif_ids }) {
    if (!gifs) throw new AppError('unavailable', 'There are no GIFs here')
    const ids = [...new Set([gif_ids].flat().flatMap((each) => each.split(',')))]
    const lists = await gifs.trending(gifReaderOf(actor, publicUrl))
    const places = new Map(lists.flatMap((list) => list.map((id, at) => [id, at + 1] as const)))
    const results = ids.map((id) => ({ id, is_trending: places.has(id), rank: places.get(id) ?? 0 }))
    return { body: { results, count: results.length } }
  },
} satisfies SiteHandlers

/** §7 GIF pages: what is known of an item, its words in other languages, and sharing it. */
export const gifPageHandlers = {
  ...metadataHandlers,
  ...languageTagHandlers,
  ...trendingGifHandlers,
  ...analyticHandlers,
  ...instashareHandlers,
  ...tweetHandlers,
} satisfies SiteHandlers
