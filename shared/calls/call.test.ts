import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type ArrayFormat, fieldPairs, plainPaths } from './call.ts'

const text = (fields: Record<string, unknown>, arrays?: ArrayFormat) =>
  fieldPairs(fields, arrays)
    .map(([name, value]) => `${name}=${value}`)
    .join('&')

describe('§9 lists in a query', () => {
  it.each<[ArrayFormat | undefined, string]>([
    [undefined, 'a[0]=x&a[1]=y&b=1'],
    ['indices', 'a[0]=x&a[1]=y&b=1'],
    ['brackets', 'a[]=x&a[]=y&b=1'],
    ['repeat', 'a=x&a=y&b=1'],
    ['comma', 'a=x,y&b=1'],
  ])('%s: %s', (arrays, expected) => {
    expect(text({ a: ['x', 'y'], b: 1 }, arrays)).toBe(expected)
  })

  it('leaves out what is not given; an empty list is nothing, null an empty text', () => {
    expect(text({ a: undefined, b: [], c: null, d: false, e: 0 })).toBe('c=&d=false&e=0')
    expect(text({ b: [] }, 'comma')).toBe('')
  })

  it('writes objects by their names, within lists too', () => {
    expect(text({ user: { name: 'ann', langs: ['en'] }, list: [{ id: 'a' }] })).toBe(
      'user[name]=ann&user[langs][0]=en&list[0][id]=a',
    )
  })

  it('loses no entry of any list, in any format', () => {
    const format = fc.constantFrom<ArrayFormat>('indices', 'brackets', 'repeat')
    const words = fc.array(fc.string(), { maxLength: 20 })
    fc.assert(
      fc.property(words, format, (list, arrays) => {
        expect(fieldPairs({ a: list }, arrays).map(([, value]) => value)).toEqual(list)
      }),
    )
  })
})

it('is the path itself where nothing is to be chosen', () => {
  expect(plainPaths('/v1/gifs/:id')).toEqual([{ path: '/v1/gifs/:id', chosen: {} }])
  expect(plainPaths('/v1/:rest{.+}')).toEqual([{ path: '/v1/:rest{.+}', chosen: {} }])
})

it('is one path for each word that a placeholder offers', () => {
  expect(plainPaths('/v1/:type{gifs|text}/search/:tag')).toEqual([
    { path: '/v1/gifs/search/:tag', chosen: { type: 'gifs' } },
    { path: '/v1/text/search/:tag', chosen: { type: 'text' } },
  ])
})

it('is every combination of the words of several', () => {
  expect(plainPaths('/:a{x|y}/:b{1|2}')).toEqual([
    { path: '/x/1', chosen: { a: 'x', b: '1' } },
    { path: '/x/2', chosen: { a: 'x', b: '2' } },
    { path: '/y/1', chosen: { a: 'y', b: '1' } },
    { path: '/y/2', chosen: { a: 'y', b: '2' } },
  ])
})
