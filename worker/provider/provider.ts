import * as v from 'valibot'
import { type Call, prepareCall, ROLE_RANK } from '../../shared/calls/call.ts'
import { parseInput } from '../../shared/calls/parse-input.ts'
import { type CallResponse, type ProviderCallName, providerCalls } from '../../shared/calls/provider.ts'
import { AppError, noSuchGif } from '../../shared/errors.ts'
import type { Gif } from '../../shared/schema/gif.ts'
import { createMade, type Made } from '../memory/made.ts'
import { familyOf } from '../upstreams/breaker.ts'
import type { SignedInActor } from '../upstreams/origin.ts'
import type { NoteTime } from '../upstreams/send.ts'
import { cacheKey } from './cache/cache-key.ts'
import type { CacheResult } from './cache/cache-result.ts'
import { READ_MS } from './cache/flights.ts'
import { type HeldCopy, heldCopies } from './cache/held-copies.ts'
import type { LayeredCache } from './cache/layered-cache.ts'
import type { MayLoad } from './cache/load-budget.ts'
import { cutItems } from './cut-items.ts'
import { type FoundGif, toGif } from './found-gif.ts'
import { createGate } from './gone/gate.ts'
import type { GoneIds } from './gone/gone-ids.ts'
import { itemsOf } from './gone/left-out.ts'
import { createLoads } from './loads.ts'
import { assertInList, cutFrom, nextAfterNothing, windowOf } from './page-grid.ts'
import { type CachedReads, giphyBodies, type Keyed, type ReadBody } from './read-body.ts'
import { withoutCopies } from './without-copies.ts'

/** The request that a read is made for. */
export type ReadContext = {
  /** Scheme and host of our own, as links to us start. */
  publicUrl: string
  waitUntil: (promise: Promise<unknown>) => void
  /** Whether a request with our key may be made for it (T44). Called only for what no cache has. */
  mayLoad?: MayLoad
  noteTime?: NoteTime
  /** Who is signed in, where a read may show them what is hidden. Called only for an item that is not there for all. */
  viewer?: (() => Promise<SignedInActor | undefined>) | undefined
}

/** Where a result came from: the value of `x-cache`, and its age in seconds. `isPrivate`: it is for this viewer alone. */
type Source = Pick<CacheResult, 'state' | 'age'> & { isPrivate?: true }

/** The same, and for how many seconds the result is fresh. */
export type Fresh = Source & { freshFor: number }

/** A response as it is sent on: its bytes, which the isolate keeps encoded. */
export type ProviderResponse = Fresh & { bytes: Uint8Array }

/** The reads of the provider. Every failure is one of `shared/errors.ts`. */
export type Provider = {
  /** The response's own bytes, through the cache where the call is cached. `input` has passed the call's schema. */
  read(call: Call, input: Input, context: ReadContext): Promise<ProviderResponse>
  /** One GIF by its id, and whether it may be listed. @throws AppError 'not-found' or 'removed' */
  gif(id: string, context: ReadContext): Promise<{ gif: Gif; isListed: boolean; made: Made } & Source>
  /** A cached call's response as code reads it, parsed once per copy. `raw` is checked by the call's schema. */
  call<N extends ProviderCallName>(
    name: N,
    raw: Input,
    context: ReadContext,
  ): Promise<{ value: CallResponse<N> } & Fresh>
  /**
   * What a function makes of the copy that `read` gives: made once per copy and shared, so nobody may change it. `form`
   * names the function.
   */
  parsed<T>(
    call: Call,
    input: Input,
    context: ReadContext,
    form: string,
    parse: (body: string) => T,
  ): Promise<{ value: T; made: Made } & Fresh>
  /** Which of these ids, found by another service, are there for everybody. */
  openIds(ids: readonly string[], context: Pick<ReadContext, 'waitUntil'>): Promise<Set<string>>
  /**
   * §9 Forced refresh, for staff and owners: these items changed, or who may see them. From then on this isolate knows;
   * others do within 10 s. Never throws.
   */
  refresh(ids: readonly string[], context: ReadContext): Promise<void>
  /** §9 Forced refresh of a cached call, for staff: what it is made of is read anew, whatever is stored. Never throws. */
  renew(call: Call, input: Input, context: ReadContext): Promise<void>
  /** What the cache's layers have of each copy that a call is made of, by the copy's address. It fills none. */
  held(call: Call, input: Input, context: ReadContext): Promise<HeldCopy[]>
}

/**
 * Without `gone` an item's own flags alone count. `shape` is for a provider that does not speak GIPHY's. `place` tells its copies
 * from those of another one at the same address.
 */
