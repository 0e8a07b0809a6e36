import { type ItemType, searchPath } from '../../../shared/public/browse-path.ts'
import { SEARCHED_TYPES } from '../../../shared/schema/choices.ts'
import type { Gif } from '../../../shared/schema/gif.ts'
import { type AppContext, countSearch } from '../../http/context.ts'
import {
  inLanguage,
  optional,
  type PageContext,
  pageContext,
  readProvider,
  submitted,
  type Total,
  totalText,
  typeOfQuery,
} from '../layout/page.ts'
import { ForthIcon, TileRows } from '../layout/parts.tsx'
import { ListTop, NothingFound, pageParam, readPage, renderList, TopTerms } from './list-page.tsx'

/** `/search?q=`: where the search form leads. */
export const submittedList = (c: AppContext) =>
  submitted(
    c,
    () => pageParam(c),
    (q, type) => renderSearch(c, q, type),
  )

const termParam = (c: AppContext): string => c.req.param('term') ?? ''

/** `/search/{term}`, and the same among text by `?type=text`. */
export const searchList = (c: AppContext) =>
  renderSearch(c, termParam(c), typeOfQuery(c) === 'text' ? 'text' : 'gifs')

/** §2 Sticker search. */
export const stickerSearchList = (c: AppContext) => renderSearch(c, termParam(c), 'stickers')

/** One type page by page, and on its first page some of the others, each with how many there are. */
async function renderSearch(c: AppContext, term: string, type: ItemType): Promise<Response> {
  const number = pageParam(c)
  const search: Search = { q: term, ...(c.req.query('exact') === '1' && { exact: '1' }) }
  const [found, { others, terms }] = await Promise.all([
    readPage(c, 'search', { type, ...search }, number),
    readOthers(c, search, type),
  ])
  if (number === 1) countSearch(c, term)
  const totals: Partial<Record<ItemType, Total | undefined>> = { ...others, [type]: found.paging }
  const isNothing = Object.values(totals).every((list) => !list?.total)
  const offered = isNothing ? await suggestions(c, term, terms) : []
  const context = pageContext(c)
  const { texts, fill } = context
  const { searchedFor } = found
  const pathOf = (page: number, of = type) => {
    const path = searchPath(term, page, of)
    return search.exact ? exactly(path) : path
  }
  const tabs = SEARCHED_TYPES.map((one) => ({
    name: texts[one],
    href: pathOf(1, one),
    current: one === type,
    count: totals[one],
  }))
  const list = {
    ...found,
    context,
    title: term,
    description: fill(texts.searchText, { term }),
    query: term,
    noindex: true,
    top: (
      <ListTop context={context} title={term} tabs={tabs}>
        {searchedFor && (
          <p className="searched-for">
            {fill(texts.searchedFor, { term: searchedFor })}{' '}
            <a href={context.to(exactly(searchPath(term, 1, type)))} rel="nofollow">
              {fill(texts.searchInstead, { term })}
            </a>
          </p>
        )}
        <TopTerms context={context} label={texts.relatedTerms} terms={isNothing ? [] : terms} />
      </ListTop>
    ),
    pathOf,
    empty: (
      <NothingFound
        context={context}
        isSearch
        title={isNothing ? fill(texts.noneTitle, { term }) : texts.noneHere}
        terms={offered}
      />
    ),
    after:
      number === 1 &&
      SEARCHED_TYPES.map((one) => (
        <OtherList key={one} context={context} path={pathOf(1, one)} type={one} found={others[one]} />
      )),
    report: context.hasAccounts ? `/report?${new URLSearchParams({ q: term })}` : undefined,
  }
  const pictures = [...found.gifs, ...Object.values(others).flatMap((other) => other?.gifs ?? [])]
  return renderList(c, list, { pictures })
}

/** What is searched for; `exact` are the very words that were typed. */
type Search = { q: string; exact?: string }

/** The same search for these very words. */
const exactly = (path: string): string => `${path}${path.includes('?') ? '&' : '?'}exact=1`

/** How many items of each other type a search shows, and how many terms. */
const OTHERS = 8
const TERMS = 10

/** The first of what a search finds of one type, and how much there is; nothing where that could not be read. */
type OtherType = ({ gifs: readonly Gif[] } & Total) | undefined

/** What a search finds of the other types, and the terms that go with it. A page shows what of it arrives. */
async function readOthers(
  c: AppContext,
  search: Search,
  current: ItemType,
): Promise<{ others: Partial<Record<ItemType, OtherType>>; terms: string[] }> {
  const readOne = async (type: ItemType): Promise<[ItemType, OtherType]> => {
    const fields = { type, ...search, limit: OTHERS }
    const read = await optional(readProvider(c, 'search', fields))
    const { data = [], pagination } = read?.value ?? {}
    const total = Math.max(pagination?.total_count ?? 0, data.length)
    return [type, read && { gifs: data, total, isLeast: pagination?.hasMoreGifs === true }]
  }
  const [terms, ...others] = await Promise.all([
    optional(readProvider(c, 'relatedTags', { tag: search.q })),
    ...SEARCHED_TYPES.filter((type) => type !== current).map(readOne),
  ])
  return {
    others: Object.fromEntries(others),
    terms: distinct(await inLanguage(c, namesOf(terms?.value.data)), search.q).slice(0, TERMS),
  }
}

/** How many letters of a term that found nothing are completed: who mistypes rarely does so at once. */
const BEGINNING = 3

/** Terms in place of one that found nothing, which is never among them. */
async function suggestions(c: AppContext, term: string, related: readonly string[]): Promise<string[]> {
  const beginning = [...term.trim()].slice(0, BEGINNING).join('')
  const [alike, searches] = await Promise.all([
    optional(readProvider(c, 'tagSearch', { q: beginning, limit: TERMS / 2 })),
    optional(readProvider(c, 'trendingSearches', {})),
  ])
  const names = [...namesOf(alike?.value.data), ...related, ...(searches?.value.data ?? [])]
  return distinct(await inLanguage(c, names), term).slice(0, TERMS)
}

const namesOf = (terms: readonly { name: string }[] = []): string[] => terms.map(({ name }) => name)

const keyOf = (term: string): string => term.normalize('NFKC').trim().toLowerCase()

/** Each term once, letters' case aside, without the given one. */
function distinct(terms: readonly string[], without: string): string[] {
  const seen = new Set([keyOf(without), ''])
  return terms.filter((term) => !seen.has(keyOf(term)) && seen.add(keyOf(term)))
}

type OtherProps = { context: PageContext; path: string; type: ItemType; found: OtherType }

function OtherList({ context, path, type, found }: OtherProps) {
  const { texts, to } = context
  if (!found?.gifs.length) return null
  const { gifs, total } = found
  return (
    <section className="beside" aria-labelledby={`beside-${type}`}>
      <div className="beside-head">
        <h2 id={`beside-${type}`}>{texts[type]}</h2>
        {total > gifs.length && (
          <a className="more" href={to(path)}>
            {context.fill(texts.showAll, { count: totalText(context, found) })}
            <ForthIcon />
          </a>
        )}
      </div>
      <TileRows context={context} gifs={gifs} label={texts[type]} />
    </section>
  )
}
