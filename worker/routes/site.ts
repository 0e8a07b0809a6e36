import { Hono } from 'hono'
import type { App } from '../app-types.ts'
import { language } from '../middleware/language.ts'

// All that answers them is loaded by the first visitor of a page: an embed never pays for it.
const pages = {
  item: async () => (await import('../site/item.ts')).item,
  welcome: async () => (await import('../site/welcome.ts')).welcome,
  askedSearch: async () => (await import('../site/browse.ts')).askedSearch,
  search: async () => (await import('../site/browse.ts')).search,
  stickers: async () => (await import('../site/browse.ts')).stickers,
  stickerSearch: async () => (await import('../site/browse.ts')).stickerSearch,
  related: async () => (await import('../site/browse.ts')).related,
  channel: async () => (await import('../site/browse.ts')).channel,
}

/** Every public page by its path. The lists are those of §2's virtual page paths, each with and without its number. */
const PATHS: readonly [path: string, page: keyof typeof pages, list?: 'list'][] = [
  ['/', 'welcome'],
  ['/search', 'askedSearch'],
  ['/search/:term', 'search', 'list'],
  ['/create/gifmaker/decorate/stickers', 'stickers', 'list'],
  ['/create/gifmaker/decorate/stickers/search/:term', 'stickerSearch', 'list'],
  ['/channels/:id', 'channel', 'list'],
  ['/channel/:id/search/:term', 'channel', 'list'],
  ['/:kind{gifs|stickers}/:slug', 'item'],
  ['/:kind{gifs|stickers}/:slug/related', 'related', 'list'],
]

/** The public pages: what people land on. */
export const site = new Hono<App>()

for (const [path, page, list] of PATHS) {
  for (const each of list ? [path, `${path}/page/:page`] : [path]) {
    site.get(each, language, async (c) => (await pages[page]())(c))
  }
}
