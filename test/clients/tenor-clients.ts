import { cpSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { Tenor } from 'gif-picker-react/providers/tenor'
import { temporaryFolder } from '../../tools/steps/temporary-folder.ts'
import { type Client, untilEnd } from './client.ts'

export const TENOR_HOST = 'tenor.googleapis.com'

const require = createRequire(import.meta.url)

type Result = { id: string; title: string }
type Page = { results: Result[]; next: string }
const idsOf = (list: readonly { id: string }[]) => list.map(({ id }) => id)

type GifApi = {
  search: { query: (query: object) => Promise<Page>; fetchNext: (next: string) => Promise<Page> }
  featured: { getFeatured: (query: object) => Promise<Page> }
  posts: { getPosts: (query: object) => Promise<Page> }
  categories: { getCategories: () => Promise<{ tags: { name: string; searchterm: string }[] }> }
  registerShare: { registerShare: (query: object) => Promise<void> }
}

/** It goes on with `next` alone, and reads JSON of each response. */
const gifApi: Client = {
  name: 'tenor-gif-api',
  open(_base, key) {
    const { default: TenorClient } = require('tenor-gif-api') as {
      default: new (key: string, clientKey: string) => GifApi
    }
    const tenor = new TenorClient(key, 'somebodys-app')
    return {
      async pages(q, limit) {
        let next: string | undefined
        return untilEnd(async () => {
          if (next === '') return undefined
          const page = await (next === undefined
            ? tenor.search.query({ q, limit })
            : tenor.search.fetchNext(next))
          next = page.next
          return idsOf(page.results)
        })
      },
      trending: async (limit) => idsOf((await tenor.featured.getFeatured({ limit })).results),
      item: async (ids) => (await tenor.posts.getPosts({ ids })).results[0]?.title,
      categories: async () => (await tenor.categories.getCategories()).tags.map(({ name }) => name),
      async category(name) {
        const { tags } = await tenor.categories.getCategories()
        const q = tags.find((tag) => tag.name === name)?.searchterm
        return idsOf((await tenor.search.query({ q })).results)
      },
      share: (id, q) => tenor.registerShare.registerShare({ id, q }),
    }
  },
  pages: true,
  does: ['item', 'categories', 'category', 'share'],
  told: {
    wrongKey: /^Error: 401 Unauthorized$/,
    unknown: 'nothing',
    down: /^Error: 502 Bad Gateway$/,
  },
}

type TenorJs = {
  Search: {
    Query: (q: string, limit: string) => Promise<Result[]>
    Find: (ids: string[]) => Promise<Result[]>
  }
  Trending: { GIFs: (limit: string) => Promise<Result[]> }
  Categories: {
    List: (type: string) => Promise<{ name: string }[]>
    Find: (tag: string, limit: string) => Promise<Result[]>
  }
}

/** Where it may write: it keeps its configuration beside its code. */
function copyOfTenorJs(): string {
  const modules = join(temporaryFolder('tenorjs'), 'node_modules')
  const folderOf = (name: string) => dirname(require.resolve(`${name}/package.json`))
  cpSync(folderOf('tenorjs'), join(modules, 'tenorjs'), { recursive: true })
  for (const name of ['colors', 'moment', 'roi']) symlinkSync(folderOf(name), join(modules, name))
  return join(modules, 'tenorjs')
}

let tenorJs: { client: (credentials: object) => TenorJs } | undefined

/**
 * It reads one page. Its `Search.Find` asks for `/v2/gifs`, and its `Categories.Find` for `tag`, which were Tenor's first
 * version's: Tenor's second has neither.
 */
export const TENORJS: Client = {
  name: 'tenorjs',
  open(_base, Key) {
    tenorJs ??= require(copyOfTenorJs()) as { client: (credentials: object) => TenorJs }
    const tenor = tenorJs.client({ Key, Filter: 'off', Locale: 'en_US', MediaFilter: 'minimal' })
    return {
      pages: async (q, limit) => [idsOf(await tenor.Search.Query(q, String(limit)))],
      trending: async (limit) => idsOf(await tenor.Trending.GIFs(String(limit))),
      categories: async () => (await tenor.Categories.List('featured')).map(({ name }) => name),
      item: async (id) => (await tenor.Search.Find([id]))[0]?.title,
      category: async (name) => idsOf(await tenor.Categories.Find(name, '5')),
    }
  },
  pages: false,
  does: ['categories'],
  told: {
    wrongKey: /Could not send request @ .* - Status Code: 401$/,
    down: /Could not send request @ .* - Status Code: 502$/,
  },
}

/** The picker's part that asks. It reads one page of 50. @param api the base of Tenor's API */
const picker = (name: string, api: (base: string) => string): Client => ({
  name: `gif-picker-react, ${name}`,
  open(base, key) {
    const tenor = Tenor(key, { baseUrl: api(base) })
    return {
      pages: async (q) => [idsOf(await tenor.search(q))],
      trending: async () => idsOf(await tenor.getTrending()),
      categories: async () => (await tenor.getCategories()).map(({ name }) => name),
      async category(name) {
        const found = (await tenor.getCategories()).find((category) => category.name === name)
        return idsOf(await tenor.search(found?.searchTerm ?? ''))
      },
      async share(id, q) {
        const gif = (await tenor.search(q)).find((gif) => gif.id === id)
        if (gif) await tenor.onClick?.(gif, { searchTerm: q })
      },
    }
  },
  pages: false,
  does: ['categories', 'category', 'share'],
  told: {
    wrongKey: /^Tenor API request failed \(401 Unauthorized\)$/,
    down: /^Tenor API request failed \(502 Bad Gateway\)$/,
  },
})

export const TENOR_CLIENTS: readonly Client[] = [gifApi, TENORJS, picker('Tenor', (base) => `${base}/v2/`)]

export const KLIPY_HOST = 'api.klipy.com'

/** KLIPY's Tenor-compatible base, with its own host. */
export const KLIPY_AS_TENOR = picker('Tenor at KLIPY', () => `https://${KLIPY_HOST}/v2/`)
