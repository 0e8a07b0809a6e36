import { afterEach, expect, it, vi } from 'vitest'
import { pingbackId } from './pingback-id.ts'

afterEach(() => vi.unstubAllGlobals())

const storage = (kept?: string) => {
  const items = new Map(kept === undefined ? [] : [['pingback-id', kept]])
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => items.set(key, value),
  })
  return items
}

it('is 16 characters that the session keeps (§9)', () => {
  const items = storage()
  const id = pingbackId()
  expect(id).toMatch(/^[a-z0-9]{16}$/)
  expect([...items.values()]).toEqual([id])
  expect(pingbackId()).toBe(id)
})

it('is made anew where something else was kept', () => {
  storage('<script>')
  expect(pingbackId()).toMatch(/^[a-z0-9]{16}$/)
})

it('F21: lives in memory alone where storage is refused', () => {
  vi.stubGlobal('sessionStorage', undefined)
  expect(pingbackId()).toMatch(/^[a-z0-9]{16}$/)
})
