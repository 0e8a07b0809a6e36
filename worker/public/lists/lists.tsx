import { AppError } from '../../../shared/errors.ts'
import { altText } from '../../../shared/gif/gif-texts.ts'
import { itemPath } from '../../../shared/gif/item-path.ts'
import {
  channelPath,
  channelSearchPath,
  type ItemType,
  relatedPath,
  type Shelf,
  trendingPath,
} from '../../../shared/public/browse-path.ts'
import { channelView } from '../../../shared/public/channel-view.ts'
import type { StoryView } from '../../../shared/public/story-view.ts'
import { SEARCHED_TYPES } from '../../../shared/schema/choices.ts'
import type { Gif } from '../../../shared/schema/gif.ts'
import type { FoundChannel } from '../../../shared/schema/provider-response.ts'
import type { AppContext } from '../../http/context.ts'
import { type PageContext, type PublicPage, pageContext } from '../layout/page.ts'
import { TermList } from '../layout/parts.tsx'
import { STORIES_STYLE, StoriesOf } from '../stories/story-cards.tsx'
import { ChannelTop, ListTop, listPage, NothingFound } from './list-page.tsx'
import type { FoundList } from './read-list.ts'

type Found = Pick<FoundList, 'gifs' | 'paging'>

/** How many trending searches a list shows. */
const TERMS = 10

const SHELVES = ['gifs', 'stickers'] as const

/** Tabs that lead to the same list of GIFs and of stickers. */
const tabsOf = ({ texts }: PageContext, current: Shelf, hrefOf: (shelf: Shelf) => string) =>
  SHELVES.map((shelf) => ({ name: texts[shelf], href: hrefOf(shelf), current: shelf === current }))

type TrendingList = Found & { type: ItemType; terms: readonly string[] }

/** The title and description of each type's trending list. */
const TRENDING = {
  gifs: ['trendingTitle', 'trendingText'],
  stickers: ['stickersTitle', 'stickersText'],
  text: ['trendingTextTitle', 'trendingText'],
} as const

/** What is looked at the most; §2 Sticker trending is one of its types. */
export function trendingPage(c: AppContext, { type, terms, gifs, paging }: TrendingList): PublicPage {
  const context = pageContext(c)
  const { texts } = context
  const [title, text] = TRENDING[type]
  return listPage({
    context,
    gifs,
    paging,
    title: texts[title],
    description: texts[text],
    top: (
      <ListTop context={context} title={texts[title]} paging={paging} isCounted={false}>
        {terms.length > 0 && (
          <nav className="list-terms" aria-label={texts.trendingNow}>
            <TermList context={context} terms={terms.slice(0, TERMS)} />
          </nav>
        )}
      </ListTop>
    ),
    tabs: SEARCHED_TYPES.map((one) => ({
      name: texts[one],
      href: trendingPath(1, one),
      current: one === type,
    })),
    pathOf: (page) => trendingPath(page, type),
    empty: <NothingFound context={context} title={texts.noneHere} terms={[]} />,
  })
}

/** §2 Related GIFs of an item, page by page. */
export function relatedPage(c: AppContext, { gif, gifs, paging }: Found & { gif: Gif }): PublicPage {
  const context = pageContext(c)
  const { texts, to } = context
  const path = itemPath(gif)
  const title = context.fill(texts.relatedTo, { title: gif.title || altText(gif) })
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
    empty: <NothingFound context={context} title={texts.relatedNone} terms={[]} />,
  })
}

type ChannelList = Found & {
  id: string
  channels: readonly FoundChannel[]
  /** GIFs that tell whose channel it is, where the list itself is empty. */
  known: readonly Gif[]
  stories: readonly StoryView[]
  term: string | undefined
  shelf: Shelf
}

/** A channel's GIFs, or those that match a term. @throws AppError where no channel and no GIF has that name. */
export function channelPage(c: AppContext, list: ChannelList): PublicPage {
  const { id, channels, known, stories, term, shelf, gifs, paging } = list
  const view = channelView(id, channels, [...known, ...stories])
  if (!view) throw new AppError('not-found', 'There is no such channel')
  const context = pageContext(c)
  const { texts } = context
  const pathOf = (page: number, of: Shelf = shelf, name = id) =>
    term === undefined ? channelPath(name, page, of) : channelSearchPath(name, term, page, of)
  const names = { name: view.name, term: term ?? '' }
  const title = term === undefined ? view.name : context.fill(texts.inChannel, names)
  return listPage({
    context,
    gifs,
    paging,
    title,
    description: view.text || context.fill(texts.channelText, names),
    noindex: term !== undefined,
    top: (
      <>
        <ChannelTop context={context} channel={view} paging={paging} title={title} />
        {stories.length > 0 && <StoriesOf context={context} name={view.name} stories={stories} />}
      </>
    ),
    links: stories.length > 0 ? [STORIES_STYLE] : [],
    tabs: tabsOf(context, shelf, (one) => pathOf(1, one)),
    pathOf: (page) => pathOf(page),
    // A channel can be addressed by number and by name: both are one page.
    canonical: pathOf(paging.page, shelf, view.id),
    empty: <NothingFound context={context} title={texts.noneHere} terms={[]} />,
  })
}
