import { type Answer, type Answers, type Ask, pageOf, pagination } from '../ask.ts'
import { writePayload } from '../payload.ts'
import { trendingSearches } from '../queries/searches.ts'
import { relatedTags, tagsByPrefix } from '../queries/tags.ts'

const RELATED_TAGS = 20
const TRENDING_SEARCHES = 20

const term = (ask: Ask, name: string) => ({
  name,
  analytics_response_payload: writePayload({ id: name, call: ask.call }),
})

async function related(ask: Ask, tag: string, shelf: string | null, score = 0): Promise<Answer> {
  const rows = await relatedTags(ask.db, tag.toLowerCase(), shelf, score, RELATED_TAGS)
  const data = rows.map((row) => ({ ...term(ask, row.name), score: row.score }))
  return { data, pagination: { total_count: data.length, count: data.length, offset: 0 } }
}

export const termAnswers: Answers<'tagSearch' | 'relatedTags' | 'gifRelatedTags' | 'trendingSearches'> = {
  tagSearch: async (ask, { q, ...paging }) => {
    const page = pageOf(paging)
    const { total, names } = await tagsByPrefix(ask.db, q.toLowerCase(), page)
    return { data: names.map((name) => term(ask, name)), pagination: pagination(total, names.length, page) }
  },

  // `score` is the least one that may come.
  relatedTags: (ask, { tag, score }) => related(ask, tag, null, Number(score ?? 0)),

  // Tags that go together on GIFs; stickers and text are left out.
  gifRelatedTags: (ask, { tag }) => related(ask, tag, 'gifs'),

  trendingSearches: async (ask) => ({ data: await trendingSearches(ask.db, TRENDING_SEARCHES) }),
}
