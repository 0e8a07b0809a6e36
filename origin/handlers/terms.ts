import { encodedName } from '../../shared/schema/provider-response.ts'
import { type CallContext, type CallHandlers, type CallResult, pageOf, pagination } from '../call-handler.ts'
import { trendingSearches } from '../queries/searches.ts'
import { relatedTags, tagsWithPrefix } from '../queries/tags.ts'

const RELATED_TAGS = 20
const TRENDING_SEARCHES = 20

const term = async ({ payloadOf, responseId }: CallContext, name: string) => ({
  name,
  name_encoded: encodedName(name),
  response_id: responseId,
  analytics_response_payload: await payloadOf(name),
})

async function related(
  context: CallContext,
  tag: string,
  shelf: string | null,
  score = 0,
): Promise<CallResult> {
  const rows = await relatedTags(context.db, tag.toLowerCase(), shelf, score, RELATED_TAGS)
  const data = await Promise.all(
    rows.map(async (row) => ({ ...(await term(context, row.name)), score: row.score })),
  )
  return { data, pagination: { total_count: data.length, count: data.length, offset: 0 } }
}

export const termHandlers: CallHandlers<'tagSearch' | 'relatedTags' | 'gifRelatedTags' | 'trendingSearches'> =
  {
    tagSearch: async (context, { q, ...paging }) => {
      const page = pageOf(paging)
      const { total, names } = await tagsWithPrefix(context.db, q.toLowerCase(), page)
      return {
        data: await Promise.all(names.map((name) => term(context, name))),
        pagination: pagination(total, names.length, page),
      }
    },

    // `score` is the minimum.
    relatedTags: (context, { tag, score }) => related(context, tag, null, Number(score ?? 0)),

    // Tags that go together on GIFs; stickers and text are left out.
    gifRelatedTags: (context, { tag }) => related(context, tag, 'gifs'),

    trendingSearches: async (context) => ({ data: await trendingSearches(context.db, TRENDING_SEARCHES) }),
  }
