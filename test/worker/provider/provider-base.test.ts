import { afterEach, expect, it, vi } from 'vitest'
import { catJson, okJson, PROVIDER, withProvider } from '../../fixtures/upstreams/stub-provider.ts'

afterEach(() => vi.restoreAllMocks())

const EVIL = 'https://evil.test'

it.each<[what: string, query: string, headers: Record<string, string>]>([
  ['a variable in the query', `?PROVIDER_URL=${EVIL}&PROVIDER_KEY=mine`, {}],
  ['a base in the query', `?base=${EVIL}&url=${EVIL}&api_url=${EVIL}&serverUrl=${EVIL}`, {}],
  ['a cookie', '', { Cookie: `PROVIDER_URL=${EVIL}; giphy_api=${EVIL}` }],
  ['headers of a proxy', '', { 'X-Forwarded-Host': 'evil.test', Forwarded: 'host=evil.test' }],
  [
    'headers with its name',
    '',
    { 'X-Provider-Url': EVIL, 'X-Api-Url': EVIL, 'X-Original-URL': `${EVIL}/v1` },
  ],
  ['another host', '', { Host: 'evil.test', Origin: EVIL, Referer: `${EVIL}/` }],
])('T13: %s does not move the provider', async (what, query, headers) => {
  const { get, calls } = withProvider(() => Response.json(okJson(catJson('abc123'))))
  const id = what.replaceAll(' ', '')
  for (const path of [`/embed/a-${id}1`, `/v1/gifs/${id}2`, `/gifs/happy-cat-${id}3`]) {
    await (await get(path + query, headers)).text()
  }
  expect(calls).toHaveBeenCalledTimes(3)
  for (const [request] of calls.mock.calls) {
    expect((request as Request).url).toMatch(
      new RegExp(`^${PROVIDER}/v1/gifs/[a-z]+\\d\\?api_key=secret-key&`),
    )
  }
})
