import { request, setServerUrl } from '@giphy/js-fetch-api'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Client, Deed, Ids, Told } from './client.ts'
import { GIPHY_CLIENTS, GIPHY_HOST } from './giphy-clients.ts'
import { KLIPY_CLIENTS } from './klipy-clients.ts'
import { leadHosts } from './lead-hosts.ts'
import { deadProduct, keyedProduct } from './product.ts'
import { KLIPY_AS_TENOR, KLIPY_HOST, TENOR_CLIENTS, TENOR_HOST, TENORJS } from './tenor-clients.ts'

const HOSTS = [GIPHY_HOST, TENOR_HOST, KLIPY_HOST]
const CLIENTS: readonly Client[] = [...GIPHY_CLIENTS, ...TENOR_CLIENTS, KLIPY_AS_TENOR, ...KLIPY_CLIENTS]

let product: Awaited<ReturnType<typeof keyedProduct>>
let dead: Awaited<ReturnType<typeof deadProduct>>
let undo = () => {}

beforeAll(async () => {
  ;[product, dead] = await Promise.all([keyedProduct(), deadProduct()])
}, 180_000)

afterEach(() => undo())

afterAll(() => Promise.all([product?.stop(), dead?.stop()]))

/** The client, as somebody has it who changed nothing but where it is pointed. */
function open(client: Client, { base, key }: { base: string; key: string }) {
  undo()
  undo = leadHosts(HOSTS, base)
  return client.open(base, key)
}

type Body = { data: { id: string; title: string; name: string; analytics_response_payload: string }[] }

/** What the product has, as `/v1` says. */
async function known(path: string): Promise<Body['data']> {
  const response = await fetch(`${product.base}/v1/${path}&api_key=${product.key}`)
  return ((await response.json()) as Body).data
}

const idsOf = (list: Body['data']) => list.map(({ id }) => id)

/** How a failure comes to whoever uses a client: the error's own words, or nothing found. */
const toldOf = (asked: Promise<unknown>): Promise<unknown> =>
  asked.then(
    (found) => (Array.isArray(found) ? found.flat() : [found]).filter((item) => item !== undefined),
    (error: unknown) => (error instanceof Error ? error.message : error),
  )

async function expectTold(asked: Promise<unknown>, told: Told) {
  const found = await toldOf(asked)
  if (told === 'nothing') expect(found).toEqual([])
  else expect(found).toMatch(told)
}

const have = (deed: Deed) => CLIENTS.filter(({ does }) => does.includes(deed))

describe.each(CLIENTS)('docs/clients.md: $name, unchanged', (client) => {
  it('searches, and pages to the end: every item once, in our order', async () => {
    const pages = await open(client, product).pages('happy', 5)
    const all = idsOf(await known('gifs/search?q=happy&limit=50'))
    expect(all.length).toBeGreaterThan(5)
    // The picker's asks for 50 whatever one says.
    expect(pages.flat()).toEqual(client === TENORJS ? all.slice(0, 5) : all)
    if (client.pages) expect(pages.length).toBeGreaterThan(1)
  })

  it('lists what is trending', async () => {
    const ids: Ids = await open(client, product).trending(10)
    expect(ids.length).toBeGreaterThanOrEqual(10)
    expect(ids).toEqual(idsOf(await known('gifs/trending?limit=50')).slice(0, ids.length))
  })

  it('tells of a wrong key', () =>
    expectTold(open(client, { ...product, key: 'wrong' }).trending(7), client.told.wrongKey))

  it('tells of a provider that is down', () =>
    expectTold(open(client, { ...dead, key: 'any' }).pages('down', 5), client.told.down))

  it('tells of a search that is too long for us, as of any failure', async () => {
    const found = await toldOf(open(client, product).pages('x'.repeat(51), 5))
    // The picker's for Giphy sends 50 characters of it.
    if (client.name === 'gif-picker-react, Giphy') expect(found).toEqual([])
    else expect(found).toMatch(/too long|at most|414/i)
  })
})

describe.each(have('item'))('docs/clients.md: $name, unchanged', (client) => {
  it('reads an item by its id, and tells of an unknown one', async () => {
    const [item] = await known('gifs/search?q=happy')
    const session = open(client, product)
    expect(await session.item?.(item?.id ?? '')).toBe(item?.title)
    await expectTold(Promise.resolve(session.item?.('unknown1')), client.told.unknown ?? 'nothing')
  })
})

describe.each(have('categories'))('docs/clients.md: $name, unchanged', (client) => {
  it('lists the categories', async () => {
    const names = (await known('gifs/categories?limit=50')).map(({ name }) => name)
    expect(names.length).toBeGreaterThan(5)
    expect(await open(client, product).categories?.()).toEqual(names)
  })
})

describe.each(have('category'))('docs/clients.md: $name, unchanged', (client) => {
  it('reads what is in a category', async () => {
    expect(await open(client, product).category?.('Animals')).not.toEqual([])
  })
})

it('docs/clients.md: shares of all of them arrive, each once and as its item’s', async () => {
  const items = await known('gifs/search?q=happy&limit=50')
  const sharing = have('share')
  for (const [at, client] of sharing.entries()) {
    await open(client, product).share?.(items[at]?.id ?? '', 'happy')
  }
  await vi.waitFor(() => expect(product.events).toHaveLength(sharing.length), 20_000)
  expect(product.events.map(({ action_type }) => action_type)).toEqual(sharing.map(() => 'SENT'))
  expect(new Set(product.events.map(({ analytics_response_payload: payload }) => payload)).size).toBe(
    sharing.length,
  )
})

it('docs/clients.md: what tenorjs asks of Tenor’s first version fails as it does at the second', async () => {
  const tenor = open(TENORJS, product)
  const [item] = await known('gifs/search?q=happy')
  expect(await toldOf(tenor.item?.(item?.id ?? '') ?? Promise.resolve())).toMatch(/Status Code: 404$/)
  expect(await toldOf(tenor.category?.('Animals') ?? Promise.resolve())).toMatch(/Status Code: 400$/)
})

it('docs/clients.md: GIPHY’s components get what is searched for now, below /v1', async () => {
  setServerUrl(`${product.base}/v1/`)
  const { data } = (await request(`trending/searches?api_key=${product.key}`)) as unknown as {
    data: string[]
  }
  expect(data.length).toBeGreaterThan(10)
})
