import { PROVIDER_PAGE } from '../../../shared/limits.ts'
import { type Answers, gifPage, gifsJson, pageOf } from '../ask.ts'
import { emojiVariations, listDefaultEmoji, listEmoji, randomGif, trendingGifs } from '../queries/lists.ts'
import { mustStand } from '../queries/state.ts'
import { maxRank } from '../rating.ts'
import { GIF_COLUMNS, matchWords } from '../words.ts'

// The last page a client may ask for starts at `maxTrendingOffset`.
const TRENDING_MAX = PROVIDER_PAGE.maxTrendingOffset + 1

export const listAnswers: Answers<
  'trending' | 'random' | 'emoji' | 'emojiDefaultVariations' | 'emojiVariations'
> = {
  trending: async (ask, { type, rating, ...paging }) => {
    const page = pageOf(paging, TRENDING_MAX)
    return gifPage(ask, await trendingGifs(ask.db, type, maxRank(rating), page), page, TRENDING_MAX)
  },

  random: async (ask, { type, tag, rating }) => {
    const match = tag === undefined ? undefined : matchWords(tag, GIF_COLUMNS)
    // A tag without a word in it, like '!', is no wish for just anything.
    if (tag !== undefined && match === undefined) return { data: [] }
    const id = await randomGif(ask.db, type, maxRank(rating), match?.all)
    const [gif] = await gifsJson(ask, id === undefined ? [] : [id])
    return { data: gif ?? [] }
  },

  emoji: async (ask, paging) => {
    const page = pageOf(paging)
    return gifPage(ask, await listEmoji(ask.db, page), page)
  },

  emojiDefaultVariations: async (ask, paging) => {
    const page = pageOf(paging)
    return gifPage(ask, await listDefaultEmoji(ask.db, page), page)
  },

  emojiVariations: async (ask, { id }) => {
    const [ids] = await Promise.all([emojiVariations(ask.db, id), mustStand(ask.db, id)])
    return { data: await gifsJson(ask, ids) }
  },
}
