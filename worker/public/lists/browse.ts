import type { Context } from 'hono'
import { AppError } from '../../../shared/errors.ts'
import { PROVIDER_PAGE } from '../../../shared/limits.ts'
import { pictureOrigins } from '../../../shared/picture/origins.ts'
import {
  type ItemType,
  isChannelName,
  pageNumber,
  type Shelf,
  searchPath,
  TYPES,
} from '../../../shared/public/browse-path.ts'
import type { App } from '../../app-types.ts'
import { languageLinks } from '../../http/language-links.ts'
import { countSearch, readContext } from '../../http/read-context.ts'
import { reply } from '../../http/reply.ts'
import { findGif, shelfOf } from '../item/item.ts'
import { optional } from '../layout/page-context.ts'
import { renderPage } from '../layout/render-page.tsx'
import { storiesOf } from '../stories/read-stories.ts'
import { channelPage, relatedPage, trendingPage } from './lists.tsx'
import { readBeside, readList, suggestions } from './read-list.ts'
import { searchPage } from './search-page.tsx'

const pageParam = (c: Context<App>): number => {
  const page = pageNumber(c.req.param('page') ?? c.req.query('page'))
  if (!page) throw new AppError('not-found', 'There is no such page')
  return page
}

const shelfParam = (c: Context<App>): Shelf => (c.req.query('type') === 'stickers' ? 'stickers' : 'gifs')

const typeParam = (c: Context<App>): ItemType => TYPES.find((type) => type === c.req.query('type')) ?? 'gifs'

const termParam = (c: Context<App>): string => c.req.param('term') ?? ''

/** `/search?q=`: where the search form leads. A term that fits into a path is redirected to the path. */
export async function submittedSearch(c: Context<App>): Promise<Response> {
  const q = (c.req.query('q') ?? '').normalize('NFC').trim()
  if (!q) return reply(c, null, 302, { Location: '/' })
  const path = searchPath(q, pageParam(c), typeParam(c))
  if (path.startsWith('/search?')) return renderSearch(c, q, typeParam(c))
  return reply(c, null, 302, { Location: languageLinks(c)(path) })
}

/** `/search/{term}`, and the same among text by `?type=text`. */
export const search = (c: Context<App>) =>
  renderSearch(c, termParam(c), typeParam(c) === 'text' ? 'text' : 'gifs')

/** §2 Sticker search. */
export const stickerSearch = (c: Context<App>) => renderSearch(c, termParam(c), 'stickers')

async function renderSearch(c: Context<App>, term: string, type: ItemType): Promise<Response> {
  const number = pageParam(c)
  const [found, more] = await Promise.all([
    readList(c, 'search', { type, q: term }, number),
    readBeside(c, term, type),
  ])
  if (number === 1) countSearch(c, term)
  const isNothing = found.paging.total === 0 && Object.values(more.beside).every((list) => !list?.total)
  const offered = isNothing ? await suggestions(c, term, more.terms) : []
  const page = searchPage(c, { ...found, ...more, term, type, offered })
  const gifs = [...found.gifs, ...Object.values(more.beside).flatMap((list) => list?.gifs ?? [])]
  return renderPage(c, page, { ...found, media: pictureOrigins(gifs) })
}

/** §2 Sticker trending. */
export const stickers = (c: Context<App>) => renderTrending(c, 'stickers')

/** What is looked at the most: GIFs, or text by `?type=text`. */
export const trending = (c: Context<App>) => renderTrending(c, typeParam(c) === 'text' ? 'text' : 'gifs')

async function renderTrending(c: Context<App>, type: ItemType): Promise<Response> {
  const [found, searches] = await Promise.all([
    readList(c, 'trending', { type }, pageParam(c), PROVIDER_PAGE.maxTrendingOffset),
    optional(c.var.services.provider.call('trendingSearches', {}, readContext(c))),
  ])
  const page = trendingPage(c, { ...found, type, terms: searches?.value.data ?? [] })
  return renderPage(c, page, { ...found, media: pictureOrigins(found.gifs) })
}

/** §2 Related GIFs, page by page. */
export async function related(c: Context<App>): Promise<Response> {
  const { gif, isPrivate } = await findGif(c)
  const found = await readList(c, 'related', { type: shelfOf(gif), gif_id: gif.id }, pageParam(c))
  const page = relatedPage(c, { ...found, gif })
  return renderPage(c, page, { ...found, media: pictureOrigins([gif, ...found.gifs]), isPrivate })
}

/** §7: a channel's list is a search that starts with its `@name`; without further words it is all that the channel has. */
export async function channel(c: Context<App>): Promise<Response> {
  const id = c.req.param('id') ?? ''
  if (!isChannelName(id)) throw new AppError('not-found', 'There is no such channel')
  const term = c.req.param('term')
  const isTop = term === undefined && pageParam(c) === 1
  const [named, listed, told] = await Promise.all([
    optional(c.var.services.provider.call('channelSearch', { q: id }, readContext(c))),
    readShelf(c, [`@${id}`, term].filter((part) => part !== undefined).join(' ')),
    isTop ? optional(storiesOf(c, id)) : undefined,
  ])
  const stories = told ?? []
  const channels = named?.value.data ?? []
  const page = channelPage(c, { ...listed, id, channels, term, stories })
  return renderPage(c, page, {
    ...listed,
    media: pictureOrigins([...listed.gifs, ...channels, ...stories.flatMap(({ cover }) => cover ?? [])]),
  })
}

/**
 * One shelf of a channel. Where it is empty, the other one tells whose channel it is (`known`), and is shown instead
 * unless the query names a shelf.
 */
async function readShelf(c: Context<App>, q: string) {
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
