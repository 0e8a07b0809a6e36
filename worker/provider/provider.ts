import * as v from 'valibot'
import { type Call, prepareCall } from '../../shared/calls/call.ts'
import { parseInput } from '../../shared/calls/parse-input.ts'
import { type CallAnswer, type ProviderCallName, providerCalls } from '../../shared/calls/provider.ts'
import { fetchAnswer } from '../../shared/client/provider-client.ts'
import { AppError } from '../../shared/errors.ts'
import type { Transport } from '../../shared/net/transport.ts'
import type { Gif } from '../../shared/schema/gif.ts'
import { timed } from '../report/timed.ts'
import { cacheKey } from './cache/cache-key.ts'
import type { CacheRead } from './cache/cache-read.ts'
import type { LayeredCache } from './cache/layered-cache.ts'
import { newPingbackId } from './pingback-id.ts'

/** What a read needs to know of the request it is made for. */
export type ReadContext = {
  publicUrl: string
  waitUntil: (promise: Promise<unknown>) => void
  /** Hears how long an upstream took that was asked for this request, in ms. */
  noteTime?: (name: string, ms: number) => void
}

/** An answer as it goes out: its bytes, kept encoded in the isolate, and where they came from. */
export type ProviderResponse = Pick<CacheRead, 'state' | 'age' | 'freshFor'> & {
  bytes: Uint8Array
}

/** A parsed answer, and where it came from. */
export type CallResult<N extends ProviderCallName> = { value: CallAnswer<N> } & Pick<
  CacheRead,
  'state' | 'age'
>

/** What pages and the API ask of the provider. Every failure is one of `shared/errors.ts`. */
export type Provider = {
  /** The answer's own bytes, through the cache where the call is cached. `input` has passed the call's schema. */
  read(call: Call, input: Record<string, unknown>, context: ReadContext): Promise<ProviderResponse>
  /** One GIF by its id, and where the answer came from. */
  gif(id: string, context: ReadContext): Promise<{ gif: Gif } & Pick<CacheRead, 'state' | 'age'>>
  /** The answer of a cached call as code reads it, parsed once per copy. `raw` is checked by the call's schema. */
  call<N extends ProviderCallName>(
    name: N,
    raw: Record<string, unknown>,
    context: ReadContext,
  ): Promise<CallResult<N>>
  /** What a function makes of the same copy that `read` gives: made once per copy, so nobody may change it. */
  parsed<T>(
    call: Call,
    input: Record<string, unknown>,
    context: ReadContext,
    parse: (body: string) => T,
  ): Promise<{ value: T } & Pick<CacheRead, 'state' | 'age'>>
}

/** The provider's place: `base` is '' for the embedded library, which is found at the page's own address. */
export type ProviderPlace = { base: string; key: string; transport: Transport; cache: LayeredCache }

/** How long a page waits for an answer that is never cached, in ms; the cache has its own budget of the same length. */
const WAIT_MS = 2500

/** The provider behind the cache (§7, §9). */
export function createProvider({ base, key, transport, cache }: ProviderPlace): Provider {
  // Made by the first request: the runtime gives no random numbers before one.
  let pingbackId: string | undefined

  const fetchFrom = (root: string, call: Call, input: Record<string, unknown>, signal?: AbortSignal) => {
    pingbackId ??= newPingbackId()
    return fetchAnswer(transport, { base: root, key, pingbackId }, call, input, signal)
  }

  async function readAnew(
    root: string,
    call: Call,
    input: Record<string, unknown>,
    { noteTime }: ReadContext,
  ) {
    const signal = AbortSignal.timeout(WAIT_MS)
    const body = await timed('provider', () => fetchFrom(root, call, input, signal), noteTime)
    return { bytes: encode(body), state: 'miss' as const, age: 0, freshFor: 0 }
  }

  const readCached = (root: string, call: Call, input: Record<string, unknown>, context: ReadContext) => {
    const load = (signal: AbortSignal) =>
      timed('provider', () => fetchFrom(root, call, input, signal), context.noteTime)
    return cache.read(cacheKey(root, prepareCall(call, input)), load, { waitUntil: context.waitUntil })
  }

  return {
    async read(call, input, context) {
      const root = base || context.publicUrl
      if (call.cache === 'never') return readAnew(root, call, input, context)
      const found = await readCached(root, call, input, context)
      return { ...found, bytes: found.parsed(encode) }
    },

    async gif(id, context) {
      const found = await readCached(base || context.publicUrl, providerCalls.gif, { id }, context)
      const gif = found.parsed(toGif)
      if (!gif) throw new AppError('not-found', 'There is no such GIF')
      return { gif, state: found.state, age: found.age }
    },

    async call<N extends ProviderCallName>(name: N, raw: Record<string, unknown>, context: ReadContext) {
      const call: Call = providerCalls[name]
      const found = await readCached(base || context.publicUrl, call, parseInput(call, raw), context)
      // The catalogue pairs a call with its answer, which the compiler can't follow through a union.
      const value = found.parsed(PARSERS[name]) as CallAnswer<N>
      return { value, state: found.state, age: found.age }
    },

    async parsed(call, input, context, parse) {
      const found = await readCached(base || context.publicUrl, call, input, context)
      return { value: found.parsed(parse), state: found.state, age: found.age }
    },
  }
}

const encoder = new TextEncoder()
const encode = (body: string) => encoder.encode(body)

// A provider that answers an id with an empty list, or with something that has no id, does not have it.
function toGif(body: string): Gif | undefined {
  return v.parse(providerCalls.gif.answer, JSON.parse(body)).data
}

// One function per call for good: a copy keeps what a function made of it.
const PARSERS = Object.fromEntries(
  Object.entries(providerCalls).map(([name, call]) => [
    name,
    (body: string): unknown => v.parse(call.answer, JSON.parse(body)),
  ]),
) as Record<ProviderCallName, (body: string) => unknown>
