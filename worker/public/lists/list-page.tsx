import type { ReactElement, ReactNode } from 'react'
import { VerifiedBadge } from '../../../islands/ui/buttons.tsx'
import type { Paging } from '../../../shared/public/browse-path.ts'
import type { ChannelView } from '../../../shared/public/channel-view.ts'
import type { Gif } from '../../../shared/schema/gif.ts'
import type { Attributes } from '../../render/html-document.tsx'
import { type PageContext, type PublicPage, type Total, totalText } from '../layout/page.ts'
import { Pager, TermList, TileRows } from '../layout/parts.tsx'

/** A link to the same list of another kind. */
type Tab = { name: string; href: string; current: boolean; count?: Total | undefined }

type ListPage = {
  context: PageContext
  title: string
  description: string
  /** Above the list. */
  top: ReactElement
  query?: string
  tabs?: readonly Tab[]
  gifs: readonly Gif[]
  paging: Paging
  pathOf: (page: number) => string
  /** The path of the one address, where the list has several. */
  canonical?: string
  noindex?: boolean
  /** Further `<link>` elements. */
  links?: readonly Attributes[]
  /** In place of an empty list. */
  empty: ReactElement
  /** Behind the list. */
  after?: ReactNode
  /** Where the list is reported. */
  report?: string | undefined
}

/** How many tiles are in view on a common screen when the page opens: they are not lazy. */
const EAGER = 8

/** A page of a list of GIFs: search, channel, stickers, related. */
export function listPage(list: ListPage): PublicPage {
  const { context, gifs, paging, pathOf } = list
  const { page } = paging
  const at = context.fill(context.texts.page, { page, pages: paging.pages })
  return {
    name: 'list',
    query: list.query,
    head: {
      title: page > 1 ? `${list.title} · ${at}` : list.title,
      description: list.description,
      canonical: context.publicUrl + (list.canonical ?? pathOf(page)),
      noindex: list.noindex,
      links: [...pagingLinks(paging, pathOf), ...(list.links ?? [])],
    },
    content: (
      <>
        {list.top}
        {list.tabs && <Tabs context={context} label={list.title} tabs={list.tabs} />}
        {gifs.length > 0 ? (
          <TileRows context={context} gifs={gifs} label={list.title} eager={EAGER} />
        ) : (
          list.empty
        )}
        <Pager context={context} paging={paging} pathOf={pathOf} />
        {list.after}
        {list.report && (
          <a className="report-link" href={context.to(list.report)} rel="nofollow">
            {context.texts.reportSearch}
          </a>
        )}
      </>
    ),
  }
}

const pagingLinks = ({ page, pages }: Paging, pathOf: (page: number) => string) => [
  ...(page > 1 ? [{ rel: 'prev', href: pathOf(page - 1) }] : []),
  ...(page < pages ? [{ rel: 'next', href: pathOf(page + 1) }] : []),
]

type TabsProps = { context: PageContext; label: string; tabs: readonly Tab[] }

const Tabs = ({ context, label, tabs }: TabsProps) => (
  <nav className="tabs" aria-label={label}>
    {tabs.map(({ name, href, current, count }) => (
      <a key={name} href={context.to(href)} aria-current={current ? 'page' : undefined}>
        {name}
        {count && <small>{` ${totalText(context, count)}`}</small>}
      </a>
    ))}
  </nav>
)

type NoneProps = { context: PageContext; title: string; terms: readonly string[] }

/** Says that nothing was found, and offers other searches. */
export const NothingFound = ({ context, title, terms }: NoneProps) => (
  <div className="none">
    <h2>{title}</h2>
    <p>{terms.length > 0 ? context.texts.noneText : context.texts.noneShort}</p>
    <TermList context={context} terms={terms} />
  </div>
)

type Props = {
  context: PageContext
  title: string
  paging: Paging
  /** Whether it says how many there are; tabs may say it instead. */
  isCounted?: boolean
  children?: ReactNode
}

/** A list's headline and the number of its GIFs. */
export const ListTop = ({ context, title, paging, isCounted = true, children }: Props) => (
  <div className="list-top">
    <h1>
      <bdi>{title}</bdi>
    </h1>
    {isCounted && <p className="count">{countOf(context, paging)}</p>}
    {children}
  </div>
)

function countOf(context: PageContext, paging: Paging): string {
  const { texts } = context
  if (paging.total === 1) return texts.foundOne
  return context.fill(texts.found, { count: totalText(context, paging) })
}

type ChannelTopProps = { context: PageContext; channel: ChannelView; paging: Paging; title?: string }

/** The head of a channel: picture, name, badge of a verified user, description, number of GIFs. */
export const ChannelTop = ({ context, channel, paging, title }: ChannelTopProps) => (
  <div className="channel-top">
    <img
      className="avatar"
      src={channel.avatar}
      width="88"
      height="88"
      alt=""
      decoding="async"
      loading="lazy"
    />
    <div>
      <h1>
        <bdi>{title ?? channel.name}</bdi>
        {channel.verified && <VerifiedBadge text={context.playerTexts.verified} />}
      </h1>
      <p className="count">
        <bdi>{`@${channel.id}`}</bdi> · {countOf(context, paging)}
      </p>
      {channel.text && <p className="channel-text">{channel.text}</p>}
    </div>
  </div>
)
