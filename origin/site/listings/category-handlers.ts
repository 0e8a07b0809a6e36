import type { D1Database } from '@cloudflare/workers-types'
import { AppError, fieldError } from '../../../shared/errors.ts'
import { LISTINGS, type OwnCategory } from '../../../shared/schema/own/listings.ts'
import {
  type CategoryHolds,
  type CategoryNode,
  type CategoryRow,
  deleteCategory,
  holdStatements,
  insertCategory,
  listCategories,
  listedCategories,
  listStatement,
  pathOf,
  updateCategory,
} from '../../listings/category-rows.ts'
import { isUnique } from '../../sql.ts'
import { auditIfChanged, personOf } from '../actor.ts'
import type { SiteHandlers } from '../site-handlers.ts'
import { assertItemsThere } from './items-there.ts'

const categoryJson = ({ id: _, ...row }: CategoryRow): OwnCategory => row

const noSuchCategory = () => new AppError('not-found', 'There is no such category')

/**
 * The category of a path: a slug alone is one of the first level, or the only one below.
 * @throws AppError 'not-found'; 'conflict' where two categories have a subcategory of that slug
 */
function categoryAt(all: readonly CategoryRow[], path: string): CategoryRow {
  const exact = all.find((row) => row.path === path)
  if (exact) return exact
  const below = all.filter(({ slug }) => slug === path)
  const [only, other] = below
  if (other) {
    const paths = below.map((row) => row.path).join(' and ')
    throw new AppError('conflict', `More than one category has this slug: say which of ${paths}`)
  }
  if (!only) throw noSuchCategory()
  return only
}

/** @throws InputError for a parent that cannot have it: two levels are all */
function assertParent(all: readonly CategoryRow[], parent: string | null, moved?: CategoryRow): void {
  if (parent === null) return
  const found = all.find((row) => row.parent === null && row.slug === parent)
  if (!found) throw fieldError('parent', 'parent must be the slug of a category of the first level')
  if (
    moved &&
    (found.id === moved.id || all.some((row) => row.parent === moved.slug && moved.parent === null))
  )
    throw fieldError('parent', 'parent must be empty for a category that has subcategories')
}

const taken = (path: string) => new AppError('conflict', `The slug of ${path} is taken`)

/** @throws AppError 'conflict' where another category has the slug */
function assertFree(all: readonly CategoryRow[], { slug, parent }: CategoryNode, moved?: CategoryRow): void {
  const path = pathOf(slug, parent)
  if (all.some((row) => row.path === path && row.id !== moved?.id)) throw taken(path)
}

/** @throws InputError for an id that no item has */
async function assertItems(d1: D1Database, cover: string | null, { gif_ids = [] }: CategoryHolds) {
  await assertItemsThere(d1, 'gif_ids', gif_ids)
  if (cover !== null) await assertItemsThere(d1, 'cover', [cover])
}

type Write = { node: CategoryNode; holds: CategoryHolds; action: string; nowMs: number; id?: number }

/** Writes a category with what it holds, as one. @throws AppError 'conflict' where someone else was faster */
async function write(
  d1: D1Database,
  person: ReturnType<typeof personOf>,
  { node, holds, action, nowMs, id }: Write,
): Promise<CategoryRow> {
  const path = pathOf(node.slug, node.parent)
  const act = { action, target: `category/${path}`, nowMs }
  const row = id === undefined ? [insertCategory(d1, node)] : updateCategory(d1, id, node)
  const statements = [...row, auditIfChanged(d1, person, act), ...holdStatements(d1, node, holds)]
  const results = await d1.batch([...statements, listStatement(d1)]).catch((error: unknown) => {
    throw isUnique(error) ? taken(path) : error
  })
  const found = listedCategories(results.at(-1)).find((each) => each.path === path)
  if (found) return found
  throw new AppError('conflict', `There are ${LISTINGS.categories} categories already: delete one first`)
}

const slugOf = (name: string): string => {
  const words = name.toLowerCase().split(/[^a-z0-9]+/)
  const slug = words.filter(Boolean).join('-').slice(0, 64)
  if (slug) return slug
  throw fieldError('slug', 'slug is required: the name has no letters a to z for one')
}

/** The library's categories, of two levels: staff make them. */
export const categorySiteHandlers = {
  async libraryCategories({ d1 }) {
    const results = (await listCategories(d1)).map(categoryJson)
    return { body: { results, count: results.length } }
  },

  async createCategory(
    { d1, actor, nowMs },
    { slug, name, names = {}, parent = null, cover = null, ...rest },
  ) {
    const person = personOf(actor)
    const all = await listCategories(d1)
    const { position, ...holds } = rest
    const node = {
      slug: slug ?? slugOf(name),
      name,
      names,
      parent,
      cover,
      position,
    }
    assertParent(all, parent)
    assertFree(all, node)
    await assertItems(d1, cover, holds)
    return {
      status: 201,
      body: categoryJson(await write(d1, person, { node, holds, action: 'category.create', nowMs })),
    }
  },

  /** Changes what is given. */
  async updateCategory({ d1, actor, nowMs }, { category, tags, gif_ids, ...given }) {
    const person = personOf(actor)
    const all = await listCategories(d1)
    const before = categoryAt(all, category)
    const { slug = before.slug, name = before.name, names = before.names } = given
    const { parent = before.parent, cover = before.cover } = given
    const node = { slug, name, names, parent, cover, position: given.position }
    assertParent(all, parent, parent === before.parent ? undefined : before)
    assertFree(all, node, before)
    await assertItems(d1, cover === before.cover ? null : cover, { gif_ids })
    const change = { node, holds: { tags, gif_ids }, action: 'category.update', nowMs, id: before.id }
    return { body: categoryJson(await write(d1, person, change)) }
  },

  /** Answers what was deleted, so that it can be made again. */
  async deleteCategory({ d1, actor, nowMs }, { category }) {
    const all = await listCategories(d1)
    const gone = categoryAt(all, category)
    const below = gone.parent === null ? all.filter(({ parent }) => parent === gone.slug) : []
    const act = { action: 'category.delete', target: `category/${gone.path}`, nowMs }
    const [deleted] = await d1.batch([deleteCategory(d1, gone.id), auditIfChanged(d1, personOf(actor), act)])
    if (!deleted?.meta.changes) throw noSuchCategory()
    const results = [gone, ...below].map(categoryJson)
    return { body: { results, count: results.length } }
  },
} satisfies SiteHandlers
