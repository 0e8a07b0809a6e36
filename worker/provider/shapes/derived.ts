import * as v from 'valibot'
import type { ProviderReadName } from '../../../shared/calls/provider.ts'
import { AppError } from '../../../shared/errors.ts'
import { MAX_IDS, PROVIDER_PAGE, QUERY_MAX_CHARS } from '../../../shared/limits.ts'
import { own } from '../../../shared/own.ts'
import { Flag, Line, listOf, Text } from '../../../shared/schema/text.ts'
import type { Input } from '../layer.ts'
import {
  type Answer,
  categoriesOf,
  listIn,
  missingAtProvider,
  noCategoryAtProvider,
  offsetOf,
  onePage,
  type Row,
  type ShapeContext,
  termsOf,
  without,
} from './shape.ts'

/** What is read of our own items again. */
const ItemSchema = v.object({ id: Text, title: Line, tags: listOf(v.string()), is_sticker: Flag })
type Item = v.InferOutput<typeof ItemSchema>

const itemsIn = (answer: Answer): Item[] => v.parse(listOf(ItemSchema), listIn(answer))

const idOf = (item: unknown): string => v.parse(ItemSchema, item).id

async function readItem(context: ShapeContext, id: unknown): Promise<Item> {
  const found = v.safeParse(ItemSchema, (await context.read('gif', { id })).data)
  if (!found.success) throw missingAtProvider()
  return found.output
}

/** Tags that are searched for an item's like. More of them find only the item itself. */
const TAGS = 2

/** A text of whole words that a search takes. */
function shortened(text: string): string {
  if (text.length <= QUERY_MAX_CHARS) return text
  const start = text.slice(0, QUERY_MAX_CHARS).toWellFormed()
  return start.replace(/(?<=\s)\S+$/, '').trim()
}

// With an `@` in front it would be a search in a channel.
const wordsOf = ({ title, tags }: Item): string =>
  shortened((tags.slice(0, TAGS).join(' ') || title).replace(/^[@\s]+/, ''))

/** Related items: what is found for an item's first tags, or for its title, without itself. @param call the search */
const relatedBy =
  (call: 'search' | 'videoSearch', typeOf: (input: Input, item: Item) => Input, id: string): Row =>
  async (input, context) => {
    const item = await readItem(context, own(input, id))
    const q = wordsOf(item)
    if (!q) return onePage([])
    const page = { limit: PROVIDER_PAGE.limit, offset: offsetOf(input), rating: input.rating }
    const found = await context.read(call, { ...typeOf(input, item), q, ...page })
    return without(found, (other) => idOf(other) === item.id)
  }

const related = relatedBy('search', ({ type }) => ({ type }), 'gif_id')
const associations = relatedBy(
  'search',
  (_, { is_sticker }) => ({ type: is_sticker ? 'stickers' : 'gifs' }),
  'id',
)
export const videoRelated = relatedBy('videoSearch', () => ({}), 'gif_id')

/** The first page of a search, or of what is trending where there is no text. */
function firstPage(context: ShapeContext, { type, rating }: Input, text: string): Promise<Answer> {
  const page = { type, limit: PROVIDER_PAGE.limit, offset: 0, rating }
  return text ? context.read('search', { ...page, q: text }) : context.read('trending', page)
}

/** One item of the first page for a tag, or of what is trending, by chance. An empty list: there is no item (§7). */
const random: Row = async (input, context) => {
  const items = listIn(await firstPage(context, input, shortened(String(input.tag ?? ''))))
  return { data: items[Math.floor(Math.random() * items.length)] ?? [] }
}

/** GIPHY's scale: from the nearest to the strangest. */
const WEIRDEST = 10

/** One item for a text: the first one found, or one further down the page for more `weirdness`. */
const translate: Row = async (input, context) => {
  const items = listIn(await firstPage(context, input, String(input.s)))
  const weirdness = Math.min(Math.max(Number(input.weirdness ?? 0), 0), WEIRDEST)
  return { data: items[Math.round((weirdness / WEIRDEST) * (items.length - 1))] ?? [] }
}

