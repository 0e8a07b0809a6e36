import { Hono } from 'hono'
import type { App } from '../app-types.ts'
import { language } from '../http/language.ts'
import { lazyModule } from '../http/lazy-module.ts'

// All that answers them is loaded by the first visitor of a page: an embed never pays for it.
const items = lazyModule(() => import('./item/item.ts'))
const lists = lazyModule(() => import('./lists/browse.ts'))
const start = lazyModule(() => import('./welcome/welcome.ts'))

const pages = {
  item: async () => (await items()).item,
  welcome: async () => (await start()).welcome,
  askedSearch: async () => (await lists()).askedSearch,
  search: async () => (await lists()).search,
  stickers: async () => (await lists()).stickers,
  stickerSearch: async () => (await lists()).stickerSearch,
  related: async () => (await lists()).related,
  channel: async () => (await lists()).channel,
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
  ['/gifs/:slug', 'item'],
  ['/stickers/:slug', 'item'],
  ['/gifs/:slug/related', 'related', 'list'],
  ['/stickers/:slug/related', 'related', 'list'],
]

/** The public pages: what people land on. */
export const publicPages = new Hono<App>()

for (const [path, page, list] of PATHS) {
  for (const each of list ? [path, `${path}/page/:page`] : [path]) {
    publicPages.get(each, language, async (c) => (await pages[page]())(c))
  }
}
