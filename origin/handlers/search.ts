import {
  type CallContext,
  type CallHandlers,
  type CallResult,
  gifPage,
  gifsJson,
  pageOf,
} from '../call-handler.ts'
import { hottestClips, trendingGifs } from '../queries/lists.ts'
import type { PageWindow } from '../sql.ts'
import type { Found, SearchInput } from './find.ts'
import { maxRank } from './lists.ts'

/** What reads a search is loaded by the first one. */
const find = async (context: CallContext, input: SearchInput, page: PageWindow): Promise<Found> =>
  (await import('./find.ts')).find(context, input, page)

async function searchPage(context: CallContext, input: SearchInput, page: PageWindow): Promise<CallResult> {
  const { searchedFor, ...found } = await find(context, input, page)
  return { ...(await gifPage(context, found, page)), searched_for: searchedFor }
}

/** How many of the best hits `weirdness` (0-10) picks from. */
const MAX_WEIRDNESS = 10

export const searchHandlers: CallHandlers<
  'search' | 'videoTrending' | 'videoSearch' | 'translate' | 'animate'
> = {
  search: (context, { type, q, rating, sort, lang, exact, excludeDynamicResults, ...paging }) => {
    const dynamic = excludeDynamicResults !== true
    const recent = sort === 'recent'
    const input = { kind: type, q, lang, exact, maxRating: maxRank(rating), recent, dynamic }
    return searchPage(context, input, pageOf(paging))
  },

  videoTrending: async (context, { rating, featured = false, ...paging }) => {
    const page = pageOf(paging)
    const found = await hottestClips(context.db, { maxRating: maxRank(rating), featured }, page)
    return gifPage(context, found, page)
  },

  videoSearch: (context, { q, rating, ...paging }) =>
    searchPage(context, { kind: 'video', q, maxRating: maxRank(rating) }, pageOf(paging)),

  translate: async (context, { type, s, weirdness = 0, rating }) => {
    const best = { limit: MAX_WEIRDNESS + 1, offset: 0 }
    const { ids } = await find(context, { kind: type, q: s, maxRating: maxRank(rating) }, best)
    const id = ids[Math.max(Math.min(weirdness, ids.length - 1), 0)]
    const [gif] = await gifsJson(context, id === undefined ? [] : [id])
    return { data: gif ?? [] }
  },

  animate: async (context, { m, rating, ...paging }) => {
    const page = pageOf(paging)
    const input = { kind: 'text', maxRating: maxRank(rating) } as const
    // A text begins with the words that are drawn: with a space in front it names no user.
    const found = await find(context, { ...input, q: ` ${m}`, any: 'always' }, page)
    return gifPage(
      context,
      found.total
        ? found
        : await trendingGifs(context.db, 'text', input.maxRating, page, { nowMs: context.nowMs }),
      page,
    )
  },
}
