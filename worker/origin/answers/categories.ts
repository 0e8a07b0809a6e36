import { AppError } from '../../../shared/errors.ts'
import { type Answer, type Answers, type Ask, gifPage, gifsJson, pageOf, pagination } from '../ask.ts'
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
async function entries(ask: Ask, all: Entry[], page: Page): Promise<Answer> {
  const shown = all.slice(page.offset, page.offset + page.limit)
  const gifs = await gifsJson(ask, [...new Set(shown.flatMap(({ gif_id }) => gif_id ?? []))])
  const data = shown.map(({ name, name_encoded, gif_id, subcategories }) => ({
    name,
    name_encoded,
    ...(subcategories && {
      subcategories: subcategories.map((sub) => ({ name: sub.name, name_encoded: sub.name_encoded })),
    }),
    gif: gifs.find(({ id }) => id === gif_id) ?? null,
  }))
  return { data, pagination: pagination(all.length, data.length, page) }
}

export const categoryAnswers: Answers<'categories' | 'subcategories' | 'gifsByCategory'> = {
  categories: async (ask, paging) => entries(ask, await categoryRows(ask.db), pageOf(paging)),

  subcategories: async (ask, { category, ...paging }) => {
    const [found] = await categoryRows(ask.db, encoded(category))
    if (!found) throw noSuchCategory()
    return entries(ask, found.subcategories, pageOf(paging))
  },

  gifsByCategory: async (ask, { category, subcategory, ...paging }) => {
    const page = pageOf(paging)
    const found = await gifsByCategory(ask.db, encoded(category), encoded(subcategory), page)
    if (!found) throw noSuchCategory()
    return gifPage(ask, found, page)
  },
}
