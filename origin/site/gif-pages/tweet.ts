import * as v from 'valibot'
import { AppError } from '../../../shared/errors.ts'
import { NETWORKS, shareLink } from '../../../shared/gif/social-links.ts'
import { Line, Url } from '../../../shared/schema/text.ts'
import { gifReaderOf } from '../items.ts'
import type { SiteHandlers } from '../site-handlers.ts'
import { assertShareable } from './instashare.ts'

const TweetedGif = v.object({
  url: Url,
  title: Line,
  images: v.optional(v.object({ original: v.optional(v.object({ url: Url })) })),
})

/**
 * §7 Prepares a tweet: we cannot post with a user's account there. The item's page names its film and picture for the
 * network (`worker/public/item/item-head.tsx`), so its address is what is posted.
 */
export const tweetHandlers = {
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
