import type { Context } from 'hono'
import { AppError } from '../../../shared/errors.ts'
import { altText } from '../../../shared/gif/alt-text.ts'
import { itemPath } from '../../../shared/gif/item-path.ts'
import {
  channelPath,
  channelSearchPath,
  relatedPath,
  type Shelf,
  searchPath,
  stickersPath,
} from '../../../shared/public/browse-path.ts'
import { channelView } from '../../../shared/public/channel-view.ts'
import type { Gif } from '../../../shared/schema/gif.ts'
import type { FoundChannel } from '../../../shared/schema/provider-response.ts'
import { interpolate } from '../../../shared/texts/public-texts.ts'
import type { App } from '../../app-types.ts'
import type { PageParts } from '../../render/page-stream.ts'
import { type PageContext, pageContext } from '../layout/page-context.ts'
import type { FoundList } from '../lists/read-list.ts'
import { ChannelTop } from './channel-top.tsx'
import { listPage, NothingFound } from './list-page.tsx'
import { ListTop } from './list-top.tsx'

type Found = Pick<FoundList, 'gifs' | 'paging'>
type SearchList = Found & { term: string; shelf: Shelf; terms: readonly string[] }

const SHELVES = ['gifs', 'stickers'] as const

/** The same list on the other shelf. */
const tabsOf = ({ texts }: PageContext, current: Shelf, hrefOf: (shelf: Shelf) => string) =>
  SHELVES.map((shelf) => ({ name: texts[shelf], href: hrefOf(shelf), current: shelf === current }))

/** `/search/{term}`, and the same among stickers. */
export function searchPage(c: Context<App>, { term, shelf, terms, gifs, paging }: SearchList): PageParts {
  const context = pageContext(c)
  const { texts } = context
  return listPage({
    context,
    gifs,
    paging,
    title: term,
    description: interpolate(texts.searchText, { term }),
    query: term,
    noindex: true,
    top: <ListTop context={context} title={term} paging={paging} />,
    tabs: tabsOf(context, shelf, (one) => searchPath(term, 1, one)),
    pathOf: (page) => searchPath(term, page, shelf),
    none: <NothingFound context={context} title={interpolate(texts.noneTitle, { term })} terms={terms} />,
  })
}

/** §2 Sticker trending. */
export function stickersPage(c: Context<App>, { gifs, paging }: Found): PageParts {
  const context = pageContext(c)
  const { stickersTitle, stickersText, noneHere } = context.texts
  return listPage({
    context,
    gifs,
    paging,
    title: stickersTitle,
    description: stickersText,
    top: <ListTop context={context} title={stickersTitle} paging={paging} />,
    pathOf: stickersPath,
    none: <NothingFound context={context} title={noneHere} terms={[]} />,
  })
}

/** §2 Related GIFs of an item, page by page. */
export function relatedPage(c: Context<App>, { gif, gifs, paging }: Found & { gif: Gif }): PageParts {
  const context = pageContext(c)
  const { texts, to } = context
  const path = itemPath(gif)
  const title = interpolate(texts.relatedTo, { title: gif.title || altText(gif) })
  return listPage({
    context,
    gifs,
    paging,
    title,
    description: title,
    noindex: true,
    top: (
      <ListTop context={context} title={title} paging={paging}>
        <a className="more" href={to(path)}>
          {gif.title || altText(gif)}
        </a>
      </ListTop>
    ),
    pathOf: (page) => relatedPath(path.slice(path.lastIndexOf('/') + 1), page),
    none: <NothingFound context={context} title={texts.relatedNone} terms={[]} />,
  })
}

type ChannelList = Found & {
  id: string
  channels: readonly FoundChannel[]
  /** GIFs that say whose they are. */
  known: readonly Gif[]
  term: string | undefined
  shelf: Shelf
}

/** A channel's GIFs, or those of them that a term finds. @throws AppError where nobody knows the channel. */
export function channelPage(c: Context<App>, list: ChannelList): PageParts {
  const { id, channels, known, term, shelf, gifs, paging } = list
  const view = channelView(id, channels, known)
  if (!view) throw new AppError('not-found', 'There is no such channel')
  const context = pageContext(c)
  const { texts } = context
  const pathOf = (page: number, of: Shelf = shelf, name = id) =>
    term === undefined ? channelPath(name, page, of) : channelSearchPath(name, term, page, of)
  const names = { name: view.name, term: term ?? '' }
  const title = term === undefined ? view.name : interpolate(texts.inChannel, names)
  return listPage({
    context,
    gifs,
    paging,
    title,
    description: view.text || interpolate(texts.channelText, names),
    noindex: term !== undefined,
    top: <ChannelTop context={context} channel={view} paging={paging} title={title} />,
    tabs: tabsOf(context, shelf, (one) => pathOf(1, one)),
    pathOf: (page) => pathOf(page),
    // A number and a name of the same channel are one page.
    canonical: pathOf(paging.page, shelf, view.id),
    none: <NothingFound context={context} title={texts.noneHere} terms={[]} />,
  })
}
