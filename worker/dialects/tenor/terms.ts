import type { Context } from 'hono'
import * as v from 'valibot'
import { optionalField, Query } from '../../../shared/calls/fields.ts'
import { parseInput } from '../../../shared/calls/parse-input.ts'
import { providerCalls } from '../../../shared/calls/provider.ts'
import type { App } from '../../app-types.ts'
import { readContext } from '../../http/read-context.ts'
import { type CategoryPicture, readCategories } from '../categories.ts'
import { BY_SIZE, findPicture } from '../files.ts'
import { contentFilter, Locale, ratingOf } from '../filters.ts'
import { allowsOf, providerOf, readItems, together } from '../read-list.ts'
import { replyFresh } from '../reply-fresh.ts'
import { DEFAULT_LIMIT, Limit } from './query.ts'

const WordsSchema = v.object({ q: Query, limit: Limit, locale: Locale })
const TrendingSchema = v.object({ limit: Limit, locale: Locale })

/** Completions of what somebody types. */
export async function autocomplete(c: Context<App>): Promise<Response> {
  const { q, limit = DEFAULT_LIMIT } = parseInput({ input: WordsSchema }, c.req.query())
  const { value, ...source } = await providerOf(c).call('tagSearch', { q, limit }, readContext(c))
  return replyFresh(c, { results: namesOf(value.data).slice(0, limit) }, together([source]))
}

/** What goes with a search, or its completions where nothing is known to. */
export async function searchSuggestions(c: Context<App>): Promise<Response> {
  const { q, limit = DEFAULT_LIMIT } = parseInput({ input: WordsSchema }, c.req.query())
  const related = await providerOf(c).call('relatedTags', { tag: q }, readContext(c))
  if (related.value.data.length === 0) return autocomplete(c)
  return replyFresh(c, { results: namesOf(related.value.data).slice(0, limit) }, together([related]))
}

export async function trendingTerms(c: Context<App>): Promise<Response> {
  const { limit = DEFAULT_LIMIT } = parseInput({ input: TrendingSchema }, c.req.query())
  const { value, ...source } = await providerOf(c).call('trendingSearches', {}, readContext(c))
  return replyFresh(c, { results: value.data.slice(0, limit) }, together([source]))
}

const namesOf = (terms: readonly { name: string }[]): string[] =>
  terms.map(({ name }) => name).filter(Boolean)

/** Trending terms that become categories: each picture is a read. */
const TRENDING_CATEGORIES = 10

const CategoriesSchema = v.object({
  type: optionalField(v.picklist(['featured', 'trending'], 'type must be featured or trending')),
  contentfilter: contentFilter('contentfilter'),
  locale: Locale,
})

/** The library's categories, or what people search for now, each with a picture and the address of its search. */
export async function categories(c: Context<App>): Promise<Response> {
  const raw = c.req.query()
  const { type, contentfilter, locale } = parseInput({ input: CategoriesSchema }, raw)
  const rating = ratingOf(contentfilter)
  const { pictures, freshness } =
    type === 'trending' ? await trendingCategories(c, rating, locale) : await readCategories(c, rating)
  const tags = pictures.map(({ term, name, image }) => ({
    searchterm: term,
    path: searchPath(c.get('publicUrl'), term, raw),
    image,
    name,
  }))
  return replyFresh(c, { tags }, freshness)
}

/** Parameters that the search of a category repeats, and how long their texts may be. */
const REPEATED = [
  'key',
  'client_key',
  'country',
  'locale',
  'contentfilter',
  'media_filter',
  'ar_range',
  'searchfilter',
  'limit',
] as const
const REPEATED_MAX = 256

function searchPath(publicUrl: string, q: string, raw: Record<string, string>): string {
  const query = new URLSearchParams({ q })
  for (const name of REPEATED) {
    const text = raw[name]
    if (text && text.length <= REPEATED_MAX) query.set(name, text)
  }
  return `${publicUrl}/v2/search?${query}`
}

/** Terms with the picture of their first hit; a term that finds nothing is left out. */
async function trendingCategories(c: Context<App>, rating: string | undefined, lang: string | undefined) {
  const { value, ...source } = await providerOf(c).call('trendingSearches', {}, readContext(c))
  const terms = value.data.slice(0, TRENDING_CATEGORIES)
  const found = await Promise.all(
    terms.map((q) =>
      readItems(
        c,
        { call: providerCalls.search, fields: { type: 'gifs', q, rating, lang } },
        { from: 0, count: 1, reads: 1, keep: allowsOf(c) },
      ),
    ),
  )
  const pictures = found.flatMap(({ items: [item] }, at): CategoryPicture[] => {
    const term = terms[at] ?? ''
    const image = item && findPicture(item, BY_SIZE.small)?.url
    return image ? [{ term, name: term, image }] : []
  })
  return { pictures, freshness: together([source, ...found.map(({ freshness }) => freshness)]) }
}
