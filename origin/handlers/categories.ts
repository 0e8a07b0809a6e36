import { AppError } from '../../shared/errors.ts'
import { encodedName } from '../../shared/schema/provider-response.ts'
import {
  type CallContext,
  type CallHandlers,
  type CallResult,
  gifPage,
  gifsJson,
  pageOf,
  pagination,
} from '../call-handler.ts'
import { categoryRows, gifsByCategory, relatedTags, tagsWithPrefix } from '../queries/categories.ts'
import { trendingSearches } from '../queries/searches.ts'
import type { PageWindow } from '../sql.ts'

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

type Entry = {
  name: string
  name_encoded: string
  gif_id: string | null
  subcategories?: { name: string; name_encoded: string }[]
}

const noSuchCategory = () => new AppError('not-found', 'No category has this name')

const encoded = (name: string): string => name.toLowerCase().replaceAll(' ', '-')

/** A page of categories, each with its picture. */
async function categoryPage(context: CallContext, all: Entry[], page: PageWindow): Promise<CallResult> {
  const slice = all.slice(page.offset, page.offset + page.limit)
  const gifs = await gifsJson(context, [...new Set(slice.flatMap(({ gif_id }) => gif_id ?? []))])
  const data = slice.map(({ name, name_encoded, gif_id, subcategories }) => ({
    name,
    name_encoded,
    ...(subcategories && {
      subcategories: subcategories.map((sub) => ({ name: sub.name, name_encoded: sub.name_encoded })),
    }),
    gif: gifs.find(({ id }) => id === gif_id) ?? null,
  }))
  return { data, pagination: pagination(all.length, data.length, page) }
}

export const categoryHandlers: CallHandlers<'categories' | 'subcategories' | 'gifsByCategory'> = {
  categories: async (context, paging) =>
    categoryPage(context, await categoryRows(context.db), pageOf(paging)),

  subcategories: async (context, { category, ...paging }) => {
    const [found] = await categoryRows(context.db, encoded(category))
    if (!found) throw noSuchCategory()
    return categoryPage(context, found.subcategories, pageOf(paging))
  },

  gifsByCategory: async (context, { category, subcategory, ...paging }) => {
    const page = pageOf(paging)
    const found = await gifsByCategory(context.db, encoded(category), encoded(subcategory), page)
    if (!found) throw noSuchCategory()
    return gifPage(context, found, page)
  },
}
