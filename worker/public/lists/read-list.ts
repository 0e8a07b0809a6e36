import { AppError } from '../../../shared/errors.ts'
import { type ItemType, type Paging, pageWindow, pagingOf } from '../../../shared/public/browse-path.ts'
import { SEARCHED_TYPES } from '../../../shared/schema/choices.ts'
import type { Gif } from '../../../shared/schema/gif.ts'
import type { AppContext } from '../../http/context.ts'
import { optional, readProvider, type Total } from '../layout/page.ts'

export type FoundList = { gifs: readonly Gif[]; paging: Paging; state: string; age: number }

/** One page of a list from the provider; a page beyond the end is a 404, an empty first one is not. */
export async function readList(
  c: AppContext,
  call: 'search' | 'trending' | 'related' | 'gifsByCategory',
  fields: Record<string, string>,
  page: number,
  maxOffset?: number,
): Promise<FoundList> {
  const window = pageWindow(page, maxOffset)
  if (!window) throw beyond()
  const { value, state, age } = await readProvider(c, call, { ...fields, ...window })
  const gifs = value.data
  if (gifs.length === 0 && page > 1) throw beyond()
  const { total_count, hasMoreGifs: isLeast = false } = value.pagination ?? {}
  return { gifs, paging: { ...pagingOf(page, gifs.length, total_count, maxOffset), isLeast }, state, age }
}

const beyond = () => new AppError('not-found', 'The list ends before this page')

/** How many items of each other type a search shows, and how many terms. */
const OTHERS = 8
const TERMS = 10

/** The first of what a search finds of one type, and how much there is. */
export type OtherType = { gifs: readonly Gif[] } & Total

/** Per type, what a search finds of it; nothing where that could not be read. */
export type OthersByType = Partial<Record<ItemType, OtherType | undefined>>

/** What a search finds of the other types, and the terms that go with it. A page shows what of it arrives. */
export async function readOthers(
  c: AppContext,
  term: string,
  current: ItemType,
): Promise<{ others: OthersByType; terms: string[] }> {
  const readOne = async (type: ItemType): Promise<[ItemType, OtherType | undefined]> => {
    const fields = { type, q: term, limit: OTHERS }
    const read = await optional(readProvider(c, 'search', fields))
    const { data = [], pagination } = read?.value ?? {}
    const total = Math.max(pagination?.total_count ?? 0, data.length)
    return [type, read && { gifs: data, total, isLeast: pagination?.hasMoreGifs === true }]
  }
  const [terms, ...others] = await Promise.all([
    optional(readProvider(c, 'relatedTags', { tag: term })),
    ...SEARCHED_TYPES.filter((type) => type !== current).map(readOne),
  ])
  return {
    others: Object.fromEntries(others),
    terms: namesOf(terms?.value.data ?? [], term).slice(0, TERMS),
  }
}

/** How many letters of a term that found nothing are completed: who mistypes rarely does so at once. */
const BEGINNING = 3

/** Terms in place of one that found nothing, which is never among them. */
export async function suggestions(
  c: AppContext,
  term: string,
  related: readonly string[],
): Promise<string[]> {
  const beginning = [...term.trim()].slice(0, BEGINNING).join('')
  const [alike, searches] = await Promise.all([
    optional(readProvider(c, 'tagSearch', { q: beginning, limit: TERMS / 2 })),
    optional(readProvider(c, 'trendingSearches', {})),
  ])
  const names = [...namesOf(alike?.value.data ?? [], term), ...related, ...(searches?.value.data ?? [])]
  return distinct(names, term).slice(0, TERMS)
}

const namesOf = (terms: readonly { name: string }[], term: string): string[] =>
  distinct(
    terms.map(({ name }) => name),
    term,
  )

const keyOf = (term: string): string => term.normalize('NFKC').trim().toLowerCase()

/** Each term once, letters' case aside, without the given one. */
function distinct(terms: readonly string[], without: string): string[] {
  const seen = new Set([keyOf(without), ''])
  return terms.filter((term) => !seen.has(keyOf(term)) && seen.add(keyOf(term)))
}
