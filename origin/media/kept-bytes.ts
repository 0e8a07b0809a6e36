import type { R2Bucket, R2ObjectBody, ReadableStream as StoredBytes } from '@cloudflare/workers-types'
import { attempt } from '../../shared/server/deadline.ts'
import type { EdgeCache } from '../../shared/server/origin.ts'
import type { ByteRange, Stored } from './request-headers.ts'
import { withoutStalls } from './without-stalls.ts'

/** Bytes. A larger file is read from the bucket each time. */
const MAX_BYTES = 20 * 1024 * 1024
/** Bytes. A larger one is sent from the bucket while it is taken in. */
const QUICK_BYTES = 1024 * 1024
/** Seconds that a file is kept: as long as any shared cache may (`docs/contract.md`, Routes). */
const KEPT_S = 3600
/** ms that a read of the cache may take; that a visitor waits for the bucket's first word, and then until the file is kept. */
const MATCH_MS = 250
const HEAD_MS = 2250
const FILL_MS = 500
/** ms for which a cache that keeps nothing is left alone (on `*.workers.dev` it has no effect), and one that fails. */
const OFF_MS = 600_000
const SICK_MS = 10_000
/** ms that the platform lets a fill outlive its request: what is older is dead. */
const FILL_MAX_MS = 30_000
/** Files that are taken in at once: each has one of six connections, and 256 KB. */
const MAX_FILLS = 3
const MAX_HEADS = 2000

/** A file in the cache: what it is, and for how many ms it has been there. */
export type Kept = Stored & { size: number; keptAt: number }

/** `begun`: what the bucket failed with, if it did. `done`: whether the file is kept. */
type Fill = { begun: Promise<{ error?: unknown }>; done: Promise<boolean>; startedAt: number }

type Deps = {
  cache: EdgeCache
  bucket: R2Bucket
  waitUntil: (work: Promise<unknown>) => void
}

// A key never gets other bytes: it has their hash, or 128 random bits.
const urlOf = (key: string) => `https://media.loopframe.internal/0/${encodeURIComponent(key)}`

/** Bytes of files that all may see, in the data centre's cache. Who may not see one never comes here. */
export class KeptBytes {
  readonly #deps: Deps
  readonly #heads = new Map<string, Kept>()
  readonly #fills = new Map<string, Fill>()
  #offUntil = -Infinity

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** What is known of a kept file, without its bytes. */
  async head(key: string): Promise<Kept | undefined> {
    const known = this.#heads.get(key)
    if (known && isThere(known)) return known
    const found = await this.#match(key)
    await found?.body.cancel().catch(() => {})
    return found?.kept
  }

  /** A kept file, or a part of it; undefined where it isn't there. */
  async open(key: string, part?: ByteRange) {
    const found = await this.#match(key, part)
    if (!part || !found || found.isPart) return found
    await found.body.cancel().catch(() => {})
    return undefined
  }

  /**
   * Takes a file in, and opens it. Undefined where that is not done soon: the bucket has it. @param size if it is known
   * @throws what the bucket fails with
   */
  async take(key: string, size: number | undefined, part?: ByteRange) {
    const isLarge = size !== undefined && size > MAX_BYTES
    if (Date.now() < this.#offUntil || isLarge) return undefined
    for (const [other, { startedAt }] of this.#fills) {
      if (Date.now() - startedAt > FILL_MAX_MS) this.#fills.delete(other)
    }
    const fill = this.#fills.get(key) ?? this.#start(key)
    if (!fill || (size ?? 0) > QUICK_BYTES) return undefined
    const begun = await attempt(HEAD_MS, () => fill.begun)
    if (begun?.error) throw begun.error
    if (!begun || !(await attempt(FILL_MS, () => fill.done))) return undefined
    const found = await this.open(key, part)
    if (!found) this.#offUntil = Date.now() + OFF_MS
    return found
  }

  #start(key: string): Fill | undefined {
    if (this.#fills.size >= MAX_FILLS) return undefined
    const read = (async () => this.#deps.bucket.get(key))()
    const done = read
      .then((object) => this.#fill(key, object))
      .catch(() => false)
      .finally(() => {
        if (this.#fills.get(key) === fill) this.#fills.delete(key)
      })
    const begun = read.then(
      () => ({}),
      (error: unknown) => ({ error }),
    )
    const fill: Fill = { begun, done, startedAt: Date.now() }
    this.#fills.set(key, fill)
    // It outlives the request that started it: others wait for it.
    this.#deps.waitUntil(done)
    return fill
  }

  async #fill(key: string, object: R2ObjectBody | null): Promise<boolean> {
    if (!object) return false
    if (object.size > MAX_BYTES) {
      await object.body.cancel()
      return false
    }
    const { httpEtag, uploaded, size } = object
    const headers = {
      'Content-Type': 'application/octet-stream',
      'Content-Length': String(size),
      'Cache-Control': `public, max-age=${KEPT_S}`,
      ETag: httpEtag,
      'Last-Modified': uploaded.toUTCString(),
      'X-Kept-At': String(Date.now()),
    }
    // A stream that breaks off, or ends early, rejects here: it is not kept.
    await this.#deps.cache.put(urlOf(key), new Response(withoutStalls(object.body, size), { headers }))
    return true
  }

  async #match(key: string, part?: ByteRange) {
    if (Date.now() < this.#offUntil) return undefined
    const range = part && { Range: `bytes=${part.offset}-${part.offset + part.length - 1}` }
    const request = new Request(urlOf(key), range && { headers: range })
    const onFault = () => {
      this.#offUntil = Math.max(this.#offUntil, Date.now() + SICK_MS)
    }
    const response = await attempt(MATCH_MS, () => this.#deps.cache.match(request), onFault)
    const kept = response?.body && keptOf(response)
    if (!response?.body || !kept) {
      await response?.body?.cancel().catch(() => {})
      return undefined
    }
    this.#remember(key, kept)
    return { kept, body: response.body as unknown as StoredBytes, isPart: response.status === 206 }
  }

  #remember(key: string, kept: Kept): void {
    this.#heads.delete(key)
    this.#heads.set(key, kept)
    const [oldest] = this.#heads.keys()
    if (this.#heads.size > MAX_HEADS && oldest !== undefined) this.#heads.delete(oldest)
  }
}

const isThere = ({ keptAt }: Kept) => {
  const age = Date.now() - keptAt
  return age >= 0 && age < KEPT_S * 1000
}

/** Undefined for what we have not stored so. */
function keptOf({ headers }: Response): Kept | undefined {
  const size = Number(
    headers.get('Content-Range')?.split('/')[1] ?? headers.get('Content-Length') ?? Number.NaN,
  )
  const uploaded = new Date(headers.get('Last-Modified') ?? '')
  const kept = {
    httpEtag: headers.get('ETag') ?? '',
    uploaded,
    size,
    keptAt: Number(headers.get('X-Kept-At')),
  }
  return kept.httpEtag && size >= 0 && !Number.isNaN(uploaded.getTime()) && isThere(kept) ? kept : undefined
}
