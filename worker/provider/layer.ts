import type { Call } from '../../shared/calls/call.ts'
import { CACHE_MS } from '../../shared/limits.ts'
import type { SignedInActor } from '../../shared/server/origin.ts'
import { createMade, type Made } from '../memory.ts'
import type { NoteTime, UpstreamResponse } from '../upstreams/send.ts'
import type { CacheResult } from './cache/envelope.ts'
import type { CachedLayer } from './cache/stores.ts'
import type { Page } from './page.ts'

/** A call's input, which has passed the call's schema. */
export type Input = Record<string, unknown>

/** What a read that no cache has costs: a request with our key, or work of our own database. */
export type Budget = 'key' | 'library'

/** The request that a read is made for. */
export type ReadContext = {
  /** Scheme and host of our own, as links to us start. */
  publicUrl: string
  waitUntil: (promise: Promise<unknown>) => void
  /** Whether a request with our key (T44), or a search of our library (T60), may be made for it: called for what no cache has. */
  mayLoad?: (of: Budget) => Promise<boolean>
  noteTime?: NoteTime
  /** Who is signed in, where a read may show them what is hidden. Called only for an item that is not there for all. */
  viewer?: (() => Promise<SignedInActor | undefined>) | undefined
}

/** What `x-cache` says of a response, its age in seconds, and for how many seconds it is fresh. */
export type Freshness = Pick<CacheResult, 'state' | 'age' | 'freshFor'>

/** A response's body as it is sent, and parsed by the first who looks. Both are shared, so no one may change them. */
export type Body = { readonly bytes: Uint8Array; readonly page: Page }

/** What a layer reads. */
export type Reply = Freshness & {
  body: Body
  /** What was made of the body; it lives as long as the copy. */
  made: Made
  /** ms. When the request to the upstream began. */
  t0: number
  /** It is for this viewer alone. */
  isPrivate?: true
  /** Its one GIF may not be listed, even where the GIF says it may. */
  isUnlisted?: true
  /** What was added to the offsets of its list, of several providers. */
  listStart?: number
}

/** A copy's call with its fields, as a path, and what each layer of the cache has of it. */
export type CopyLayers = { address: string; layers: CachedLayer[] }

/** A layer: `cached.ts` is the lowest, then `gated.ts`, then `several/failover.ts`. Failures are those of `shared/errors.ts`. */
export type Layer = {
  /** A call's response, through the cache where the call is cached. */
  read(call: Call, input: Input, context: ReadContext): Promise<Reply>
  /** Which of these ids, found by another service, all may see. */
  openIds(ids: readonly string[], context: Pick<ReadContext, 'waitUntil'>): Promise<Set<string>>
  /** §9 These items changed, or who may see them: this isolate knows at once, others within 10 s. Never throws. */
  refresh(ids: readonly string[], context: ReadContext): Promise<void>
  /** §9 Forced refresh of a cached call, for staff: what it is made of is read again in any case. Never throws. */
  renew(call: Call, input: Input, context: ReadContext): Promise<void>
  /** What the cache has of each copy that a call is made of. It fills none. */
  cachedCopies(call: Call, input: Input, context: ReadContext): Promise<CopyLayers[]>
}

/** Reads of other calls that a response may be made of, through the cache: their pages, in GIPHY's shape. */
export type CachedReads = {
  /** @throws AppError as any read, and 'invalid-input' where too many reads wait for one another. */
  read(call: Call, input: Input): Promise<Page>
  /** The newest page that any layer of the cache has, however old; undefined where none does. */
  cached(call: Call, input: Input): Promise<Page | undefined>
}

/** Where a response comes from. */
export type UpstreamSource = {
  /** What paths are appended to, our key there ('' sends none), and our call's path, which names it in errors. */
  base: string
  key: string
  path: string
  /** Sends a request to the upstream. @throws AppError where there is no whole response */
  send(make: (signal: AbortSignal) => Request): Promise<UpstreamResponse & { text: string }>
  /** What a visitor may get of what the upstream says about a bad status. */
  messageOf(text: string, status: number): string
  cached: CachedReads
}

/** Reads a call's response in GIPHY's shape. `text`: the page's own. @throws AppError: each failure of `shared/errors.ts` */
export type ReadPage = (
  call: Call,
  input: Input,
  source: UpstreamSource,
) => Promise<{ page: Page; text?: string }>

const encoder = new TextEncoder()
const decoder = new TextDecoder()

/** A class, since an object with a getter takes several times as long to make, and each read of a copy makes one. */
class CopyBody implements Body {
  readonly bytes: Uint8Array
  #page: Page | undefined

  constructor(bytes: Uint8Array) {
    this.bytes = bytes
  }

  get page(): Page {
    // It was JSON of an object when it was stored.
    this.#page ??= JSON.parse(decoder.decode(this.bytes)) as Page
    return this.#page
  }
}

/** A copy as a reply. */
export const replyOfCopy = ({ bytes, t0, state, age, freshFor, made }: CacheResult): Reply => ({
  body: new CopyBody(bytes),
  t0,
  state,
  age,
  freshFor,
  made,
})

/** A reply that no copy has. @param text the page's own, where it is known */
export const replyOfPage = (
  page: Page,
  freshness: Freshness = { state: 'miss', age: 0, freshFor: 0 },
  text = JSON.stringify(page),
): Reply => ({
  ...freshness,
  body: { page, bytes: encoder.encode(text) },
  made: createMade(() => {}),
  t0: Date.now() - freshness.age * 1000,
})

/** A reply with another page, made when someone looks, once for each copy. @param part its name among what is made of it */
export function derived(base: Reply, part: string, toPage: () => Page): Reply {
  const made = partOf(base.made, part)
  let page: Page | undefined
  const body: Body = {
    get bytes() {
      return made.once('bytes', () => encoder.encode(JSON.stringify(body.page)))
    },
    get page() {
      page ??= toPage()
      return page
    },
  }
  return { ...base, body, made }
}

const partOf = (made: Made, part: string): Made => ({
  get: (name) => made.get(`${part} ${name}`),
  set: (name, value) => made.set(`${part} ${name}`, value),
  once: (name, make) => made.once(`${part} ${name}`, make),
})

/** What is made of several reads is as old as the oldest of them: an old copy counts before one that was just read. */
export const oldestOf = (reads: readonly Freshness[]): Freshness => ({
  state: (['stale', 'miss'] as const).find((state) => reads.some((read) => read.state === state)) ?? 'hit',
  age: Math.max(0, ...reads.map(({ age }) => age)),
  freshFor: Math.min(CACHE_MS.success / 1000, ...reads.map(({ freshFor }) => freshFor)),
})
