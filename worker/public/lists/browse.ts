import type { Context } from 'hono'
import { AppError } from '../../../shared/errors.ts'
import { PROVIDER_PAGE } from '../../../shared/limits.ts'
import { pictureOrigins } from '../../../shared/picture/picture-origins.ts'
import { isChannelName, type Shelf, searchPath } from '../../../shared/public/browse-path.ts'
import { pageNumber } from '../../../shared/public/paging.ts'
import type { App } from '../../app-types.ts'
import { readContext } from '../../http/read-context.ts'
import { reply } from '../../http/reply.ts'
import { shelfOf, standingGif } from '../item/item.ts'
import { readList, softly } from '../parts/read-list.ts'
import { replyPage } from '../parts/reply-page.ts'
import { channelPage, relatedPage, searchPage, stickersPage } from './lists.tsx'

const pageOf = (c: Context<App>): number => {
  const page = pageNumber(c.req.param('page') ?? c.req.query('page'))
  if (!page) throw new AppError('not-found', 'There is no such page')
  return page
}

const shelf = (c: Context<App>): Shelf => (c.req.query('type') === 'stickers' ? 'stickers' : 'gifs')

const termOf = (c: Context<App>): string => c.req.param('term') ?? ''

/** What the search form asks; a text that a path can hold is led to its one address. */
export async function askedSearch(c: Context<App>): Promise<Response> {
  const q = (c.req.query('q') ?? '').normalize('NFC').trim()
  if (!q) return reply(c, null, 302, { Location: '/' })
  const path = searchPath(q, pageOf(c), shelf(c))
  if (path.startsWith('/search?')) return searched(c, q, shelf(c))
  const lang = c.req.query('lang')
  return reply(c, null, 302, { Location: lang ? `${path}?${new URLSearchParams({ lang })}` : path })
}

/** `/search/{term}` */
export const search = (c: Context<App>) => searched(c, termOf(c), 'gifs')

/** §2 Sticker search. */
export const stickerSearch = (c: Context<App>) => searched(c, termOf(c), 'stickers')

async function searched(c: Context<App>, term: string, type: Shelf): Promise<Response> {
  const [found, searches] = await Promise.all([
    readList(c, 'search', { type, q: term }, pageOf(c)),
    softly(c.var.services.provider.call('trendingSearches', {}, readContext(c))),
  ])
  const parts = searchPage(c, { ...found, term, shelf: type, terms: searches?.value.data ?? [] })
  return replyPage(c, parts, { ...found, media: pictureOrigins(found.gifs) })
}

/** §2 Sticker trending. */
export async function stickers(c: Context<App>): Promise<Response> {
  const max = PROVIDER_PAGE.maxTrendingOffset
  const found = await readList(c, 'trending', { type: 'stickers' }, pageOf(c), max)
  return replyPage(c, stickersPage(c, found), { ...found, media: pictureOrigins(found.gifs) })
}

/** §2 Related GIFs, page by page. */
export async function related(c: Context<App>): Promise<Response> {
  const { gif } = await standingGif(c)
  const found = await readList(c, 'related', { type: shelfOf(gif), gif_id: gif.id }, pageOf(c))
  const parts = relatedPage(c, { ...found, gif })
  return replyPage(c, parts, { ...found, media: pictureOrigins([gif, ...found.gifs]) })
}

/** §7: a channel is searched by its `@name` before the words; by itself it lists all that it has. */
export async function channel(c: Context<App>): Promise<Response> {
  const id = c.req.param('id') ?? ''
  if (!isChannelName(id)) throw new AppError('not-found', 'There is no such channel')
  const term = c.req.param('term')
  const [named, listed] = await Promise.all([
    softly(c.var.services.provider.call('channelSearch', { q: id }, readContext(c))),
    readShelf(c, [`@${id}`, term].filter((part) => part !== undefined).join(' ')),
  ])
  const channels = named?.value.data ?? []
  const parts = channelPage(c, { ...listed, id, channels, term })
  return replyPage(c, parts, { ...listed, media: pictureOrigins([...listed.gifs, ...channels]) })
}

/** A channel's shelf; where it is empty, the other one says whose it is, and opens if no shelf was asked for. */
async function readShelf(c: Context<App>, q: string) {
  const page = pageOf(c)
  const type = shelf(c)
  const other: Shelf = type === 'gifs' ? 'stickers' : 'gifs'
  const found = await readList(c, 'search', { type, q }, page)
  if (found.gifs.length > 0 || page > 1) return { ...found, shelf: type, known: found.gifs }
  const beside = await readList(c, 'search', { type: other, q }, page)
  const known = beside.gifs
  const stays = c.req.query('type') !== undefined || known.length === 0
  return stays ? { ...found, shelf: type, known } : { ...beside, shelf: other, known }
}
