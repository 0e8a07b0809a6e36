import { AppError } from '../../shared/errors.ts'
import {
  type CallContext,
  type CallHandlers,
  type CallResult,
  gifPage,
  gifsJson,
  pageOf,
  pagination,
} from '../call-handler.ts'
import { categoryRows, gifsByCategory } from '../queries/categories.ts'
import type { Page } from '../queries/page.ts'

type Entry = {
  name: string
  name_encoded: string
  gif_id: string | null
  subcategories?: { name: string; name_encoded: string }[]
}

const noSuchCategory = () => new AppError('not-found', 'No category has this name')

const encoded = (name: string): string => name.toLowerCase().replaceAll(' ', '-')

/** A page of categories, each with its picture. */
async function categoryPage(context: CallContext, all: Entry[], page: Page): Promise<CallResult> {
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
