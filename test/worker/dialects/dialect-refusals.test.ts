import { expect, it } from 'vitest'
import { keyedLibrary } from '../../fixtures/site/partners.ts'

const { get } = keyedLibrary({ API_ACCESS: undefined })

const GIPHY = { data: [], meta: { status: expect.any(Number), msg: expect.any(String) } }
const TENOR = { error: { code: expect.any(Number), message: expect.any(String), details: [] } }
const KLIPY = { result: false, message: expect.any(String), errors: { message: [expect.any(String)] } }

const LONG = `?q=${'x'.repeat(17_000)}`

/** What is refused before a handler has it: by its form, its length, its method, or as unknown. */
const REFUSED: [dialect: string, method: string, path: string, status: number, form: object][] = [
  ['GIPHY', 'GET', '/v1/gifs/a%2fb', 400, GIPHY],
  ['GIPHY', 'GET', '/v1//gifs/trending', 400, GIPHY],
  ['GIPHY', 'GET', `/v1/gifs/search${LONG}`, 414, GIPHY],
  ['GIPHY', 'PATCH', '/v1/gifs/trending', 405, GIPHY],
  ['GIPHY', 'GET', '/v1/nothing', 404, GIPHY],
  // A path that is none of Tenor's may be one of GIPHY's.
  ['Tenor', 'GET', '/v2//search', 400, GIPHY],
  ['Tenor', 'GET', `/v2/search${LONG}`, 414, TENOR],
  ['Tenor', 'PATCH', '/v2/featured', 405, TENOR],
  ['Tenor', 'POST', '/v2/posts', 405, TENOR],
  ['Tenor', 'GET', '/v2/nothing', 404, GIPHY],
  ['KLIPY', 'GET', '/api/v1/a-key/gifs/a%2fb', 400, KLIPY],
  ['KLIPY', 'GET', '/api/v1/a-key//gifs/trending', 400, KLIPY],
  ['KLIPY', 'GET', `/api/v1/a-key/gifs/search${LONG}`, 414, KLIPY],
  ['KLIPY', 'PUT', '/api/v1/a-key/gifs/trending', 405, KLIPY],
  ['KLIPY', 'DELETE', '/api/v1/a-key/health-check', 405, KLIPY],
  ['KLIPY', 'GET', '/api/v1/a-key/films/trending', 404, KLIPY],
  ['KLIPY', 'POST', '/api/v1/a-key/films/share/a', 404, KLIPY],
]

it.each(REFUSED)('%s: %s %.40s is %i in its own form, and may be read by any page', async (...row) => {
  const [, method, path, status, form] = row
  const response = await get(path, { Origin: 'https://chat.example' }, method)
  expect([response.status, response.headers.get('Access-Control-Allow-Origin')]).toEqual([status, '*'])
  expect(response.headers.get('Access-Control-Expose-Headers')).toContain('retry-after')
  expect(await response.json()).toMatchObject(form)
})

it.each([
  ['/api/v1/users/7/a%2fb', 400],
  ['/api/v1/gifs//moderation', 400],
  [`/api/v1/users/7/${LONG}`, 414],
  ['/api/v1/moderation/nothing', 404],
  ['/api/v3/nothing', 404],
])('T23: %.40s is the site’s, private and without CORS', async (path, status) => {
  const response = await get(path, { Origin: 'https://chat.example' })
  expect([response.status, response.headers.get('Access-Control-Allow-Origin')]).toEqual([status, null])
  expect(response.headers.get('Cache-Control')).toBe('private, no-store')
  expect(await response.json()).toHaveProperty('error.kind')
})

const SDK = ['x-giphy-sdk-name', 'x-giphy-sdk-version', 'x-giphy-sdk-platform']

it.each([
  ['/v1/gifs/search?q=a', 'GET', [...SDK, 'content-type', 'x-requested-with']],
  ['/v1/gifs/abc/associations', 'GET', SDK],
  ['/v2/emoji', 'GET', SDK],
  ['/v2/search?q=a&key=k', 'GET', ['content-type', 'x-requested-with']],
  ['/v2/posts?ids=a', 'GET', ['content-type']],
  ['/v2/registershare?id=a', 'GET', ['content-type']],
  ['/api/v1/a-key/gifs/search?q=a', 'GET', ['content-type', 'x-requested-with']],
  ['/api/v1/a-key/stickers/share/a', 'POST', ['content-type']],
  ['/api/v1/a-key/clips/recent/customer', 'DELETE', ['content-type']],
  ['/api/v1/a-key/health-check', 'GET', ['content-type']],
])('a preflight of %s lets a page send %s with the headers that clients send', async (path, method, sent) => {
  const headers = {
    Origin: 'https://chat.example',
    'Access-Control-Request-Method': method,
    'Access-Control-Request-Headers': sent.toSorted().join(),
  }
  // Also where partners have keys: a preflight has none.
  for (const product of [{ get }, keyedLibrary()]) {
    const response = await product.get(path, headers, 'OPTIONS')
    expect([response.status, response.headers.get('Access-Control-Allow-Origin')]).toEqual([204, '*'])
    const list = (name: string) => response.headers.get(name)?.split(/, ?/) ?? []
    expect(list('Access-Control-Allow-Methods')).toContain(method)
    expect(list('Access-Control-Allow-Headers')).toEqual(expect.arrayContaining(sent))
  }
})
