import { PROVIDER_PAGE } from '../../shared/limits.ts'
import { RATINGS, type Rating } from '../../shared/schema/choices.ts'
import { type CallHandlers, gifPage, gifsJson, pageOf } from '../call-handler.ts'
import { assertAvailable } from '../queries/gifs.ts'
import { emojiVariations, listDefaultEmoji, listEmoji, randomGif, trendingGifs } from '../queries/lists.ts'

/** The highest rank (`rating_rank` in the library) that a result may have; without a rating, all. */
export const maxRank = (rating: Rating = 'r'): number => RATINGS.indexOf(rating)

// The last page that a client may request starts at `maxTrendingOffset`.
const TRENDING_MAX = PROVIDER_PAGE.maxTrendingOffset + 1

export const listHandlers: CallHandlers<
  'trending' | 'random' | 'emoji' | 'emojiDefaultVariations' | 'emojiVariations'
> = {
  trending: async (context, { type, rating, featured = false, ...paging }) => {
    const page = pageOf(paging, TRENDING_MAX)
    const { db, nowMs } = context
    const how = { nowMs, max: TRENDING_MAX, featured }
    const found = await trendingGifs(db, type, maxRank(rating), page, how)
    return gifPage(context, found, page, TRENDING_MAX)
  },

  random: async (context, { type, tag, rating }) => {
    const max = maxRank(rating)
    const id = await (tag === undefined
      ? randomGif(context.db, type, max)
      : (await import('./find.ts')).findAny(context, { kind: type, q: tag, maxRating: max }))
    const [gif] = await gifsJson(context, id === undefined ? [] : [id])
    return { data: gif ?? [] }
  },

  emoji: async (context, paging) => {
    const page = pageOf(paging)
    return gifPage(context, await listEmoji(context.db, page), page)
  },

  emojiDefaultVariations: async (context, paging) => {
    const page = pageOf(paging)
    return gifPage(context, await listDefaultEmoji(context.db, page), page)
  },

  emojiVariations: async (context, { id }) => {
    const [ids] = await Promise.all([emojiVariations(context.db, id), assertAvailable(context.db, id)])
    return { data: await gifsJson(context, ids) }
  },
}
