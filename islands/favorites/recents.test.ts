import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { MAX_RECENT, recentIds, remember } from './favorites.ts'

const stored = new Map<string, string>()
beforeEach(() => {
  stored.clear()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  })
})
afterEach(() => vi.unstubAllGlobals())

it('remembers what was picked, the last first, each once', () => {
  for (const id of ['a', 'b', 'a']) remember(id)
  expect(recentIds()).toEqual(['a', 'b'])
  expect(JSON.parse(stored.get('loopframe-recent') ?? '')).toEqual(['a', 'b'])
})

it('forgets the oldest', () => {
  for (let at = 0; at <= MAX_RECENT; at++) remember(`g${at}`)
  expect(recentIds()).toHaveLength(MAX_RECENT)
  expect(recentIds()).not.toContain('g0')
})

it('reads ids alone from the storage, whatever stands there', () => {
  stored.set('loopframe-recent', JSON.stringify(['ok', '../x', 5, 'ok']))
  expect(recentIds()).toEqual(['ok'])
  stored.set('loopframe-recent', '{')
  expect(recentIds()).toEqual([])
})

it('lasts as long as the page where there is no storage (F21)', () => {
  vi.stubGlobal('localStorage', {
    getItem: () => {
      throw new Error('denied')
    },
    setItem: () => {
      throw new Error('denied')
    },
  })
  remember('only')
  expect(recentIds()[0]).toBe('only')
})
