import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { GifListSchema, OneGifSchema, TermListSchema } from './provider-response.ts'

const meta = { status: 200, msg: 'OK', response_id: 'r1' }

describe('§3 Paginated response', () => {
  it.each([
    ['a list', [{ id: 1 }, { id: 'b' }]],
    ['an object of gifs', { one: { id: 1 }, two: { id: 'b' } }],
    ['a list under its name', { gifs: [{ id: 1 }, { id: 'b' }] }],
    ['an object under its name', { gifs: { one: { id: 1 }, two: { id: 'b' } } }],
    ['an object of which one key is that name', { gifs: { id: 1 }, two: { id: 'b' } }],
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

describe('§3 Tag search result', () => {
  it('has its name, its encoded name and the id of its response, though the provider sends a name alone', () => {
    const data = [{ name: 'sea & sun' }, { name: 'b', name_encoded: 'B', response_id: 'own' }]
    expect(v.parse(TermListSchema, { data, meta }).data).toEqual([
      {
        name: 'sea & sun',
        name_encoded: 'sea%20%26%20sun',
        response_id: 'r1',
        analytics_response_payload: '',
      },
      { name: 'b', name_encoded: 'B', response_id: 'own', analytics_response_payload: '' },
    ])
  })
})

describe('a response with one GIF', () => {
  it('has it, or none where nothing fits', () => {
    expect(v.parse(OneGifSchema, { data: { id: 7 }, meta }).data?.id).toBe('7')
    for (const data of [[], null, {}, undefined])
      expect(v.parse(OneGifSchema, { data, meta }).data).toBeUndefined()
  })
})
