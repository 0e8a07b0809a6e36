import { describe, expect, it } from 'vitest'
import { parseInput } from './parse-input.ts'
import { providerCalls } from './provider.ts'

const search = (fields: Record<string, unknown>) =>
  parseInput(providerCalls.search, { type: 'gifs', ...fields })

describe('the input of a call', () => {
  it('keeps what the schema names and drops the rest', () => {
    expect(search({ q: ' cat ', limit: '6', api_key: 'k', __proto__: { x: 1 }, random_id: 'r' })).toEqual({
      type: 'gifs',
      q: 'cat',
      limit: 6,
    })
  })

  it('takes the word undefined for nothing, as real clients send it', () => {
    expect(search({ q: 'cat', excludeDynamicResults: 'undefined', rating: 'undefined', offset: '' })).toEqual(
      {
        type: 'gifs',
        q: 'cat',
      },
    )
  })

  it.each([
    ['0', 1],
    ['51', 50],
    ['-3', 1],
    [7, 7],
  ])('brings a limit of %s into its range', (limit, expected) => {
    expect(search({ q: 'cat', limit })).toMatchObject({ limit: expected })
  })

  it.each([
    [{}, 'q is required', 'invalid-input'],
    [{ q: '   ' }, 'q is required', 'invalid-input'],
    [{ q: 'x'.repeat(51) }, 'q must be at most 50 characters', 'query-too-long'],
    [{ q: 'cat', limit: '1e3' }, 'limit must be a whole number', 'invalid-input'],
    [{ q: 'cat', offset: '5000' }, 'offset must be at most 4999', 'invalid-input'],
    [{ q: 'cat', lang: '<b>' }, 'lang must be a language code', 'invalid-input'],
  ])('%j is refused by the field’s name', (fields, message, kind) => {
    expect(() => search(fields)).toThrow(expect.objectContaining({ message, kind }))
  })

  it('counts characters as people do: 50 flags are 50', () => {
    expect(search({ q: '🇩🇪'.repeat(50) })).toMatchObject({ q: '🇩🇪'.repeat(50) })
  })

  it('holds ids to the 100 that the database binds', () => {
    const ids = (count: number) => Array.from({ length: count }, (_, n) => `id${n}`).join(',')
    expect(parseInput(providerCalls.gifs, { ids: ids(100) })).toEqual({ ids: ids(100) })
    expect(() => parseInput(providerCalls.gifs, { ids: ids(101) })).toThrow('ids must be at most 100')
  })
})
