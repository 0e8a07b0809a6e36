import { expect, it } from 'vitest'
import { badEnvelope, goodEnvelope } from './envelope.ts'
import { createIsolateStore } from './isolate-store.ts'

const KB = 1024
const down = badEnvelope({ kind: 'upstream', message: 'down' }, 5000)
const gone = badEnvelope({ kind: 'not-found', status: 404, message: 'gone' }, 5000)

it('holds 500 copies and forgets what was used longest ago', () => {
  const store = createIsolateStore()
  for (let n = 0; n < 500; n++) store.put(`k${n}`, goodEnvelope('b', 1))
  store.get('k0')
  store.put('new', goodEnvelope('b', 1))
  expect(store.size().copies.entries).toBe(500)
  expect(store.get('k0').good).toBeDefined()
  expect(store.get('k1').good).toBeUndefined()
})

it('holds 16 MB at most, 256 KB each', () => {
  const store = createIsolateStore()
  for (let n = 0; n < 100; n++) store.put(`k${n}`, goodEnvelope('x'.repeat(256 * KB), 1))
  expect(store.size().copies).toEqual({ entries: 64, bytes: 16 * KB * KB })
  store.put('k99', goodEnvelope('x'.repeat(256 * KB + 1), 2))
  expect(store.get('k99').good).toBeUndefined()
  expect(store.size().copies.bytes).toBe(63 * 256 * KB)
})

it('(c) keeps a failure beside the copy; no flood of failures pushes a copy out', () => {
  const store = createIsolateStore()
  store.put('cat', goodEnvelope('b', 1))
  store.put('cat', down)
  for (let n = 0; n < 5000; n++) store.put(`missing${n}`, gone)
  expect(store.get('cat').good?.body).toBe('b')
  expect(store.size().failures.entries).toBe(500)
})

it('lets the newer win, whichever comes later', () => {
  const store = createIsolateStore()
  expect(store.put('k', goodEnvelope('new', 6000))).toBe(true)
  expect(store.put('k', goodEnvelope('old', 4000))).toBe(false)
  expect(store.put('k', down)).toBe(false)
  expect(store.get('k')).toMatchObject({ good: { body: 'new' } })
  expect(store.get('k').bad).toBeUndefined()
})

it('removes the copy of what is gone, and takes no older one back', () => {
  const store = createIsolateStore()
  store.put('k', goodEnvelope('b', 4000))
  store.put('k', gone)
  expect(store.get('k').good).toBeUndefined()
  store.put('k', badEnvelope({ kind: 'upstream', message: 'down' }, 6000))
  expect(store.put('k', goodEnvelope('late', 4500))).toBe(false)
  expect(store.put('k', goodEnvelope('back again', 7000))).toBe(true)
})
