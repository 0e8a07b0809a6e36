import { type Context, Hono } from 'hono'
import { AppError } from '../../shared/errors.ts'
import { mediaOrigins } from '../../shared/gif/media-origins.ts'
import { PROVIDER_PAGE } from '../../shared/limits.ts'
import type { Shelf } from '../../shared/site/browse-path.ts'
import { isChannelName, STICKERS_PATH, searchPath } from '../../shared/site/browse-path.ts'
import { pageNumber } from '../../shared/site/paging.ts'
import type { App } from '../app-types.ts'
import { asking } from '../asking.ts'
import { language } from '../middleware/language.ts'
import { readList, softly } from '../read-list.ts'
import { replyPage } from '../render/reply-page.ts'
import { reply } from '../reply.ts'
import { shelfOf, standingGif } from './items.ts'

const pages = () => import('../pages/site/lists.tsx')

/** The lists of GIFs that tags, channels and the virtual page paths of §2 lead to. */
export const browse = new Hono<App>()

/** Each list with and without its page number. */
const list = (path: string, answer: (c: Context<App>) => Promise<Response>) =>
  browse.get(path, language, answer).get(`${path}/page/:page`, language, answer)

const pageOf = (c: Context<App>): number => {
  const page = pageNumber(c.req.param('page') ?? c.req.query('page'))
  if (!page) throw new AppError('not-found', 'There is no such page')
  return page
}
const shelf = (c: Context<App>): Shelf => (c.req.query('type') === 'stickers' ? 'stickers' : 'gifs')

// What the header's form asks; a text that a path can hold is led to its one address.
browse.get('/search', language, async (c) => {
  const q = (c.req.query('q') ?? '').normalize('NFC').trim()
  const path = searchPath(q || '?', pageOf(c), shelf(c))
  if (!q) return reply(c, null, 302, { Location: '/' })
  if (path.startsWith('/search?')) return search(c, q, shelf(c))
  const lang = c.req.query('lang')
  return reply(c, null, 302, { Location: lang ? `${path}?${new URLSearchParams({ lang })}` : path })
})

list('/search/:term', (c) => search(c, c.req.param('term') ?? '', 'gifs'))
list(`${STICKERS_PATH}/search/:term`, (c) => search(c, c.req.param('term') ?? '', 'stickers'))

async function search(c: Context<App>, term: string, type: Shelf): Promise<Response> {
  const [found, searches] = await Promise.all([
    readList(c, 'search', { type, q: term }, pageOf(c)),
    softly(c.var.services.provider.ask('trendingSearches', {}, asking(c))),
  ])
  const { searchPage } = await pages()
  const parts = searchPage(c, { ...found, term, shelf: type, terms: searches?.answer.data ?? [] })
  return replyPage(c, parts, { ...found, media: mediaOrigins(found.gifs) })
}

list(STICKERS_PATH, async (c) => {
  const max = PROVIDER_PAGE.maxTrendingOffset
  const found = await readList(c, 'trending', { type: 'stickers' }, pageOf(c), max)
  const { stickersPage } = await pages()
  return replyPage(c, stickersPage(c, found), { ...found, media: mediaOrigins(found.gifs) })
})

list('/:kind{gifs|stickers}/:slug/related', async (c) => {
  const { gif } = await standingGif(c as Context<App, '/:slug'>)
  const found = await readList(c, 'related', { type: shelfOf(gif), gif_id: gif.id }, pageOf(c))
  const { relatedPage } = await pages()
  const parts = relatedPage(c, { ...found, gif })
  return replyPage(c, parts, { ...found, media: mediaOrigins([gif, ...found.gifs]) })
})

list('/channels/:id', (c) => channel(c, undefined))
list('/channel/:id/search/:term', (c) => channel(c, c.req.param('term') ?? ''))

/** §7: a channel is searched by its `@name` before the words; by itself it lists all that it has. */
async function channel(c: Context<App>, term: string | undefined): Promise<Response> {
  const id = c.req.param('id') ?? ''
  if (!isChannelName(id)) throw new AppError('not-found', 'There is no such channel')
  const q = [`@${id}`, term].filter((part) => part !== undefined).join(' ')
  const [named, listed] = await Promise.all([
    softly(c.var.services.provider.ask('channelSearch', { q: id }, asking(c))),
    readShelf(c, q),
  ])
  const channels = named?.answer.data ?? []
  const { channelPage } = await pages()
  const parts = channelPage(c, { ...listed, id, channels, term })
  return replyPage(c, parts, { ...listed, media: mediaOrigins([...listed.gifs, ...channels]) })
}

/** A channel's shelf; where it is empty, the other one says whose it is, and opens if no shelf was asked for. */
async function readShelf(c: Context<App>, q: string) {
  const page = pageOf(c)
  const [type, other] =
    shelf(c) === 'gifs' ? (['gifs', 'stickers'] as const) : (['stickers', 'gifs'] as const)
  const found = await readList(c, 'search', { type, q }, page)
  if (found.gifs.length > 0 || page > 1) return { ...found, shelf: type, known: found.gifs }
  const beside = await readList(c, 'search', { type: other, q }, page)
  return c.req.query('type')
    ? { ...found, shelf: type, known: beside.gifs }
    : { ...beside, shelf: beside.gifs.length > 0 ? other : type, known: beside.gifs }
}
