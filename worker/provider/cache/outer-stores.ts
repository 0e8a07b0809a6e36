import type { KVNamespace } from '@cloudflare/workers-types'
import { attempt } from '../../../shared/server/deadline.ts'
import { createLru } from '../../memory/lru.ts'
import { storedName } from './cache-key.ts'
import type { CacheCounter } from './counts.ts'
import { type Envelope, isGone, parseEnvelope, serialize } from './envelope.ts'

/** A layer outside the isolate. It never throws and never hangs: a fault is a miss, and is counted. */
export type OuterStore = {
  /** Its name for staff, and whether it is set up. */
  layer: 'edge' | 'kv'
  isThere: boolean
  /** A key's copy, its failure, both or none; the caller judges their times. */
  get(key: string): Promise<Envelope[]>
  /** Stores an envelope; a failure that means 'gone' removes the copy. `force`: also where the layer would save a write. */
  put(key: string, envelope: Envelope, force?: boolean): Promise<void>
}

/** A write may take longer than a read, since no one waits for it. */
const WRITE_MS = 2000

/** `caches.default`, or a test's own. */
export type EdgeCache = {
  match(url: string): Promise<Response | undefined>
  put(url: string, response: Response): Promise<void>
  delete(url: string): Promise<boolean>
}

const EDGE_READ_MS = 50

const copyUrl = async (key: string) => `https://cache.loopframe.internal/${await storedName(key)}`
// Failures have a name of their own, so that none ever replaces a copy.
const failureUrl = async (key: string) => `${await copyUrl(key)}:e`

/** Always a 200: the Cache API silently drops a 500 (measured). `seconds` is its lifetime. */
const wrap = (e: Envelope, seconds: number) =>
  new Response(serialize(e), {
    headers: { 'Content-Type': 'application/json', 'Cache-Control': `public, max-age=${seconds}` },
  })

/** L1: the data centre's Cache API. Without one (`*.workers.dev`) every read is a miss. */
export function createEdgeStore(
  cache: EdgeCache | undefined,
  now: () => number,
  count: CacheCounter,
): OuterStore {
  if (!cache) return { layer: 'edge', isThere: false, get: async () => [], put: async () => {} }
  const onFault = () => count('edge-fault')

  const read = async (url: Promise<string>): Promise<Envelope | undefined> => {
    const response = await cache.match(await url)
    return response && parseEnvelope(await response.text())
  }

  return {
    layer: 'edge',
    isThere: true,

    async get(key) {
      const urls = [copyUrl(key), failureUrl(key)]
      const found = await Promise.all(urls.map((url) => attempt(EDGE_READ_MS, () => read(url), onFault)))
      return found.filter((e) => e !== undefined)
    },

    async put(key, e) {
      const seconds = Math.ceil((e.hard - now()) / 1000)
      const write = async () => {
        if (e.status === 'err' && isGone(e.err)) await cache.delete(await copyUrl(key))
        const url = await (e.status === 'ok' ? copyUrl(key) : failureUrl(key))
        if (seconds > 0) await cache.put(url, wrap(e, seconds))
      }
      await attempt(WRITE_MS, write, onFault)
    },
  }
}

const KV_READ_MS = 150
/** ms. KV takes one write a second per key and bills each: a copy is replaced when it is this much older. */
const REWRITE_MS = 30_000
/** Bytes of a stored value: KV is for pages of a list, and a larger one costs each data centre its time. */
const VALUE_MAX = 1024 * 1024
/** The bounds of what is known of the namespace. A key has up to 16 KB: a stranger's search is part of it. */
const STORED = { entries: 2000, bytes: 1024 * 1024 } as const
/** Seconds. `cacheTtl` is KV's least; the entry outlives its last use by a minute. */
const TTL_S = { cacheTtl: 30, expirationTtl: 3660 } as const

/**
 * L2: copies for the whole world, in KV. Failures are not stored here: KV's least lifetime is 60 s, theirs is 6 s, and
 * its delay would spread them. Without a namespace every read is a miss.
 */
export function createKvStore(
  kv: Pick<KVNamespace, 'get' | 'put' | 'delete'> | undefined,
  count: CacheCounter,
): OuterStore {
  if (!kv) return { layer: 'kv', isThere: false, get: async () => [], put: async () => {} }
  const onFault = () => count('kv-fault')
  // The newest `t0` known to be stored: KV's own reads lag behind its writes.
  const stored = createLru<number>(STORED)
  const knownAge = (key: string) => stored.get(key) ?? -Infinity

  return {
    layer: 'kv',
    isThere: true,

    async get(key) {
      const read = async () => kv.get(await storedName(key), { type: 'text', cacheTtl: TTL_S.cacheTtl })
      const text = await attempt(KV_READ_MS, read, onFault)
      const found = text ? parseEnvelope(text) : undefined
      if (found?.status !== 'ok') return []
      stored.set(key, Math.max(found.t0, knownAge(key)))
      return [found]
    },

    async put(key, e, force = false) {
      if (e.status === 'err') {
        if (!isGone(e.err)) return
        stored.delete(key)
        await attempt(WRITE_MS, async () => kv.delete(await storedName(key)), onFault)
        return
      }
      if (!force && e.t0 - knownAge(key) <= REWRITE_MS) return
      if (e.bytes > VALUE_MAX) return
      const text = serialize(e)
      if (new TextEncoder().encode(text).byteLength > VALUE_MAX) return
      stored.set(key, e.t0)
      count('kv-write')
      const options = { expirationTtl: TTL_S.expirationTtl }
      await attempt(WRITE_MS, async () => kv.put(await storedName(key), text, options), onFault)
    },
  }
}
