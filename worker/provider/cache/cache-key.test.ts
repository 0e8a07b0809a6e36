import { expect, it } from 'vitest'
import { parseInput, prepareCall } from '../../../shared/calls/call.ts'
import { providerCalls } from '../../../shared/calls/provider.ts'
import { cacheKey, storedName } from './stores.ts'

const BASE = 'https://provider.test'
const search = (raw: Record<string, unknown>) =>
  cacheKey(
    BASE,
    prepareCall(providerCalls.search, parseInput(providerCalls.search, { type: 'gifs', q: 'cat', ...raw })),
  )

it('T25 ignores what the call does not name: cache-busters, keys, ids of the visitor', () => {
  const plain = search({})
  for (const extra of ['x', 'api_key', 'pingback_id', 'random_id', 'utm_source', '_']) {
    expect(search({ [extra]: Math.random() })).toBe(plain)
  }
})

it('T24 differs for everything that decides the response', () => {
  const others = [
    { q: 'Cat' },
    { rating: 'pg' },
    { lang: 'de' },
    { limit: 5 },
    { offset: 25 },
    { type: 'stickers' },
  ]
  const keys = [search({}), ...others.map(search)]
  expect(new Set(keys).size).toBe(keys.length)
})

it('is the same for fields in another order and for equal texts in another form', () => {
  const fields = (text: string) => ({ path: '/v1/gifs', fields: [...new URLSearchParams(text)] })
  expect(cacheKey(BASE, fields('b=2&a=1'))).toBe(cacheKey(BASE, fields('a=1&b=2')))
  expect(cacheKey(BASE, fields('q=caf%C3%A9'))).toBe(cacheKey(BASE, fields('q=cafe%CC%81%20')))
  expect(cacheKey(BASE, fields('ids=a,b'))).not.toBe(cacheKey(BASE, fields('ids=b,a')))
  expect(cacheKey('https://other.test', fields(''))).not.toBe(cacheKey(BASE, fields('')))
})

it('T22: fits KV (512 bytes) under its stored name, however long the query', async () => {
  const name = await storedName(cacheKey(BASE, { path: '/v1', fields: [['q', '😀'.repeat(500)]] }))
  expect(name).toMatch(/^api:1:[0-9a-f]{64}$/)
})
