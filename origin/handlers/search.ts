import {
  type CallContext,
  type CallHandlers,
  type CallResult,
  gifPage,
  gifsJson,
  pageOf,
} from '../call-handler.ts'
import { heatOf } from '../heat.ts'
import { trendingGifs } from '../queries/lists.ts'
import { type Filter, listScope, searchGifs } from '../queries/search.ts'
import { raiseSearch } from '../queries/searches.ts'
import type { IdPage, PageWindow } from '../sql.ts'
import { readQuery, wordsOf } from '../words.ts'
import { maxRank } from './lists.ts'

type SearchInput = Pick<Filter, 'kind' | 'maxRating'> & Partial<Filter> & { q: string }

/** Finds ids by a text's words, within a user or channel if it names one. */
function find(context: CallContext, { q, ...filter }: SearchInput, page: PageWindow): Promise<IdPage> {
  const { scope, words } = readQuery(q)
  const full: Filter = { dynamic: true, recent: false, ...filter, scope }
  const wanted = wordsOf(words)
  const heatNow = heatOf(1, context.nowMs)
  if (wanted.length > 0) return searchGifs(context.db, wanted, full, page, heatNow)
  // A text without words finds nothing, but '@ann' alone finds all items of ann.
  return scope && words.trim() === ''
    ? listScope(context.db, full, page, heatNow)
    : Promise.resolve({ total: 0, ids: [] })
}

async function search(context: CallContext, input: SearchInput, page: PageWindow): Promise<CallResult> {
  // Further pages of a search are not counted.
  const words = readQuery(input.q).words.toLowerCase()
  if (page.offset === 0 && words) context.defer(raiseSearch(context.db, words, heatOf(1, context.nowMs)))
  return gifPage(context, await find(context, input, page), page)
}

/** How many of the best hits `weirdness` (0-10) picks from. */
const MAX_WEIRDNESS = 10

export const searchHandlers: CallHandlers<
  'search' | 'videoTrending' | 'videoSearch' | 'translate' | 'animate'
> = {
  search: (context, { type, q, rating, sort, excludeDynamicResults, ...paging }) => {
    const dynamic = excludeDynamicResults !== true
    const input = { kind: type, q, maxRating: maxRank(rating), recent: sort === 'recent', dynamic }
    return search(context, input, pageOf(paging))
  },

  videoTrending: async (context, { rating, ...paging }) => {
    const page = pageOf(paging)
    const all: Filter = {
      kind: 'video',
      maxRating: maxRank(rating),
      scope: null,
      dynamic: true,
      recent: false,
    }
    return gifPage(context, await listScope(context.db, all, page, heatOf(1, context.nowMs)), page)
  },

  videoSearch: (context, { q, rating, ...paging }) =>
    search(context, { kind: 'video', q, maxRating: maxRank(rating) }, pageOf(paging)),

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
    const words = wordsOf(m)
    const filter: Filter = { ...input, scope: null, dynamic: true, recent: false }
    const heatNow = heatOf(1, context.nowMs)
    const found =
      words.length > 0 ? await searchGifs(context.db, words, filter, page, heatNow, ['OR']) : undefined
    return gifPage(
      context,
      found?.total ? found : await trendingGifs(context.db, 'text', input.maxRating, page, context.nowMs),
      page,
    )
  },
}
