import * as v from 'valibot'
import { AppError, InputError } from '../../../shared/errors.ts'
import { NETWORKS, shareLink } from '../../../shared/gif/social-links.ts'
import { ACTIONS } from '../../../shared/schema/own/gateway.ts'
import { Line, Url } from '../../../shared/schema/text.ts'
import { assertSeen, gifReaderOf } from '../items.ts'
import type { SiteHandlers } from '../site-handlers.ts'
import { countActs } from './count-acts.ts'
import { assertShareable, instashareHandlers } from './instashare.ts'
import { languageTagHandlers } from './language-tags.ts'
import { metadataHandlers } from './metadata.ts'

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

/** `copy-link` is `COPY_LINK`. @throws InputError */
function actionOf(type: string) {
  const action = ACTIONS.find((each) => each === type.toUpperCase().replaceAll('-', '_'))
  if (action) return action
  const message = `type must be one of ${ACTIONS.map(nameOf).join(', ')}`
  throw new InputError(message, { type: message })
}

const nameOf = (action: string) => action.toLowerCase().replaceAll('_', '-')

/** §7 What visitors do with an item is counted by day; its owner and staff read it at the gateway. */
const analyticHandlers = {
  async gifAnalytic(deps, { id, type }) {
    const action = actionOf(type)
    await assertSeen(deps, id)
    await countActs(deps, [{ gifId: id, action }])
    return {}
  },
} satisfies SiteHandlers

const TweetedGif = v.object({
  url: Url,
  title: Line,
  images: v.optional(v.object({ original: v.optional(v.object({ url: Url })) })),
})

/**
 * §7 Prepares a tweet: we cannot post with a user's account there. The item's page names its film and picture for the
 * network (`worker/public/item/item-head.tsx`), so its address is what is posted.
 */
const tweetHandlers = {
  async twitterUpload(deps, { gif_id, status }) {
    await assertShareable(deps, gif_id)
    const [found] = (await deps.gifs?.shown([gif_id], gifReaderOf(deps.actor, deps.publicUrl))) ?? []
    const twitter = NETWORKS.find(({ id }) => id === 'twitter')
    if (!found || !twitter) throw new AppError('unavailable', 'There are no GIFs here')
    const gif = v.parse(TweetedGif, found)
    const text = status ?? gif.title
    const url = shareLink(twitter, { url: gif.url, title: text, poster: '' })
    return { body: { id: gif_id, url, text, media_url: gif.images?.original?.url ?? '' } }
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
