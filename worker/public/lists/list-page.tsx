import type { ReactElement, ReactNode } from 'react'
import { AppError } from '../../../shared/errors.ts'
import { type Paging, pageNumber, pageWindow, pagingOf } from '../../../shared/public/browse-path.ts'
import type { Gif } from '../../../shared/schema/gif.ts'
import type { AppContext } from '../../http/context.ts'
import type { PageHead } from '../../render/html-document.tsx'
import {
  type PageContext,
  type PageSource,
  readProvider,
  renderPage,
  type Total,
  totalText,
} from '../layout/page.ts'
import { Pager, TermList, TileRows } from '../layout/parts.tsx'

/** The number of the page that a list's address names. @throws AppError 'not-found' */
export const pageParam = (c: AppContext): number => {
  const page = pageNumber(c.req.param('page') ?? c.req.query('page'))
  if (!page) throw new AppError('not-found', 'There is no such page')
  return page
}

/** `searchedFor`: the words that were searched, where they are not those that were typed; else ''. */
type FoundList = { gifs: readonly Gif[]; paging: Paging; searchedFor: string } & Required<
  Pick<PageSource, 'state' | 'age' | 'freshFor'>
>

/** One page of a list from the provider; a page beyond the end is a 404, an empty first one is not. */
export async function readPage(
  c: AppContext,
  call: 'search' | 'trending' | 'related' | 'gifsByCategory',
  fields: Record<string, string>,
  page: number,
  maxOffset?: number,
): Promise<FoundList> {
  const window = pageWindow(page, maxOffset)
  if (!window) throw beyond()
  const { value, ...source } = await readProvider(c, call, { ...fields, ...window })
  const gifs = value.data
  if (gifs.length === 0 && page > 1) throw beyond()
  const { total_count, hasMoreGifs: isLeast = false } = value.pagination ?? {}
  const paging = { ...pagingOf(page, gifs.length, total_count, maxOffset), isLeast }
  return { gifs, paging, searchedFor: value.meta.searched_for, ...source }
}

/** The failure of a page behind a list's last. */
export const beyond = () => new AppError('not-found', 'The list ends before this page')

/** A link to the same list of another kind. */
type Tab = { name: string; href: string; current: boolean; count?: Total | undefined }

type ListPage = Omit<FoundList, 'searchedFor'> & {
  context: PageContext
  title: string
  description: string
  /** Above the list. */
  top: ReactElement
  query?: string
  pathOf: (page: number) => string
  /** The path of the one address, where the list has several. */
  canonical?: string
  noindex?: boolean
  links?: PageHead['links']
  scripts?: PageHead['scripts']
  /** In place of an empty list, where that says more than that nothing is here; false where the rest of the page does. */
  empty?: ReactElement | false
  /** Behind the list. */
  after?: ReactNode
  /** Where the list is reported. */
  report?: string | undefined
}

/** How many tiles are in view on a common screen when the page opens: they are not lazy. */
const EAGER = 8

/** Responds with a page of a list of GIFs: search, channel, stickers, related. */
export function renderList(c: AppContext, list: ListPage, source?: PageSource): Response | Promise<Response> {
  const { context, gifs, paging, pathOf, links = [], scripts = [], state, age, freshFor } = list
  const { page } = paging
  const at = context.fill(context.texts.page, { page, pages: paging.pages })
  const head = {
    title: page > 1 ? `${list.title} · ${at}` : list.title,
    description: list.description,
    canonical: context.publicUrl + (list.canonical ?? pathOf(page)),
    noindex: list.noindex,
    links: [...pagingLinks(paging, pathOf), ...links],
    scripts,
  }
  const content = (
    <>
      {list.top}
      {gifs.length > 0 ? (
        <TileRows context={context} gifs={gifs} label={list.title} eager={EAGER} />
      ) : (
        (list.empty ?? <NothingFound context={context} />)
      )}
      <Pager context={context} paging={paging} pathOf={pathOf} />
      {list.after}
      {list.report && (
        <a className="report-link" href={context.to(list.report)} rel="nofollow">
          {context.texts.reportSearch}
        </a>
      )}
    </>
  )
  return renderPage(
    c,
    { name: 'list', query: list.query, head, content },
    { state, age, freshFor, pictures: gifs, ...source },
  )
}

const pagingLinks = ({ page, pages }: Paging, pathOf: (page: number) => string) => [
  ...(page > 1 ? [{ rel: 'prev', href: pathOf(page - 1) }] : []),
  ...(page < pages ? [{ rel: 'next', href: pathOf(page + 1) }] : []),
]

export const Tabs = ({
  context,
  label,
  tabs,
}: {
  context: PageContext
  label: string
  tabs: readonly Tab[]
}) => (
  <nav className="tabs" aria-label={label}>
    {tabs.map(({ name, href, current, count }) => (
      <a key={name} href={context.to(href)} aria-current={current ? 'page' : undefined}>
        {name}
        {count && <small>{` ${totalText(context, count)}`}</small>}
      </a>
    ))}
  </nav>
)

type NoneProps = { context: PageContext; title?: string; terms?: readonly string[]; isSearch?: boolean }

/** Says that nothing is here, and after a search what else to try. */
export const NothingFound = ({ context, title, terms = [], isSearch = false }: NoneProps) => (
  <div className="none">
    <h2>{title ?? context.texts.noneHere}</h2>
    {isSearch && <p>{terms.length > 0 ? context.texts.noneText : context.texts.noneShort}</p>}
    <TermList context={context} terms={terms} />
  </div>
)

type TopProps = {
  context: PageContext
  title: string
  tabs?: readonly Tab[]
  /** Of what it says how many there are; tabs may say it instead. */
  paging?: Paging
  children?: ReactNode
}

/** A list's headline, its tabs, and the number of its GIFs. */
export const ListTop = ({ context, title, tabs, paging, children }: TopProps) => (
  <div className="list-top">
    <h1>
      <bdi>{title}</bdi>
    </h1>
    {tabs && <Tabs context={context} label={title} tabs={tabs} />}
    {paging && <p className="count">{countOf(context, paging)}</p>}
    {children}
  </div>
)

type TopTermsProps = { context: PageContext; label: string; terms: readonly string[] }

/** Searches under a list's headline. */
export const TopTerms = ({ context, label, terms }: TopTermsProps) =>
  terms.length > 0 && (
    <nav className="list-terms" aria-label={label}>
      <TermList context={context} terms={terms} />
    </nav>
  )

/** How many GIFs a list has, in words: what a search found, or what there is. */
export function countOf(context: PageContext, paging: Paging, isSearch = true): string {
  const { found, foundOne, storyCount, storyCountOne } = context.texts
  if (paging.total === 1) return isSearch ? foundOne : storyCountOne
  return context.fill(isSearch ? found : storyCount, { count: totalText(context, paging) })
}
