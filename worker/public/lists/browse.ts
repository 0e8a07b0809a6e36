import type { Context } from 'hono'
import { AppError } from '../../../shared/errors.ts'
import { PROVIDER_PAGE } from '../../../shared/limits.ts'
import { pictureOrigins } from '../../../shared/picture/picture-origins.ts'
import { isChannelName, type Shelf, searchPath } from '../../../shared/public/browse-path.ts'
import { pageNumber } from '../../../shared/public/paging.ts'
import type { App } from '../../app-types.ts'
import { countSearch, readContext } from '../../http/read-context.ts'
import { reply } from '../../http/reply.ts'
import { findGif, shelfOf } from '../item/item.ts'
import { renderPage } from '../layout/render-page.tsx'
import { optional } from '../parts/optional.ts'
import { storiesOf } from '../stories/stories-of.ts'
import { channelPage, relatedPage, searchPage, stickersPage } from './lists.tsx'
import { readList } from './read-list.ts'

const pageParam = (c: Context<App>): number => {
  const page = pageNumber(c.req.param('page') ?? c.req.query('page'))
  if (!page) throw new AppError('not-found', 'There is no such page')
  return page
}

const shelfParam = (c: Context<App>): Shelf => (c.req.query('type') === 'stickers' ? 'stickers' : 'gifs')

const termParam = (c: Context<App>): string => c.req.param('term') ?? ''

/** `/search?q=`: where the search form leads. A term that fits into a path is redirected to the path. */
export async function submittedSearch(c: Context<App>): Promise<Response> {
  const q = (c.req.query('q') ?? '').normalize('NFC').trim()
  if (!q) return reply(c, null, 302, { Location: '/' })
  const path = searchPath(q, pageParam(c), shelfParam(c))
  if (path.startsWith('/search?')) return renderSearch(c, q, shelfParam(c))
  const lang = c.req.query('lang')
  return reply(c, null, 302, { Location: lang ? `${path}?${new URLSearchParams({ lang })}` : path })
}

/** `/search/{term}` */
export const search = (c: Context<App>) => renderSearch(c, termParam(c), 'gifs')

/** §2 Sticker search. */
export const stickerSearch = (c: Context<App>) => renderSearch(c, termParam(c), 'stickers')

async function renderSearch(c: Context<App>, term: string, type: Shelf): Promise<Response> {
  const number = pageParam(c)
  const [found, searches] = await Promise.all([
    readList(c, 'search', { type, q: term }, number),
    optional(c.var.services.provider.call('trendingSearches', {}, readContext(c))),
  ])
  if (number === 1) countSearch(c, term)
  const page = searchPage(c, { ...found, term, shelf: type, terms: searches?.value.data ?? [] })
  return renderPage(c, page, { ...found, media: pictureOrigins(found.gifs) })
}

/** §2 Sticker trending. */
export async function stickers(c: Context<App>): Promise<Response> {
  const max = PROVIDER_PAGE.maxTrendingOffset
  const found = await readList(c, 'trending', { type: 'stickers' }, pageParam(c), max)
  return renderPage(c, stickersPage(c, found), { ...found, media: pictureOrigins(found.gifs) })
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
