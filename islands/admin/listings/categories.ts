import { UpstreamError } from '../../../shared/errors.ts'
import type { OwnCategory } from '../../../shared/schema/own/listings.ts'
import { client } from '../admin.tsx'
import type { Act } from './acts.ts'

/** The name of the list. */
export const CATEGORIES = 'categories'

/** What a category's form writes. */
export type CategoryFields = Pick<
  OwnCategory,
  'name' | 'slug' | 'parent' | 'names' | 'cover' | 'tags' | 'gif_ids'
>

/** A category of the first level with those below it. */
export type CategoryTree = { top: OwnCategory; below: readonly OwnCategory[] }

/** The two levels of a list that has each category in front of its subcategories. */
export const treeOf = (all: readonly OwnCategory[]): CategoryTree[] =>
  all
    .filter(({ parent }) => parent === null)
    .map((top) => ({ top, below: all.filter(({ parent }) => parent === top.slug) }))

/** Whether pages and pickers offer a category: one without items, and without a subcategory that has some, leads nowhere. */
export const isOffered = ({ top, below }: CategoryTree): boolean =>
  [top, ...below].some(({ items }) => items > 0)

const pathOf = ({ slug, parent }: Pick<OwnCategory, 'slug' | 'parent'>): string =>
  parent === null ? slug : `${parent}/${slug}`

/** Makes a category; an empty slug is made of its name. */
export function creationOf({ slug, ...fields }: CategoryFields, said: string): Act {
  let path = ''
  return {
    async go() {
      path = (await client.createCategory({ ...fields, ...(slug && { slug }) }))?.path ?? ''
    },
    back: () => client.deleteCategory({ category: path }),
    said,
  }
}

/** Changes these fields of a category; others have what they have by then. */
export function changeOf(row: OwnCategory, fields: Partial<CategoryFields>, said: string): Act {
  const before = Object.fromEntries(
    Object.keys(fields).map((name) => [name, row[name as keyof CategoryFields]]),
  )
  const { slug = row.slug, parent = row.parent } = fields
  return {
    go: () => client.updateCategory({ category: row.path, ...fields }),
    back: () => client.updateCategory({ category: pathOf({ slug, parent }), ...before }),
    said,
  }
}

/** Deletes a category with those below it; they are made again as they were. */
export function deletionOf({ path }: OwnCategory, said: string): Act {
  let gone: OwnCategory[] = []
  return {
    async go() {
      gone = (await client.deleteCategory({ category: path }))?.results ?? []
    },
    async back() {
      for (const { path: _, items: __, ...fields } of gone) await client.createCategory(fields)
    },
    said,
  }
}

/** Puts a category behind another one of its level, or in front of all. */
async function putBehind({ path, parent }: OwnCategory, other: string | undefined): Promise<void> {
  const all = (await client.libraryCategories())?.results ?? []
  const level = all.filter((row) => row.parent === parent && row.path !== path)
  const behind = level.find((row) => row.path === other)
  if (other !== undefined && !behind) throw new UpstreamError('It is gone', { status: 409 })
  const position = behind ? behind.position + 1 : (level[0]?.position ?? 0)
  await client.updateCategory({ category: path, position })
}

/** Moves a category among those of its level. */
export function moveOf(
  level: readonly OwnCategory[],
  from: number,
  to: number,
  said: string,
): Act | undefined {
  const row = level[from]
  const others = level.toSpliced(from, 1)
  return (
    row && {
      go: () => putBehind(row, others[to - 1]?.path),
      back: () => putBehind(row, level[from - 1]?.path),
      said,
    }
  )
}
