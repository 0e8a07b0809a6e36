import { createRequire } from 'node:module'
import { GiphyFetch, gifPaginator, setServerUrl } from '@giphy/js-fetch-api'
import { Giphy } from 'gif-picker-react/providers/giphy'
import { type Client, untilEnd } from './client.ts'

export const GIPHY_HOST = 'api.giphy.com'

const require = createRequire(import.meta.url)

const idsOf = (list: readonly { id: string | number }[]) => list.map(({ id }) => String(id))

/** GIPHY's own: its address is set before it is used. */
const fetchApi: Client = {
  name: '@giphy/js-fetch-api',
  open(base, key) {
    setServerUrl(`${base}/v1/`)
    const giphy = new GiphyFetch(key)
    return {
      async pages(q, limit) {
        // It gives all items so far.
        const next = gifPaginator((offset) => giphy.search(q, { offset, limit }))
        return untilEnd(async (before) => idsOf(await next()).slice(before))
      },
      trending: async (limit) => idsOf((await giphy.trending({ limit })).data),
      item: async (id) => (await giphy.gif(id)).data.title,
      categories: async () => (await giphy.categories()).data.map(({ name }) => name),
      async category(name) {
        const { data } = await giphy.categories()
        const within = data.find((category) => category.name === name)?.name_encoded ?? ''
        const [first] = (await giphy.subcategories(within)).data
        return idsOf((await giphy.gifs(within, first?.name_encoded ?? '')).data)
      },
    }
  },
  pages: true,
  does: ['item', 'categories', 'category'],
  told: {
    wrongKey: /^@giphy\/js-fetch-api: .*no valid API key$/,
    unknown: /^@giphy\/js-fetch-api: loopframe: No item has this id$/,
    down: /^@giphy\/js-fetch-api: loopframe: Network connection lost/,
  },
}

type Answer = {
  data: { id: string; title: string }[]
  pagination?: { total_count: number; count: number; offset: number }
  meta: { status: number; msg: string }
}

type GiphyApi = (options: { https: boolean; apiKey: string }) => {
  search: (query: object) => Promise<Answer>
  trending: (query: object) => Promise<Answer>
  id: (id: string) => Promise<Answer>
}

/** With a host of its own, over HTTP or HTTPS. It resolves with whatever comes; a failure is in `meta`. */
const plainApi = (https: boolean): Client => ({
  name: `giphy-api${https ? ', https' : ''}`,
  open(_base, apiKey) {
    const giphy = (require('giphy-api') as GiphyApi)({ https, apiKey })
    const read = async (answer: Promise<Answer>): Promise<Answer> => {
      const body = await answer
      if (body.meta.status !== 200) throw new Error(body.meta.msg)
      return body
    }
    return {
      async pages(q, limit) {
        let end = false
        return untilEnd(async (offset) => {
          if (end) return undefined
          const { data, pagination } = await read(giphy.search({ q, limit, offset }))
          end = pagination !== undefined && pagination.offset + pagination.count === pagination.total_count
          return idsOf(data)
        })
      },
      trending: async (limit) => idsOf((await read(giphy.trending({ limit }))).data),
      item: async (id) => (await read(giphy.id(id))).data[0]?.title,
    }
  },
  pages: true,
  does: ['item'],
  told: { wrongKey: /no valid API key/, unknown: 'nothing', down: /Network connection lost/ },
})

/** The picker's part that asks. It reads one page of 50, and sends no pingbacks. */
const picker: Client = {
  name: 'gif-picker-react, Giphy',
  open(base, key) {
    const giphy = Giphy(key, { baseUrl: `${base}/v1/` })
    return {
      pages: async (q) => [idsOf(await giphy.search(q))],
      trending: async () => idsOf(await giphy.getTrending()),
      categories: async () => (await giphy.getCategories()).map(({ name }) => name),
      category: async (name) => idsOf(await giphy.search(name)),
    }
  },
  pages: false,
  does: ['categories', 'category'],
  told: {
    wrongKey: /^Giphy API request failed \(401 Unauthorized\)$/,
    down: /^Giphy API request failed \(502 Bad Gateway\)$/,
  },
}

export const GIPHY_CLIENTS: readonly Client[] = [fetchApi, plainApi(false), plainApi(true), picker]
