import { expect, it } from 'vitest'
import { copyEnvelope, failureEnvelope } from './envelope.ts'
import { IsolateStore } from './stores.ts'

const KB = 1024
const down = failureEnvelope({ kind: 'upstream', message: 'down' }, 5000)
const gone = failureEnvelope({ kind: 'not-found', status: 404, message: 'gone' }, 5000)

it('T42: stores 500 copies and evicts the least recently used', () => {
  const store = new IsolateStore()
  for (let n = 0; n < 500; n++) store.put(`k${n}`, copyEnvelope('b', 1))
  store.get('k0')
  store.put('new', copyEnvelope('b', 1))
  expect(store.size().copies.entries).toBe(500)
  expect(store.get('k0').copy).toBeDefined()
  expect(store.get('k1').copy).toBeUndefined()
})

it('T42: stores at most 64 MB, 256 KB each', () => {
  const store = new IsolateStore()
  for (let n = 0; n < 300; n++) store.put(`k${n}`, copyEnvelope('x'.repeat(256 * KB), 1))
  const { entries, bytes } = store.size().copies
  expect(entries).toBe(255)
  expect(bytes).toBeLessThanOrEqual(64 * KB * KB)
  store.put('k299', copyEnvelope('x'.repeat(256 * KB + 1), 2))
  expect(store.get('k299').copy).toBeUndefined()
  expect(store.size().copies.entries).toBe(254)
})

it('T42: what is made of a copy counts with it, and goes with it', () => {
  const store = new IsolateStore()
  const copy = copyEnvelope('b', 1)
  store.put('old', copy)
  for (let n = 0; n < 40; n++) {
    const made = copyEnvelope('b', 1)
    store.put(`k${n}`, made)
    store.resize(`k${n}`, made, 2 * KB * KB)
  }
  expect(store.get('old').copy).toBeUndefined()
  expect(store.size().copies.entries).toBe(31)
  // Of a copy that is gone, or was replaced, nothing is counted.
  const { bytes } = store.size().copies
  store.resize('old', copy, 2 * KB * KB)
  store.resize('k39', copy, 2 * KB * KB)
  expect(store.size().copies.bytes).toBe(bytes)
})

it('T42: keys count: a flood of long ones takes no more room', () => {
  const store = new IsolateStore()
  for (let n = 0; n < 500; n++) store.put(`${'x'.repeat(16 * KB)}${n}`, gone)
  expect(store.size().failures.bytes).toBeLessThanOrEqual(KB * KB)
})

it('(c) keeps a failure beside the copy; no flood of failures pushes a copy out', () => {
  const store = new IsolateStore()
  store.put('cat', copyEnvelope('b', 1))
  store.put('cat', down)
  for (let n = 0; n < 5000; n++) store.put(`missing${n}`, gone)
  expect(store.get('cat').copy).toEqual(copyEnvelope('b', 1))
  expect(store.size().failures.entries).toBe(500)
})

it('keeps the newer envelope, whichever is put last', () => {
  const store = new IsolateStore()
  expect(store.put('k', copyEnvelope('new', 6000))).toBe(true)
  expect(store.put('k', copyEnvelope('old', 4000))).toBe(false)
  expect(store.put('k', down)).toBe(false)
  expect(store.get('k').copy).toEqual(copyEnvelope('new', 6000))
  expect(store.get('k').failure).toBeUndefined()
})

it('removes the copy of a gone item, and accepts no older one', () => {
  const store = new IsolateStore()
  store.put('k', copyEnvelope('b', 4000))
  store.put('k', gone)
  expect(store.get('k').copy).toBeUndefined()
  store.put('k', failureEnvelope({ kind: 'upstream', message: 'down' }, 6000))
  expect(store.put('k', copyEnvelope('late', 4500))).toBe(false)
  expect(store.put('k', copyEnvelope('back again', 7000))).toBe(true)
})