/** How many terms are made of tags. */
const TERMS = 20

/** The tags of items, the most frequent first. @param isIn which of them count */
function frequentTags(answer: Answer, isIn: (tag: string) => boolean): string[] {
  const counts = new Map<string, number>()
  for (const tag of itemsIn(answer).flatMap(({ tags }) => tags.map((tag) => tag.toLowerCase()))) {
    if (isIn(tag)) counts.set(tag, (counts.get(tag) ?? 0) + 1)
  }
  return [...counts]
    .sort(([, a], [, b]) => b - a)
    .map(([tag]) => tag)
    .slice(0, TERMS)
}

/** Terms that go with a tag: other tags of what is found for it. */
export const tagsWith: Row = async ({ tag }, context) => {
  const text = String(tag).toLowerCase()
  const found = await firstPage(context, { type: 'gifs' }, shortened(text))
  return termsOf(frequentTags(found, (other) => other !== text))
}

/** Terms that begin with a text: tags of what is found for it. */
export const tagsFrom: Row = async ({ q }, context) => {
  const text = String(q).toLowerCase()
  return termsOf(
    frequentTags(await firstPage(context, { type: 'gifs' }, text), (tag) => tag.startsWith(text)),
  )
}

/** The tags of what is trending. */
export const trendingTags: Row = async (_, context) => ({
  data: frequentTags(await firstPage(context, { type: 'gifs' }, ''), () => true),
})

const CategoriesSchema = listOf(v.object({ name: Line, name_encoded: Text }))
const TermsSchema = listOf(v.object({ name: Line }))

async function readCategory(context: ShapeContext, query: unknown) {
  const all = v.parse(CategoriesSchema, listIn(await context.read('categories', {})))
  const found = all.find(({ name_encoded }) => name_encoded === query)
  if (!found) throw noCategoryAtProvider()
  return found
}

/** A category's subcategories: itself, and the terms that go with it. The upstream has one level. */
const subcategories: Row = async ({ category }, context) => {
  const { name, name_encoded } = await readCategory(context, category)
  const related = v.parse(TermsSchema, listIn(await context.read('relatedTags', { tag: name_encoded })))
  const terms = related.map((term) => ({ name: term.name, query: term.name }))
  return categoriesOf([{ name, query: name_encoded }, ...terms])
}

/** What is found for a subcategory's name. */
const gifsByCategory: Row = async ({ category, subcategory, ...page }, context) => {
  await readCategory(context, category)
  const q = shortened(String(subcategory))
  return without(
    await context.read('search', { type: 'gifs', q, limit: PROVIDER_PAGE.limit, offset: offsetOf(page) }),
  )
}

/** Items by their ids, some at a time. Those that are not there are left out. */
export const gifsOneByOne: Row = async ({ ids }, context) => {
  const wanted = idsOf(ids)
  const found: unknown[] = []
  for (let at = 0; at < wanted.length; at += AT_ONCE) {
    found.push(...(await Promise.all(wanted.slice(at, at + AT_ONCE).map((id) => orNothing(context, id)))))
  }
  return onePage(found.flat())
}

/** The platform makes six requests of one at a time: https://developers.cloudflare.com/workers/platform/limits/ */
const AT_ONCE = 6

/** The ids of a call, each once. */
export const idsOf = (ids: unknown): string[] => [...new Set(String(ids).split(',', MAX_IDS))]

async function orNothing(context: ShapeContext, id: string): Promise<unknown[]> {
  try {
    return [(await context.read('gif', { id })).data]
  } catch (error) {
    if (error instanceof AppError && (error.kind === 'not-found' || error.kind === 'removed')) return []
    throw error
  }
}

/** The calls that any upstream's other answers give. */
export const DERIVED = {
  related,
  associations,
  random,
  translate,
  subcategories,
  gifsByCategory,
} satisfies Partial<Record<ProviderReadName, Row>>
