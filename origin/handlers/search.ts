import {
  type CallContext,
  type CallHandlers,
  type CallResult,
  gifPage,
  gifsJson,
  pageOf,
} from '../call-handler.ts'
import { heatOf } from '../heat.ts'
import { featuredClips, trendingGifs } from '../queries/lists.ts'
import { meaningOf } from '../queries/meaning.ts'
import { type Filter, listScope, searchGifs } from '../queries/search.ts'
import type { IdPage, PageWindow } from '../sql.ts'
import { readQuery } from '../words.ts'
import { maxRank } from './lists.ts'

type SearchInput = Pick<Filter, 'kind' | 'maxRating'> &
  Partial<Filter> & { q: string; lang?: string | undefined }

/** Finds ids by what a text means, within a user or channel if it names one. */
async function find(
  context: CallContext,
  { q, lang, ...filter }: SearchInput,
  page: PageWindow,
): Promise<IdPage> {
  const { scope, words } = readQuery(q)
  const full: Filter = { dynamic: true, recent: false, ...filter, scope }
  const heatNow = heatOf(1, context.nowMs)
  // '@ann' alone finds all items of ann.
  if (words.trim() === '') return scope ? listScope(context.db, full, page, heatNow) : { total: 0, ids: [] }
  const meaning = await meaningOf(context.db, words, lang)
  // A text without words finds nothing.
  if (meaning.parts.length + meaning.nodes.length === 0) return { total: 0, ids: [] }
  return searchGifs(context.db, meaning, full, page, heatNow)
}

const search = async (context: CallContext, input: SearchInput, page: PageWindow): Promise<CallResult> =>
  gifPage(context, await find(context, input, page), page)

/** How many of the best hits `weirdness` (0-10) picks from. */
const MAX_WEIRDNESS = 10

export const searchHandlers: CallHandlers<
  'search' | 'videoTrending' | 'videoSearch' | 'translate' | 'animate'
> = {
  search: (context, { type, q, rating, sort, lang, excludeDynamicResults, ...paging }) => {
    const dynamic = excludeDynamicResults !== true
    const input = { kind: type, q, lang, maxRating: maxRank(rating), recent: sort === 'recent', dynamic }
    return search(context, input, pageOf(paging))
  },

  videoTrending: async (context, { rating, featured = false, ...paging }) => {
    const page = pageOf(paging)
    if (featured) return gifPage(context, await featuredClips(context.db, maxRank(rating), page), page)
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
    const meaning = await meaningOf(context.db, m)
    const filter: Filter = { ...input, scope: null, dynamic: true, recent: false }
    const heatNow = heatOf(1, context.nowMs)
    const found =
      meaning.parts.length > 0
        ? await searchGifs(context.db, meaning, filter, page, heatNow, ['OR'])
        : undefined
    return gifPage(
      context,
      found?.total
        ? found
        : await trendingGifs(context.db, 'text', input.maxRating, page, { nowMs: context.nowMs }),
      page,
    )
  },
}
