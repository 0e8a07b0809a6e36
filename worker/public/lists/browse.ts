import { AppError } from '../../../shared/errors.ts'
import { PROVIDER_PAGE } from '../../../shared/limits.ts'
import { type ItemType, isChannelName, pageNumber, type Shelf } from '../../../shared/public/browse-path.ts'
import { type AppContext, countSearch } from '../../http/context.ts'
import { findGif, shelfOf } from '../item/item.ts'
import { optional, readProvider, renderPage, submitted, typeOfQuery } from '../layout/page.ts'
import { storiesOf } from '../stories/read-stories.ts'
import { channelPage, relatedPage, trendingPage } from './lists.tsx'
import { readList, readOthers, suggestions } from './read-list.ts'
import { searchPage } from './search-page.tsx'

const pageParam = (c: AppContext): number => {
  const page = pageNumber(c.req.param('page') ?? c.req.query('page'))
  if (!page) throw new AppError('not-found', 'There is no such page')
  return page
}

const shelfParam = (c: AppContext): Shelf => (c.req.query('type') === 'stickers' ? 'stickers' : 'gifs')

const termParam = (c: AppContext): string => c.req.param('term') ?? ''

/** `/search?q=`: where the search form leads. A term that fits into a path is redirected to the path. */
export const submittedSearch = (c: AppContext) =>
  submitted(
    c,
    () => pageParam(c),
    (q, type) => renderSearch(c, q, type),
  )

/** `/search/{term}`, and the same among text by `?type=text`. */
export const search = (c: AppContext) =>
  renderSearch(c, termParam(c), typeOfQuery(c) === 'text' ? 'text' : 'gifs')

/** §2 Sticker search. */
export const stickerSearch = (c: AppContext) => renderSearch(c, termParam(c), 'stickers')

async function renderSearch(c: AppContext, term: string, type: ItemType): Promise<Response> {
  const number = pageParam(c)
  const [found, more] = await Promise.all([
    readList(c, 'search', { type, q: term }, number),
    readOthers(c, term, type),
  ])
  if (number === 1) countSearch(c, term)
  const isNothing = found.paging.total === 0 && Object.values(more.others).every((list) => !list?.total)
  const offered = isNothing ? await suggestions(c, term, more.terms) : []
  const page = searchPage(c, { ...found, ...more, term, type, offered })
  const gifs = [...found.gifs, ...Object.values(more.others).flatMap((list) => list?.gifs ?? [])]
  return renderPage(c, page, { ...found, pictures: gifs })
}

/** §2 Sticker trending. */
export const stickers = (c: AppContext) => renderTrending(c, 'stickers')

/** What is looked at the most: GIFs, or text by `?type=text`. */
export const trending = (c: AppContext) => renderTrending(c, typeOfQuery(c) === 'text' ? 'text' : 'gifs')

async function renderTrending(c: AppContext, type: ItemType): Promise<Response> {
  const [found, searches] = await Promise.all([
    readList(c, 'trending', { type }, pageParam(c), PROVIDER_PAGE.maxTrendingOffset),
    optional(readProvider(c, 'trendingSearches', {})),
  ])
  const page = trendingPage(c, { ...found, type, terms: searches?.value.data ?? [] })
  return renderPage(c, page, { ...found, pictures: found.gifs })
}

/** §2 Related GIFs, page by page. */
export async function related(c: AppContext): Promise<Response> {
  const { gif, isPrivate } = await findGif(c)
  const found = await readList(c, 'related', { type: shelfOf(gif), gif_id: gif.id }, pageParam(c))
  const page = relatedPage(c, { ...found, gif })
  return renderPage(c, page, { ...found, pictures: [gif, ...found.gifs], isPrivate })
}

/** §7: a channel's list is a search that starts with its `@name`; without further words it is all that the channel has. */
export async function channel(c: AppContext): Promise<Response> {
  const id = c.req.param('id') ?? ''
  if (!isChannelName(id)) throw new AppError('not-found', 'There is no such channel')
  const term = c.req.param('term')
  const isTop = term === undefined && pageParam(c) === 1
  const [named, listed, told] = await Promise.all([
    optional(readProvider(c, 'channelSearch', { q: id })),
    readShelf(c, [`@${id}`, term].filter((part) => part !== undefined).join(' ')),
    isTop ? optional(storiesOf(c, id)) : undefined,
  ])
  const stories = told ?? []
  const channels = named?.value.data ?? []
  const page = channelPage(c, { ...listed, id, channels, term, stories })
  return renderPage(c, page, {
    ...listed,
    pictures: [...listed.gifs, ...channels, ...stories.flatMap(({ cover }) => cover ?? [])],
  })
}

/**
 * One shelf of a channel. Where it is empty, the other one tells whose channel it is (`known`), and is shown instead
 * unless the query names a shelf.
 */
async function readShelf(c: AppContext, q: string) {
  const page = pageParam(c)
  const type = shelfParam(c)
  const other: Shelf = type === 'gifs' ? 'stickers' : 'gifs'
  const found = await readList(c, 'search', { type, q }, page)
  if (found.gifs.length > 0 || page > 1) return { ...found, shelf: type, known: found.gifs }
  const opposite = await readList(c, 'search', { type: other, q }, page)
  const known = opposite.gifs
  const stays = c.req.query('type') !== undefined || known.length === 0
  return stays ? { ...found, shelf: type, known } : { ...opposite, shelf: other, known }
}
