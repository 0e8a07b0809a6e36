import type { KVNamespace } from '@cloudflare/workers-types'
import { createLru } from '../../memory/lru.ts'
import { attempt } from '../../upstreams/deadline.ts'
import { storedName } from './cache-key.ts'
import { parseEnvelope, serialize } from './envelope.ts'
import { type CacheCounter, type OuterStore, WRITE_MS } from './outer-store.ts'
import { isGone } from './stored-failure.ts'

const READ_MS = 150
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
      const text = await attempt(READ_MS, read, onFault)
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
