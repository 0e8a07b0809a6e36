import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { keepFavorite, keptFavorites, MAX_KEPT } from './favorites.ts'

const KEY = 'loopframe-favorites'
const stored = new Map<string, string>()
const storage = {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => void stored.set(key, value),
}

beforeEach(() => {
  stored.clear()
  vi.stubGlobal('localStorage', storage)
})
afterEach(() => vi.unstubAllGlobals())

describe('the favorites of a browser', () => {
  it('are kept newest first, each once, and removed', () => {
    for (const id of ['a', 'b', 'a']) expect(keepFavorite(id, true)).toBe('kept')
    expect(keptFavorites()).toEqual(['a', 'b'])
    expect(keepFavorite('a', false)).toBe('kept')
    expect(keptFavorites()).toEqual(['b'])
  })

  it('take nothing beyond their bound, and lose nothing', () => {
    for (let at = 0; at < MAX_KEPT; at++) keepFavorite(`id${at}`, true)
    expect(keepFavorite('one-more', true)).toBe('full')
    expect(keepFavorite('id0', true)).toBe('kept')
    expect(keptFavorites()).toHaveLength(MAX_KEPT)
  })

  it.each([
    ['no JSON', '{'],
    ['no list', '{"a":1}'],
    ['no ids', '[1, null, "../x", "a b", ""]'],
  ])('are none where there is %s', (_name, text) => {
    stored.set(KEY, text)
    expect(keptFavorites()).toEqual([])
  })

  it('are read up to their bound, each once', () => {
    stored.set(KEY, JSON.stringify(['a', 'a', ...Array.from({ length: 500 }, (_, at) => `id${at}`)]))
    expect(keptFavorites()).toHaveLength(MAX_KEPT)
  })

  it('F21: are not there where storage throws, and nothing is kept', () => {
    vi.stubGlobal('localStorage', {
      getItem: () => {
        throw new DOMException('blocked', 'SecurityError')
      },
    })
    expect(keptFavorites()).toBeUndefined()
    expect(keepFavorite('a', true)).toBe('refused')
  })

  it('F21: a full disk is a refusal', () => {
    vi.stubGlobal('localStorage', {
      ...storage,
      setItem: () => {
        throw new DOMException('full', 'QuotaExceededError')
      },
    })
    expect(keepFavorite('a', true)).toBe('refused')
  })
})
