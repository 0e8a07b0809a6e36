import type { KVNamespace } from '@cloudflare/workers-types'
import type { PreparedCall } from '../../../shared/calls/call.ts'
import { sha256Hex } from '../../../shared/net/bytes.ts'
import { attempt } from '../../../shared/server/deadline.ts'
import type { EdgeCache } from '../../../shared/server/origin.ts'
import { Lru } from '../../memory.ts'
import {
  addEnvelope,
  type CachedFailure,
  type CacheEntry,
  type Copy,
  type Envelope,
  isGone,
  parseEnvelope,
  serialize,
} from './envelope.ts'

/** Raised when what we store of a response changes its meaning: old entries are then never found. */
const SCHEMA = 1

/** A value that is written as it is. */
const PLAIN = /^[\w.-]*$/

const written = (value: string) =>
  PLAIN.test(value) ? value : encodeURIComponent(value.normalize('NFC').trim())

/** Names a read by what decides its response: the upstream and the fields that the call's schema let through, sorted. */
export function cacheKey(baseId: string, { path, fields }: PreparedCall): string {
  const sorted = fields.map(([name, value]) => `${name}=${written(value)}`).sort()
  return `${baseId}|${path}|${sorted.join('&')}`
}

/** The key's name in the outer layers: 71 characters for any key (KV allows 512 bytes). */
export const storedName = async (key: string): Promise<string> => `api:${SCHEMA}:${await sha256Hex(key)}`

/** What the cache counts, for the bench and `/healthz`. */
export type CacheEvent =
  | 'hit'
  | 'miss'
  | 'stale'
  | 'error'
  | 'load'
  | 'edge-fault'
  | 'kv-fault'
  | 'kv-write'
  | 'dead-flight'
export type CacheCounter = (event: CacheEvent) => void

/** Counts what the caches of an isolate do, for staff. */
export function createCounts(): { count: CacheCounter; of: (event: CacheEvent) => number } {
  const counts = new Map<CacheEvent, number>()
  const of = (event: CacheEvent) => counts.get(event) ?? 0
  return { count: (event) => void counts.set(event, of(event) + 1), of }
}

/** What a layer has for a key, however old. `isThere`: the layer is set up. */
export type CachedLayer = {
  layer: 'memory' | OuterStore['layer']
  isThere: boolean
  copy?: Copy | undefined
  failure?: CachedFailure | undefined
}

const MB = 1024 * 1024

/** Copies with everything that is made of them (T42): the largest part of what an isolate may take, which is 128 MB. */
const COPY_BOUNDS = { entries: 500, bytes: 64 * MB } as const
const FAILURE_BOUNDS = { entries: 500, bytes: MB } as const

/** Bytes. A larger body is not stored here. */
const BODY_MAX = 256 * 1024
/** Bytes. An envelope without its text, and the head of its bytes. */
const ENVELOPE_BYTES = 500

/** L0: copies in the isolate's memory, for all caches. Failures have their own bound: a flood pushes no copy out. */
export class IsolateStore {
  readonly #copies = new Lru<Copy>(COPY_BOUNDS)
  readonly #failures = new Lru<Omit<CacheEntry, 'copy'>>(FAILURE_BOUNDS)

  get(key: string): CacheEntry {
    return { copy: this.#copies.get(key), ...this.#failures.get(key) }
  }

  /** What is stored, without counting as a use of it. */
  peek(key: string): CacheEntry {
    return { copy: this.#copies.peek(key), ...this.#failures.peek(key) }
  }

  /** Stores an envelope; false when something newer is there already. */
  put(key: string, e: Envelope): boolean {
    const before = this.get(key)
    const after = addEnvelope(before, e)
    if (after === before) return false
    const { copy, failure, goneAt } = after
    if (copy !== before.copy) this.#setCopy(key, copy)
    if (failure || goneAt !== undefined) this.#failures.set(key, { failure, goneAt }, ENVELOPE_BYTES)
    else this.#failures.delete(key)
    return true
  }

  #setCopy(key: string, copy: Copy | undefined): void {
    if (copy && copy.bytes <= BODY_MAX) this.#copies.set(key, copy, copy.bytes + ENVELOPE_BYTES)
    else this.#copies.delete(key)
  }

  /** Counts what was made of a key's copy (bytes). A copy no longer stored takes it along. */
  resize(key: string, copy: Copy, made: number): void {
    this.#copies.resize(key, copy, copy.bytes + ENVELOPE_BYTES + made)
  }

  size() {
    return { copies: this.#copies.size(), failures: this.#failures.size() }
  }
}

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

const noStore = (layer: OuterStore['layer']): OuterStore => ({
  layer,
  isThere: false,
  get: async () => [],
  put: async () => {},
})

/** A write may take longer than a read, since no one waits for it. */
const WRITE_MS = 2000

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
export function createEdgeStore(cache: EdgeCache | undefined, count: CacheCounter): OuterStore {
  if (!cache) return noStore('edge')
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
      const seconds = Math.ceil((e.hard - Date.now()) / 1000)
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
const VALUE_MAX = MB
/** The bounds of what is known of the namespace. A key has up to 16 KB: a stranger's search is part of it. */
const STORED = { entries: 2000, bytes: MB } as const
/** Seconds. `cacheTtl` is KV's least; the entry outlives its last use by a minute. */
const TTL_S = { cacheTtl: 30, expirationTtl: 3660 } as const

type Namespace = Pick<KVNamespace, 'get' | 'put' | 'delete'>

/** L2: copies for the whole world, in KV. Without a namespace every read is a miss. */
export const createKvStore = (kv: Namespace | undefined, count: CacheCounter): OuterStore =>
  kv ? new KvStore(kv, count) : noStore('kv')

/** Failures are not stored here: KV's least lifetime is 60 s, theirs is 6 s, and its delay would spread them. */
class KvStore implements OuterStore {
  readonly layer = 'kv'
  readonly isThere = true
  readonly #kv: Namespace
  readonly #count: CacheCounter
  /** The newest `t0` known to be stored: KV's own reads lag behind its writes. */
  readonly #stored = new Lru<number>(STORED)

  constructor(kv: Namespace, count: CacheCounter) {
    this.#kv = kv
    this.#count = count
  }

  async get(key: string): Promise<Envelope[]> {
    const { cacheTtl } = TTL_S
    const read = async () => this.#kv.get(await storedName(key), { type: 'text', cacheTtl })
    const text = await attempt(KV_READ_MS, read, this.#onFault)
    const found = text ? parseEnvelope(text) : undefined
    if (found?.status !== 'ok') return []
    this.#stored.set(key, Math.max(found.t0, this.#knownAge(key)))
    return [found]
  }

  async put(key: string, e: Envelope, force = false): Promise<void> {
    if (e.status === 'err') {
      if (!isGone(e.err)) return
      this.#stored.delete(key)
      await attempt(WRITE_MS, async () => this.#kv.delete(await storedName(key)), this.#onFault)
      return
    }
    if (!force && e.t0 - this.#knownAge(key) <= REWRITE_MS) return
    if (e.bytes > VALUE_MAX) return
    const text = serialize(e)
    if (new TextEncoder().encode(text).byteLength > VALUE_MAX) return
    this.#stored.set(key, e.t0)
    this.#count('kv-write')
    const { expirationTtl } = TTL_S
    const write = async () => this.#kv.put(await storedName(key), text, { expirationTtl })
    await attempt(WRITE_MS, write, this.#onFault)
  }

  #knownAge(key: string): number {
    return this.#stored.get(key) ?? -Infinity
  }

  readonly #onFault = () => this.#count('kv-fault')
}
