import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fieldPairs } from '../../calls/call.ts'
import { parsePairs } from './parse-pairs.ts'

const parse = (query: string) => parsePairs(new URLSearchParams(query))

describe('fields of a query or form', () => {
  it.each([
    ['a=1&b=2', { a: '1', b: '2' }],
    ['a=1&a=2', { a: ['1', '2'] }],
    ['a[]=1&a[]=2', { a: ['1', '2'] }],
    ['a[1]=y&a[0]=x', { a: ['x', 'y'] }],
    ['a[7]=x', { a: ['x'] }],
    ['a[b]=1', { a: { b: '1' } }],
    ['a[0][b]=1&a[0][c]=2&a[1][b]=3', { a: [{ b: '1', c: '2' }, { b: '3' }] }],
    ['a=x,y', { a: 'x,y' }],
    ['a=', { a: '' }],
    ['', {}],
  ])('%s', (query, fields) => {
    expect(JSON.parse(JSON.stringify(parse(query)))).toEqual(fields)
  })

  it.each([
    '__proto__[x]=1',
    'a[__proto__][x]=1',
    'constructor[prototype][x]=1',
    'a[constructor]=1',
    'a[b][c][d]=1',
    'a[100]=1',
    'a[9999999999]=1',
    'a[b=1',
    'a]b=1',
    '[a]=1',
    `${'n'.repeat(101)}=1`,
  ])('T9: refuses %s, and no object is changed', (query) => {
    expect(() => parse(query)).toThrow(expect.objectContaining({ kind: 'invalid-input' }))
    expect(({} as Record<string, unknown>).x).toBeUndefined()
  })

  it('T40: are at most 500', () => {
    const pairs = (count: number) => new URLSearchParams(Array.from({ length: count }, () => ['a', '1']))
    expect(parsePairs(pairs(500)).a).toHaveLength(500)
    expect(() => parsePairs(pairs(501))).toThrow('At most 500 fields')
  })

  it('reads back what a client writes, by any format that keeps entries apart', () => {
    const name = fc
      .stringMatching(/^[a-z_]{1,10}$/)
      .filter((each) => !['__proto__', 'constructor', 'prototype'].includes(each))
    const lists = fc.dictionary(name, fc.array(fc.string(), { minLength: 2, maxLength: 9 }))
    fc.assert(
      fc.property(lists, fc.constantFrom('indices', 'brackets', 'repeat'), (fields, arrays) => {
        const read = parsePairs(fieldPairs(fields, arrays))
        expect({ ...read }).toEqual({ ...fields })
      }),
    )
  })
})
