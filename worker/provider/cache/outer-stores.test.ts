import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { copyEnvelope, failureEnvelope } from './envelope.ts'
import { createEdgeStore, createKvStore, storedName } from './stores.ts'
import { createStage, type StoreFault, settle } from './test-stage.ts'

// A digest runs in its own thread, and so takes its own time.
vi.mock('../../../shared/net/bytes.ts', async (original) => ({
  ...(await original<object>()),
  sha256Hex: async (text: string) => text,
}))
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: 1_000_000 }))
afterEach(() => void vi.useRealTimers())

const bytesOf = (text: string) => new TextEncoder().encode(text)
const good = (body = 'b', t0 = Date.now()) => copyEnvelope(body, t0)
const down = () => failureEnvelope({ kind: 'upstream', status: 500, message: 'down' }, Date.now())
const gone = () => failureEnvelope({ kind: 'removed', status: 410, message: 'gone' }, Date.now())

function stores(fault: StoreFault = 'none') {
  const stage = createStage({ edge: fault, kv: fault })
  const count = vi.fn()
  const isAbsent = fault === 'absent'
  return {
    ...stage,
    count,
    edgeStore: createEdgeStore(isAbsent ? undefined : stage.edgeCache, count),
    kvStore: createKvStore(isAbsent ? undefined : stage.kvNamespace, count),
  }
}

describe('L1, the Cache API', () => {
  it('keeps a copy and a failure side by side, under names of their own', async () => {
    const { edgeStore, edge } = stores()
    await edgeStore.put('k', good())
    await edgeStore.put('k', down())
    expect(await edgeStore.get('k')).toMatchObject([{ body: bytesOf('b') }, { err: { status: 500 } }])
    const url = `https://cache.loopframe.internal/${await storedName('k')}`
    expect([...edge.texts.keys()]).toEqual([url, `${url}:e`])
  })

  it('stores an entry for its remaining lifetime', async () => {
    const { edgeStore, edge } = stores()
    await edgeStore.put('young', good('b', Date.now() - 55_000))
    await edgeStore.put('failed', down())
    await edgeStore.put('over', good('b', Date.now() - 3_600_000))
    const left = [...edge.texts.values()].map(({ ends }) => (ends - Date.now()) / 1000)
    expect(left).toEqual([3545, 6])
  })

  it('removes the copy of a gone item', async () => {
    const { edgeStore } = stores()
    await edgeStore.put('k', good())
    await edgeStore.put('k', gone())
    expect(await edgeStore.get('k')).toMatchObject([{ err: { status: 410 } }])
  })
})

describe('L2, KV', () => {
  it('keeps copies alone, for 3660 s', async () => {
    const { kvStore, kvPuts } = stores()
    await kvStore.put('bad', down())
    await kvStore.put('k', good())
    expect(kvPuts).toMatchObject([{ name: await storedName('k'), expirationTtl: 3660 }])
    expect(await kvStore.get('k')).toMatchObject([{ body: bytesOf('b') }])
  })

  it('reads with the least cacheTtl that KV allows', async () => {
    const get = vi.fn(async () => null)
    await createKvStore({ ...stores().kvNamespace, get } as never, vi.fn()).get('k')
    expect(get).toHaveBeenCalledWith(await storedName('k'), { type: 'text', cacheTtl: 30 })
  })

  it.each([
    [30_000, 1],
    [30_001, 2],
  ])('after %i ms has written %i times; by force once more', async (later, writes) => {
    const { kvStore, kvPuts } = stores()
    await kvStore.put('k', good())
    vi.setSystemTime(Date.now() + later)
    await kvStore.put('k', good('new'))
    expect(kvPuts).toHaveLength(writes)
    await kvStore.put('k', good('forced'), true)
    expect(kvPuts).toHaveLength(writes + 1)
  })

  it('knows from a read what another isolate has written', async () => {
    const { kvStore, kvPuts, kvNamespace } = stores()
    await kvStore.put('k', good())
    const other = createKvStore(kvNamespace, vi.fn())
    await other.get('k')
    await other.put('k', good('same time'))
    expect(kvPuts).toHaveLength(1)
  })

  it('removes the copy of a gone item, and takes a new one at once', async () => {
    const { kvStore } = stores()
    await kvStore.put('k', good())
    await kvStore.put('k', gone())
    expect(await kvStore.get('k')).toEqual([])
    await kvStore.put('k', good('back'))
    expect(await kvStore.get('k')).toMatchObject([{ body: bytesOf('back') }])
  })
})

it('F35 nothing over 1 MB as it is stored goes to KV', async () => {
  const { kvStore, kvPuts } = stores()
  const MB = 1024 * 1024
  await kvStore.put('small', good('x'.repeat(MB - 200)))
  await kvStore.put('large', good('x'.repeat(MB)))
  await kvStore.put('wide', good('ü'.repeat(MB / 2)))
  await kvStore.put('quoted', good('"'.repeat(MB / 2)))
  expect(kvPuts.map(({ name }) => name)).toEqual(['api:1:small'])
})

describe.each<[StoreFault, string[]]>([
  ['throws', ['edge-fault', 'edge-fault', 'kv-fault']],
  ['hangs', ['edge-fault', 'edge-fault', 'kv-fault']],
  ['garbage', []],
  ['absent', []],
])('F9, F10, F11: a layer that %s', (fault, counted) => {
  it('is a miss within 50 and 150 ms', async () => {
    const { edgeStore, kvStore, count } = stores(fault)
    const answers = Promise.all([edgeStore.get('k'), kvStore.get('k')])
    await settle()
    await vi.advanceTimersByTimeAsync(150)
    expect(await answers).toEqual([[], []])
    expect(count.mock.calls.flat().sort()).toEqual(counted)
  })

  it('F10: ignores writes', async () => {
    const { edgeStore, kvStore } = stores(fault)
    const writes = Promise.all([
      edgeStore.put('k', good()),
      kvStore.put('k', good()),
      kvStore.put('k', gone()),
    ])
    await settle()
    await vi.advanceTimersByTimeAsync(2000)
    await expect(writes).resolves.toBeDefined()
  })
})
