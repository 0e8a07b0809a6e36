import { type Answer, type Answers, type Ask, gifPage, gifsJson, pageOf } from '../ask.ts'
import { heatOf } from '../heat.ts'
import { trendingGifs } from '../queries/lists.ts'
import type { IdPage, Page } from '../queries/page.ts'
import { type Filter, listScope, searchGifs } from '../queries/search.ts'
import { raiseSearch } from '../queries/searches.ts'
import { maxRank } from '../rating.ts'
import { GIF_COLUMNS, matchWords, readQuery } from '../words.ts'

type Asked = Pick<Filter, 'kind' | 'maxRating'> & Partial<Filter> & { q: string }

/** Finds ids for a text: its words, within a user or channel if it names one. */
function find(ask: Ask, { q, ...filter }: Asked, page: Page): Promise<IdPage> {
  const { scope, words } = readQuery(q)
  const full: Filter = { dynamic: true, recent: false, ...filter, scope }
  const match = matchWords(words, GIF_COLUMNS)
  if (match) return searchGifs(ask.db, match, full, page, heatOf(1, ask.nowMs))
  // A text of signs alone finds nothing; but '@ann' alone is all of ann's.
  return scope && words.trim() === '' ? listScope(ask.db, full, page) : Promise.resolve({ total: 0, ids: [] })
}

async function search(ask: Ask, asked: Asked, page: Page): Promise<Answer> {
  // Turning a page is no further search.
  const words = readQuery(asked.q).words.toLowerCase()
  if (page.offset === 0 && words) ask.defer(raiseSearch(ask.db, words, heatOf(1, ask.nowMs)))
  return gifPage(ask, await find(ask, asked, page), page)
}

/** How many of the best hits `weirdness` (0-10) picks from. */
const MAX_WEIRDNESS = 10

export const searchAnswers: Answers<'search' | 'videoSearch' | 'translate' | 'animate'> = {
  search: (ask, { type, q, rating, sort, excludeDynamicResults, ...paging }) => {
    const dynamic = excludeDynamicResults !== true
    const asked = { kind: type, q, maxRating: maxRank(rating), recent: sort === 'recent', dynamic }
    return search(ask, asked, pageOf(paging))
  },

  videoSearch: (ask, { q, rating, ...paging }) =>
    search(ask, { kind: 'video', q, maxRating: maxRank(rating) }, pageOf(paging)),

  translate: async (ask, { type, s, weirdness = 0, rating }) => {
    const best = { limit: MAX_WEIRDNESS + 1, offset: 0 }
    const { ids } = await find(ask, { kind: type, q: s, maxRating: maxRank(rating) }, best)
    const id = ids[Math.max(Math.min(weirdness, ids.length - 1), 0)]
    const [gif] = await gifsJson(ask, id === undefined ? [] : [id])
    return { data: gif ?? [] }
  },

  animate: async (ask, { m, rating, ...paging }) => {
    const page = pageOf(paging)
    const asked = { kind: 'text', maxRating: maxRank(rating) } as const
    const any = matchWords(m, GIF_COLUMNS)?.any
    const filter: Filter = { ...asked, scope: null, dynamic: true, recent: false }
    const found = any
      ? await searchGifs(ask.db, { all: any, any }, filter, page, heatOf(1, ask.nowMs))
      : undefined
    return gifPage(
      ask,
      found?.total ? found : await trendingGifs(ask.db, 'text', asked.maxRating, page),
      page,
    )
  },
}
