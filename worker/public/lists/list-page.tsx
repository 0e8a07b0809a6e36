import type { ReactElement } from 'react'
import { searchPath } from '../../../shared/public/browse-path.ts'
import type { Paging } from '../../../shared/public/paging.ts'
import type { Gif } from '../../../shared/schema/gif.ts'
import { fillIn } from '../../../shared/texts/public-texts.ts'
import type { PageParts } from '../../render/page-stream.ts'
import { publicPage } from '../parts/page.tsx'
import type { PageContext } from '../parts/page-context.ts'
import { TileRows } from '../parts/tile-rows.tsx'
import { Pager } from './pager.tsx'

/** A switch between shelves: the same list of another kind. */
export type Tab = { name: string; href: string; current: boolean }

export type ListPage = {
  place: PageContext
  title: string
  description: string
  /** What stands above the list. */
  top: ReactElement
  query?: string
  tabs?: readonly Tab[]
  gifs: readonly Gif[]
  paging: Paging
  pathOf: (page: number) => string
  /** The first page's address where another one means the same. */
  canonical?: string
  noindex?: boolean
  /** What is said where nothing was found. */
  none: ReactElement
}

/** As many tiles as stand in view on a common screen: they are not lazy. */
const EAGER = 8

/** A page of a list of GIFs: search, channel, stickers, related. */
export function listPage(list: ListPage): PageParts {
  const { place, gifs, paging, pathOf } = list
  const { page } = paging
  const at = fillIn(place.texts.page, { ...paging })
  return publicPage({
    place,
    name: 'list',
    query: list.query ?? '',
    head: {
      title: page > 1 ? `${list.title} · ${at}` : list.title,
      description: list.description,
      canonical: place.publicUrl + (list.canonical ?? pathOf(page)),
      noindex: list.noindex ?? false,
      links: pagingLinks(paging, pathOf),
      scripts: ['public'],
    },
    content: [
      () => (
        <>
          {list.top}
          {list.tabs && <Tabs place={place} label={list.title} tabs={list.tabs} />}
          {gifs.length > 0 ? (
            <TileRows place={place} gifs={gifs} label={list.title} eager={EAGER} />
          ) : (
            list.none
          )}
          <Pager place={place} paging={paging} pathOf={pathOf} />
        </>
      ),
    ],
  })
}

const pagingLinks = ({ page, pages }: Paging, pathOf: (page: number) => string) => [
  ...(page > 1 ? [{ rel: 'prev', href: pathOf(page - 1) }] : []),
  ...(page < pages ? [{ rel: 'next', href: pathOf(page + 1) }] : []),
]

type TabsProps = { place: PageContext; label: string; tabs: readonly Tab[] }

const Tabs = ({ place, label, tabs }: TabsProps) => (
  <nav className="tabs" aria-label={label}>
    {tabs.map(({ name, href, current }) => (
      <a key={name} href={place.to(href)} aria-current={current ? 'page' : undefined}>
        {name}
      </a>
    ))}
  </nav>
)

type NoneProps = { place: PageContext; title: string; terms: readonly string[] }

/** Nothing was found; some ways on. */
export const NothingFound = ({ place, title, terms }: NoneProps) => (
  <div className="none">
    <h2>{title}</h2>
    {terms.length > 0 && <p>{place.texts.noneText}</p>}
    <TermList place={place} terms={terms} />
  </div>
)

/** Search terms as links. */
export const TermList = ({ place, terms }: { place: PageContext; terms: readonly string[] }) =>
  terms.length > 0 && (
    <ul className="tags">
      {terms.map((term) => (
        <li key={term}>
          <a href={place.to(searchPath(term))}>{term}</a>
        </li>
      ))}
    </ul>
  )
