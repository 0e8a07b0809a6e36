import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { GifListSchema, OneGifSchema } from './provider-response.ts'

const meta = { status: 200, msg: 'OK', response_id: 'r1' }

describe('§3 Paginated response', () => {
  it.each([
    ['a list', [{ id: 1 }, { id: 'b' }]],
    ['an object of gifs', { one: { id: 1 }, two: { id: 'b' } }],
    ['a list with entries that are no gifs', [null, { id: 1 }, 'x', {}, { id: 'b' }, { id: '' }]],
  ])('data is %s', (_what, data) => {
    expect(v.parse(GifListSchema, { data, meta }).data.map(({ id }) => id)).toEqual(['1', 'b'])
  })

  it.each([[null], [undefined], ['x'], [7], [[]]])('data %j is no gifs', (data) => {
    expect(v.parse(GifListSchema, { data, meta }).data).toEqual([])
  })

  it('pagination: count, offset and total_count, where it is sent', () => {
    const pagination = { count: '25', offset: 50, total_count: null }
    expect(v.parse(GifListSchema, { pagination, meta }).pagination).toEqual({
      count: 25,
      offset: 50,
      total_count: 0,
    })
    expect(v.parse(GifListSchema, { meta }).pagination).toBeUndefined()
  })

  it('meta: response_id', () => {
    expect(v.parse(GifListSchema, { meta }).meta.response_id).toBe('r1')
    expect(v.parse(GifListSchema, { meta: {} }).meta.response_id).toBe('')
  })
})

describe('a response with one GIF', () => {
  it('has it, or none where nothing fits', () => {
    expect(v.parse(OneGifSchema, { data: { id: 7 }, meta }).data?.id).toBe('7')
    for (const data of [[], null, {}, undefined])
      expect(v.parse(OneGifSchema, { data, meta }).data).toBeUndefined()
  })
})
