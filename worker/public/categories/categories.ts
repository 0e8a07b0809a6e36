import type { Context } from 'hono'
import { AppError } from '../../../shared/errors.ts'
import { PROVIDER_PAGE } from '../../../shared/limits.ts'
import { pictureOrigins } from '../../../shared/picture/origins.ts'
import { pageNumber } from '../../../shared/public/browse-path.ts'
import type { App } from '../../app-types.ts'
import { readContext } from '../../http/read-context.ts'
import { renderPage } from '../layout/render-page.tsx'
import { readList } from '../lists/read-list.ts'
import { optional } from '../parts/optional.ts'
import { categoryListPage, subcategoryListPage, subcategoryPage } from './category-pages.tsx'

/** There are some dozens of them at most. */
const ALL = { limit: PROVIDER_PAGE.maxLimit }

/** `/categories`: all of them, each with a picture and its subcategories. */
export async function categoryList(c: Context<App>): Promise<Response> {
  const { value, ...source } = await readCategories(c)
  return renderPage(c, categoryListPage(c, value.data), { ...source, media: mediaOf(value.data) })
}

/** `/categories/{category}`: its subcategories. */
export async function category(c: Context<App>): Promise<Response> {
  const { category = '' } = c.req.param() as Record<string, string>
  const [{ value, ...source }, all] = await Promise.all([
    c.var.services.provider.call('subcategories', { category, ...ALL }, readContext(c)),
    optional(readCategories(c)),
  ])
  const name = nameOf(all?.value.data ?? [], category)
  const page = subcategoryListPage(c, { category: { name, name_encoded: category }, all: value.data })
  return renderPage(c, page, { ...source, media: mediaOf(value.data) })
}

/** `/categories/{category}/{subcategory}`: the items of a subcategory, page by page. */
export async function subcategory(c: Context<App>): Promise<Response> {
  const { category = '', subcategory = '', page: at } = c.req.param() as Record<string, string>
  const number = pageNumber(at)
  if (!number) throw new AppError('not-found', 'There is no such page')
  const [found, all] = await Promise.all([
    readList(c, 'gifsByCategory', { category, subcategory }, number),
    optional(readCategories(c)),
  ])
  const categories = all?.value.data ?? []
  const beside = categories.find(({ name_encoded }) => name_encoded === category)?.subcategories ?? []
  const page = subcategoryPage(c, {
    ...found,
    category: { name: nameOf(categories, category), name_encoded: category },
    subcategory: { name: nameOf(beside, subcategory), name_encoded: subcategory },
  })
  return renderPage(c, page, { ...found, media: pictureOrigins(found.gifs) })
}

const readCategories = (c: Context<App>) => c.var.services.provider.call('categories', ALL, readContext(c))

const mediaOf = (all: readonly { gif?: Parameters<typeof pictureOrigins>[0][number] | undefined }[]) =>
  pictureOrigins(all.flatMap(({ gif }) => gif ?? []))

const nameOf = (all: readonly { name: string; name_encoded: string }[], encoded: string): string =>
  all.find(({ name_encoded }) => name_encoded === encoded)?.name ?? encoded
