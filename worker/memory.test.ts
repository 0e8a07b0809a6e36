import { expect, it } from 'vitest'
import { createMade, heapSizeOf } from './memory.ts'

it('T42: a text has one byte a character, or two where one of them is not Latin-1', () => {
  const one = heapSizeOf('a'.repeat(1000))
  expect(heapSizeOf('ü'.repeat(1000))).toBe(one)
  expect(heapSizeOf(`${'a'.repeat(999)}я`)).toBe(one + 1000)
})

it('T42: parsed JSON costs several times its text', () => {
  const text = JSON.stringify(Array.from({ length: 100 }, (_, n) => ({ id: `a${n}`, width: n, height: n })))
  expect(heapSizeOf(JSON.parse(text))).toBeGreaterThan(3 * text.length)
  expect(heapSizeOf({ none: null, missing: undefined, yes: true })).toBeGreaterThan(0)
  expect(heapSizeOf([new Uint8Array(5000)])).toBeGreaterThan(5000)
})

it('T42: variants of one copy take 2 MB at most', () => {
  let size = 0
  const made = createMade((bytes) => (size = bytes))
  for (let n = 0; n < 100; n++) made.set(`page ${n}`, 'x'.repeat(200_000))
  expect(size).toBeLessThanOrEqual(2 * 1024 * 1024)
  expect(made.get('page 0')).toBeUndefined()
  expect(made.get('page 99')).toBeDefined()
})
