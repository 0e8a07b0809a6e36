import { vi } from 'vitest'
import { UpstreamError } from '../../../shared/errors.ts'
import type { EdgeCache } from '../../../shared/server/origin.ts'
import { LayeredCache, type Load } from './layered-cache.ts'
import { type CacheEvent, createEdgeStore, createKvStore } from './stores.ts'

/** How a fake layer misbehaves. */
export type StoreFault = 'none' | 'throws' | 'hangs' | 'garbage' | 'absent'

const FAULTS: Record<Exclude<StoreFault, 'none' | 'absent'>, () => Promise<string>> = {
  throws: async () => {
    throw new Error('KV GET failed: 429 Too Many Requests')
  },
  hangs: () => new Promise(() => {}),
  garbage: async () => '{"v":1,"status":"ok","t0":0',
}

/** A store of texts with lifetimes: what the fake Cache API and the fake KV have in common. */
function createShelf() {
  const texts = new Map<string, { text: string; ends: number }>()
  return {
    texts,
    fault: 'none' as StoreFault,
    async get(name: string): Promise<string | undefined> {
      if (this.fault !== 'none' && this.fault !== 'absent') return FAULTS[this.fault]()
      const found = texts.get(name)
      return found && Date.now() < found.ends ? found.text : undefined
    },
    async put(name: string, text: string, seconds: number): Promise<void> {
      if (this.fault === 'throws' || this.fault === 'hangs') await FAULTS[this.fault]()
      texts.set(name, { text, ends: Date.now() + seconds * 1000 })
    },
    async delete(name: string): Promise<boolean> {
      if (this.fault === 'throws' || this.fault === 'hangs') await FAULTS[this.fault]()
      return texts.delete(name)
    },
  }
}

/** The Cache API, as far as it was measured: it stores nothing but a 200 with a lifetime. */
function createFakeEdge() {
  const shelf = createShelf()
  const cache: EdgeCache = {
    async match(request) {
      const text = await shelf.get(typeof request === 'string' ? request : request.url)
      return text === undefined ? undefined : new Response(text)
    },
    async put(url, response) {
      const seconds = Number(/max-age=(\d+)/.exec(response.headers.get('Cache-Control') ?? '')?.[1])
      if (response.status === 200 && seconds > 0) await shelf.put(url, await response.text(), seconds)
    },
    delete: (url) => shelf.delete(url),
  }
  return { shelf, cache }
}

/** KV, as far as it was measured: it throws at a lifetime under 60 s. `puts` holds the time of each write. */
function createFakeKv() {
  const shelf = createShelf()
  const puts: { name: string; at: number; expirationTtl: number }[] = []
  const namespace = {
    get: async (name: string) => (await shelf.get(name)) ?? null,
    async put(name: string, text: string, { expirationTtl = 0 }: { expirationTtl?: number } = {}) {
      if (expirationTtl < 60) throw new Error(`KV PUT failed: 400 Invalid expiration_ttl of ${expirationTtl}`)
      puts.push({ name, at: Date.now(), expirationTtl })
      await shelf.put(name, text, expirationTtl)
    },
    delete: (name: string) => shelf.delete(name),
  }
  return { shelf, puts, namespace: namespace as unknown as NonNullable<Parameters<typeof createKvStore>[0]> }
}

/** The data centre of a test: one Cache API, one KV, and as many isolates as it likes. Time is vitest's fake one. */
export function createStage(faults: { edge?: StoreFault; kv?: StoreFault } = {}) {
  const edge = createFakeEdge()
  const kv = createFakeKv()
  edge.shelf.fault = faults.edge ?? 'none'
  kv.shelf.fault = faults.kv ?? 'none'
  const counts: Partial<Record<CacheEvent, number>> = {}
  const count = (event: CacheEvent) => {
    counts[event] = (counts[event] ?? 0) + 1
  }
  const waitUntil = vi.fn((_: Promise<unknown>) => {})

  const isolate = () =>
    new LayeredCache({
      outer: [
        createEdgeStore(faults.edge === 'absent' ? undefined : edge.cache, count),
        createKvStore(faults.kv === 'absent' ? undefined : kv.namespace, count),
      ],
      count,
    })

  return {
    edge: edge.shelf,
    kv: kv.shelf,
    edgeCache: edge.cache,
    kvNamespace: kv.namespace,
    kvPuts: kv.puts,
    counts,
    waitUntil,
    isolate,
  }
}

/** Lets everything happen that needs no time: bodies are ready in a turn of the loop of their own. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 8; turn++) await new Promise((resolve) => setImmediate(resolve))
}

/** Lets a time pass, and what it sets off happen. */
export async function pass(ms: number): Promise<void> {
  await settle()
  await vi.advanceTimersByTimeAsync(ms)
  await settle()
}

/** A stage with a provider, `load`, and a reader of it: in its own isolate or in another, of one key or another. */
export function createReading(faults?: Parameters<typeof createStage>[0]) {
  const stage = createStage(faults)
  const cache = stage.isolate()
  const load = vi.fn<Load>(async () => 'first')
  const read = (options: { refresh?: boolean; from?: LayeredCache; key?: string; version?: number } = {}) => {
    const { refresh = false, from = cache, key = 'cat', version } = options
    return from.read(key, load, { waitUntil: stage.waitUntil, refresh, version })
  }
  return { ...stage, load, read }
}

/** A provider that refuses, and one that never responds. */
export const fails = (status: number, retryAfter?: number) => async () => {
  throw new UpstreamError(`loopframe: ${status}`, { status, statusText: 'Said', retryAfter })
}
export const never: Load = () => new Promise(() => {})
