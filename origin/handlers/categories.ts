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
import { gifsByCategory, type Shown, shownCategories, withFound } from '../queries/categories.ts'
import { meantTags, nearTags, translatedTags } from '../queries/completions.ts'
import { relatedTags, type Shelf, tagsWithin, tagsWithPrefix } from '../queries/tags.ts'
import { isBlocked, readStaffTerms, trendingTerms } from '../searches/trending-terms.ts'
import type { PageWindow } from '../sql.ts'
import { maxRank } from './lists.ts'

const RELATED_TAGS = 20
/** The rank of the highest rating. */
const ANY_RATING = maxRank('r')

const term = async ({ payloadOf, responseId }: CallContext, name: string) => ({
  name,
  name_encoded: encodedName(name),
  response_id: responseId,
  analytics_response_payload: await payloadOf(name),
})

type Completed = { kind: Shelf; maxRating: number }

/** Tags in other languages that begin with a text, or else those that begin with it but for a slip. */
async function otherTags({ db }: CallContext, q: string, { kind, maxRating }: Completed, limit: number) {
  const translated = await translatedTags(db, q, kind, { maxRating, limit })
  if (translated.length > 0) return translated
  const near = await nearTags(db, q, kind, limit)
  return maxRating === ANY_RATING ? near : tagsWithin(db, near, kind, maxRating)
}

/** What a text may become: tags that begin with it, behind them what it means; others where nothing else is found. Never what staff block. */
async function completions(context: CallContext, q: string, completed: Completed, page: PageWindow) {
  const { db } = context
  const { kind, maxRating } = completed
  const [{ total, names }, { blocked }] = await Promise.all([
    tagsWithPrefix(db, q, kind, page),
    readStaffTerms(db),
  ])
  // What it means too comes behind, where the list ends.
  const isEnd = total < page.limit && page.offset === 0
  const meant = isEnd ? await meantTags(db, q, kind) : []
  const own = [...new Set([...names, ...meant])].slice(0, page.limit)
  const within = maxRating === ANY_RATING ? own : await tagsWithin(db, own, kind, maxRating)
  const found = isEnd && own.length === 0 ? await otherTags(context, q, completed, page.limit) : within
  return { total, names: found.filter((name) => !isBlocked(name, blocked)) }
}

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
    tagSearch: async (context, { q, kind = 'gifs', rating = 'r', ...paging }) => {
      const page = pageOf(paging)
      const { total, names } = await completions(
        context,
        q.toLowerCase(),
        { kind, maxRating: maxRank(rating) },
        page,
      )
      return {
        data: await Promise.all(names.map((name) => term(context, name))),
        pagination: pagination(Math.max(total, names.length), names.length, page),
      }
    },

    // `score` is the minimum.
    relatedTags: (context, { tag, score }) => related(context, tag, null, Number(score ?? 0)),

    // Tags that go together on GIFs; stickers and text are left out.
    gifRelatedTags: (context, { tag }) => related(context, tag, 'gifs'),

    trendingSearches: async ({ db, nowMs }) => ({ data: await trendingTerms(db, nowMs) }),
  }

const noSuchCategory = () => new AppError('not-found', 'No category has this name')

const encoded = (name: string): string => name.toLowerCase().replaceAll(' ', '-')

/** A page of categories, each with its picture. */
async function categoryPage(context: CallContext, all: Shown[], page: PageWindow): Promise<CallResult> {
  const slice = all.slice(page.offset, page.offset + page.limit)
  const gifs = await gifsJson(context, [...new Set(slice.map(({ gif_id }) => gif_id))])
  const data = slice.map(({ gif_id, subcategories, ...shown }) => ({
    ...shown,
    ...(subcategories && { subcategories: subcategories.map(({ gif_id: _, ...below }) => below) }),
    gif: gifs.find(({ id }) => id === gif_id) ?? null,
  }))
  return { data, pagination: pagination(all.length, data.length, page) }
}

export const categoryHandlers: CallHandlers<'categories' | 'subcategories' | 'gifsByCategory'> = {
  categories: async (context, paging) => {
    const page = pageOf(paging)
    const { shown } = await shownCategories(context.db)
    const part = await withFound(context.db, shown.slice(page.offset, page.offset + page.limit))
    return categoryPage(context, shown.toSpliced(page.offset, part.length, ...part), page)
  },

  subcategories: async (context, { category, ...paging }) => {
    const slug = encoded(category)
    const { shown, slugs } = await shownCategories(context.db)
    if (!slugs.has(slug)) throw noSuchCategory()
    const below = shown.find(({ name_encoded }) => name_encoded === slug)?.subcategories ?? []
    return categoryPage(context, below, pageOf(paging))
  },

  gifsByCategory: async (context, { category, subcategory, ...paging }) => {
    const page = pageOf(paging)
    const found = await gifsByCategory(context.db, encoded(category), encoded(subcategory), page)
    if (!found) throw noSuchCategory()
    return gifPage(context, found, page)
  },
}
