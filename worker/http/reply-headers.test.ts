import { expect, it } from 'vitest'
import { KnownHeaders } from '../../shared/net/known-headers.ts'
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

it('has what is known of a page before, in whatever order pages are sent, and its own in place of it', () => {
  const [cat, dog] = ['cat', 'dog'].map((name) => new KnownHeaders({ Link: name, 'Cache-Control': 'public' }))
  const sent = (known: KnownHeaders | undefined, own: Own) => {
    const headers = new Headers(new Response(null, replyInit('embed', 200, 'id', own, known)).headers)
    return ['link', 'cache-control', 'age'].map((name) => headers.get(name))
  }
  expect(sent(cat, { Age: '1' })).toEqual(['cat', 'public', '1'])
  expect(sent(dog, { Age: '1' })).toEqual(['dog', 'public', '1'])
  expect(sent(cat, { Age: '2', 'Cache-Control': 'private' })).toEqual(['cat', 'private', '2'])
  expect(sent(dog, { Age: '2', 'Cache-Control': 'private' })).toEqual(['dog', 'private', '2'])
  expect(sent(cat, { Age: '3' })).toEqual(['cat', 'public', '3'])
  expect(sent(undefined, { Age: '3' })).toEqual([null, CLASS_HEADERS.embed['Cache-Control'], '3'])
})
