import { expect, it } from 'vitest'
import { CLASS_HEADERS, type ResponseClass } from './class-headers.ts'
import { replyInit } from './reply-headers.ts'

type Own = Parameters<typeof replyInit>[3]

const made = (responseClass: ResponseClass, id: string, own: Own, status = 200) =>
  new Response(null, replyInit(responseClass, status, id, own)).headers

it('gives each response the headers of its class, its id and its own, and none of another', () => {
  const first = made('api', 'first', { 'Cache-Control': 'public, max-age=60', Age: '1' })
  const second = made('api', 'second', { 'Cache-Control': 'public, max-age=59', Age: '1' })
  const third = made('api', 'third', {})
  const page = made('page', 'page', { Age: '2' })
  first.append('Set-Cookie', 'a=b')
  const of = (headers: Headers) =>
    ['x-request-id', 'cache-control', 'age', 'set-cookie'].map((name) => headers.get(name))
  expect(of(first)).toEqual(['first', 'public, max-age=60', '1', 'a=b'])
  expect(of(second)).toEqual(['second', 'public, max-age=59', '1', null])
  expect(of(third)).toEqual(['third', 'no-store', null, null])
  expect(of(page)).toEqual(['page', 'no-store', '2', null])
  for (const [name, value] of Object.entries(CLASS_HEADERS.page)) expect(page.get(name)).toBe(value)
})

it('keeps a value that the platform refuses from no later response', () => {
  expect(() => made('oembed', 'bad', { Age: '\n\u0000' })).toThrow()
  expect(made('oembed', 'good', { Age: '1' }).get('age')).toBe('1')
})

it('starts from the status that it is given', () => {
  const statuses = [200, 404, 200, 304].map((status) => {
    return new Response(null, replyInit('api', status, 'id', { Age: '1' })).status
  })
  expect(statuses).toEqual([200, 404, 200, 304])
})