type ProviderDeps = Keyed & {
  cache: LayeredCache
  gone?: GoneIds | undefined
  place?: string | undefined
  shape?: { name: string; load: () => ReadBody | Promise<ReadBody> } | undefined
}

type Input = Record<string, unknown>

/** The provider behind the cache (§7, §9). The embedded library is addressed by the page's own origin, which it links to. */
export function createProvider({ upstream, key, cache, gone, shape, place }: ProviderDeps): Provider {
  const gate = createGate(gone)
  const readGiphy = giphyBodies({ upstream, key })

  const baseFor = ({ publicUrl }: ReadContext) => (upstream.linksToUs ? publicUrl : upstream.base)

  const budgetOf = ({ mayLoad }: ReadContext) => (upstream.needsKey ? mayLoad : undefined)

  async function fetchText(call: Call, input: Input, context: ReadContext, options: FetchOptions = {}) {
    const { viewer, deadline } = options
    if (!viewer) gate.assertOpen(input)
    const readBody = shape ? await shape.load() : readGiphy
    const { text, body } = await readBody(call, input, {
      base: baseFor(context),
      deadline,
      noteTime: context.noteTime,
      actor: viewer,
      cached: options.cached ?? cachedReads(context),
    })
    const open = gate.ownFlags(call, body, call === providerCalls.gif, mayShowHidden(viewer))
    return cutItems(open === body ? text : JSON.stringify(open), open, call, input)
  }

  // Who knows an item's owner has decided. Of another provider's items no one here is the owner.
  const mayShowHidden = (viewer: SignedInActor | undefined) =>
    viewer !== undefined && (upstream.knowsOwners || ROLE_RANK[viewer.role] >= ROLE_RANK.moderator)

  async function readUncached(call: Call, input: Input, context: ReadContext) {
    const text = await withoutCopies({
      upstream,
      call,
      input,
      mayLoad: budgetOf(context),
      load: () => fetchText(call, input, context, { deadline: READ_MS }),
    })
    const left = gone?.size() ? JSON.stringify(gate.without(call, JSON.parse(text))) : text
    return { bytes: new TextEncoder().encode(left), state: 'miss' as const, age: 0, freshFor: 0 }
  }

  const optionsOf = (call: Call, context: ReadContext) => ({
    waitUntil: context.waitUntil,
    family: familyOf(call),
    mayLoad: budgetOf(context),
  })

  // The library's copies from before an item was restored are without it. A provider's have it: the gate took it out. Of
  // two shapes at one address each has ids of its own.
  const keyOf = (call: Call, input: Input, context: ReadContext) => {
    const since = upstream.leavesOutHidden ? gone?.generation() : shape?.name
    const words = [since, place].filter(Boolean).map((word) => `#${word}`)
    return cacheKey(baseFor(context) + words.join(''), prepareCall(call, input))
  }

  const { loadOf, cachedReads } = createLoads({ cache, keyOf, optionsOf, fetchText })

  const readCopy = (call: Call, input: Input, context: ReadContext) =>
    cache.read(keyOf(call, input, context), loadOf(call, input, context), optionsOf(call, context))

  async function readCached(call: Call, input: Input, context: ReadContext): Promise<CacheResult> {
    const found = await gate.during(context.waitUntil, async () => {
      gate.assertOpen(input)
      return readPages(call, input, context)
    })
    gate.assertOpen(input)
    return gate.pass(call, found)
  }

  /** An item that is not there for all, as the one who is signed in may see it. No cache has it. */
  async function orForViewer<T>(
    { id }: Input,
    context: ReadContext,
    read: () => Promise<T>,
    toResult: (text: string) => T,
  ): Promise<T> {
    try {
      return await read()
    } catch (error) {
      const isMissing = error instanceof AppError && error.kind === 'not-found'
      const viewer = isMissing ? await context.viewer?.() : undefined
      // T44: who could not be shown more uses no key.
      if (!viewer || !mayShowHidden(viewer)) throw error
      return toResult(await fetchText(providerCalls.gif, { id }, context, { viewer, deadline: READ_MS }))
    }
  }

  /** Items by their ids, with those that are hidden, where who is signed in may see them: no cache has these. */
  async function readNamed(input: Input, context: ReadContext): Promise<ProviderResponse> {
    const call = providerCalls.gifs
    const found = await readCached(call, input, context)
    const isShort = () => {
      const count = found.made.once('count', () => itemsOf(call, JSON.parse(found.body)).length)
      return count < new Set(String(input.ids).split(',')).size
    }
    const viewer = context.viewer && isShort() ? await context.viewer() : undefined
    if (!viewer || !mayShowHidden(viewer)) return responseOf(found)
    return forViewer(await fetchText(call, input, context, { viewer, deadline: READ_MS }))
  }

  /** Of the provider's lists fixed pages alone are read; the library, which costs no key, gives each window itself. */
  const partOf = (call: Call, input: Input) => {
    assertInList(call, input)
    return upstream.needsKey ? windowOf(call, input) : undefined
  }

  const pagesOf = (call: Call, input: Input): Input[] => partOf(call, input)?.pages ?? [input]

  async function readPages(
    call: Call,
    input: Input,
    context: ReadContext,
    skips = MAX_SKIPS,
  ): Promise<CacheResult> {
    const window = partOf(call, input)
    if (!window) return readCopy(call, input, context)
    const found = await Promise.all(window.pages.map((page) => readCopy(call, page, context)))
    const cut = cutFrom(found, window)
    // Only of another shape's list are items left out, with the word that it goes on.
    const offset = shape && skips > 0 ? nextAfterNothing(cut, window) : undefined
    return offset === undefined ? cut : readPages(call, { ...input, offset }, context, skips - 1)
  }

  return {
    async read(call, input, context) {
      if (call.cache === 'never')
        return gate.during(context.waitUntil, () => readUncached(call, input, context))
      const readAll = async () => responseOf(await readCached(call, input, context))
      if (call === providerCalls.gifs) return readNamed(input, context)
      if (call !== providerCalls.gif) return readAll()
      return orForViewer(input, context, readAll, forViewer)
    },

    async gif(id, context) {
      const readOne = async () => {
        const found = await readCached(providerCalls.gif, { id }, context)
        const { made, state, age } = found
        return { ...one(made.once('gif', () => toGif(found.body))), made, state, age }
      }
      return orForViewer({ id }, context, readOne, (text) => ({
        ...one(toGif(text)),
        made: createMade(() => {}),
        ...PRIVATE,
      }))
    },

    async call<N extends ProviderCallName>(name: N, raw: Input, context: ReadContext) {
      const call: Call = providerCalls[name]
      const found = await readCached(call, parseInput(call, raw), context)
      // The catalogue pairs a call with its response, which the compiler can't follow through a union.
      const parse = () => v.parse(call.response, JSON.parse(found.body)) as CallResponse<N>
      const { made, state, age, freshFor } = found
      return { value: made.once('response', parse), state, age, freshFor }
    },

    async parsed(call, input, context, form, parse) {
      const found = await readCached(call, input, context)
      const { made, state, age, freshFor } = found
      return { value: made.once(form, () => parse(found.body)), made, state, age, freshFor }
    },

    openIds: (ids, { waitUntil }) =>
      gate.during(waitUntil, async () => new Set(ids.filter((id) => gate.isOpen(id)))),

    async refresh(ids, context) {
      await gone?.sync()
      await renewAll(
        providerCalls.gif,
        ids.map((id) => ({ id })),
        context,
      )
    },

    async renew(call, input, context) {
      await gone?.sync()
      await renewAll(call, pagesOf(call, input), context)
    },

    held: (call, input, context) =>
      heldCopies(cache, call, pagesOf(call, input), (page) => keyOf(call, page, context)),
  }

  async function renewAll(call: Call, inputs: readonly Input[], context: ReadContext): Promise<void> {
    const options = { ...optionsOf(call, context), mayLoad: undefined, refresh: true }
    await Promise.allSettled(
      inputs.map((input) => cache.read(keyOf(call, input, context), loadOf(call, input, context), options)),
    )
  }

  function one(found: FoundGif) {
    if (!found.gif) throw noSuchGif()
    return { gif: found.gif, isListed: found.saysListed && gate.isListed(found.gif.id) }
  }
}

/** `viewer`: an uncached read for one who is signed in. `deadline` is in ms. */
type FetchOptions = { viewer?: SignedInActor; deadline?: number; cached?: CachedReads }

/** Pages of a list without any item that one read passes over. */
const MAX_SKIPS = 3

const PRIVATE = { state: 'miss', age: 0, isPrivate: true } as const

const responseOf = ({ bytes, state, age, freshFor }: CacheResult): ProviderResponse => ({
  bytes,
  state,
  age,
  freshFor,
})

const forViewer = (text: string): ProviderResponse => ({
  bytes: new TextEncoder().encode(text),
  freshFor: 0,
  ...PRIVATE,
})
