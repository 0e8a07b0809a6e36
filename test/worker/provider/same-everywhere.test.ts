import { env } from 'cloudflare:workers'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import seed from '../../../seed/library.json?raw'
import { type Ask, DIALECTS, type Get } from '../../fixtures/same/ask.ts'
import { type Differs, EXPECTATIONS, OF_V1 } from '../../fixtures/same/expectations.ts'
import { sameItems } from '../../fixtures/same/items.ts'
import { fillSameLibrary } from '../../fixtures/same/library.ts'
import { type Shape, UPSTREAM_KEY, UPSTREAMS } from '../../fixtures/same/upstreams.ts'
import { word } from '../../fixtures/upstreams/shaped-product.ts'
import { PROVIDER, withProvider } from '../../fixtures/upstreams/stub-provider.ts'

const ITEMS = sameItems(seed)

beforeAll(() => fillSameLibrary(env.DB, ITEMS))

const PATIENCE = { timeout: 20_000, interval: 100 }

type SetUp = {
  name: string
  differs: Differs
  /** Starts a product; what it answers to a path. */
  start: () => Get
}

/** The variables of a provider at an address of its own, which no copy of another product has. */
const provider = (shape: Shape, url: string, number = '') => ({
  [`PROVIDER${number}_URL`]: url,
  [`PROVIDER${number}_KEY`]: UPSTREAM_KEY,
  [`PROVIDER${number}_SHAPE`]: shape,
})

function startShape(shape: Shape): Get {
  return withProvider(UPSTREAMS[shape](ITEMS), provider(shape, `${PROVIDER}/${word()}`)).get
}

/** The first of two is gone. */
function startFailover(shape: Shape): Get {
  const [gone, there] = [`${PROVIDER}/${word()}`, `${PROVIDER}/${word()}`]
  const upstream = UPSTREAMS[shape](ITEMS)
  return withProvider(
    (request) => {
      if (request.url.startsWith(gone)) throw new Error('socket hang up')
      return upstream(request)
    },
    { ...provider('giphy', gone), ...provider(shape, there, '_2') },
  ).get
}

const OF_GIPHY: Differs = { ratings: true, related: 'provider', unknown: 'unknown1' }
const OF_OTHERS: Differs = { ...OF_GIPHY, ratings: false, related: 'tags' }

/** One row for each set-up. */
const SET_UPS: readonly SetUp[] = [
  {
    name: 'the library',
    differs: { ...OF_GIPHY, related: 'library' },
    start: () => withProvider(() => new Response('', { status: 500 }), { PROVIDER_URL: '' }).get,
  },
  { name: 'GIPHY’s shape', differs: OF_GIPHY, start: () => startShape('giphy') },
  { name: 'Tenor’s shape', differs: OF_OTHERS, start: () => startShape('tenor') },
  { name: 'KLIPY’s shape', differs: OF_OTHERS, start: () => startShape('klipy') },
  {
    name: 'Tenor’s shape behind a provider that is gone',
    differs: { ...OF_OTHERS, unknown: 'P2_unknown1' },
    start: () => startFailover('tenor'),
  },
]

describe.each(SET_UPS)('docs/providers.md: the same over $name', ({ start, differs }) => {
  describe.each(Object.entries(DIALECTS))('by %s', (dialect, askWith) => {
    let ask: Ask
    beforeAll(async () => {
      const get = start()
      ask = askWith(get)
      // On a busy machine the first read may take longer than a page waits.
      await vi.waitFor(async () => expect((await get('/v1/gifs/categories')).status).toBe(200), PATIENCE)
    })
    afterAll(() => vi.restoreAllMocks())

    it.each([...EXPECTATIONS, ...(dialect === '/v1' ? OF_V1 : [])])('$name', async ({ seen, wanted }) => {
      expect(await seen(ask, differs)).toEqual(wanted(ITEMS, differs))
    })
  })
})
