import * as v from 'valibot'
import { type Call, prepareCall } from '../../shared/calls/call.ts'
import { parseInput } from '../../shared/calls/parse-input.ts'
import { type CallResponse, type ProviderCallName, providerCalls } from '../../shared/calls/provider.ts'
import { checkedBody, providerRequest } from '../../shared/client/provider-client.ts'
import { AppError } from '../../shared/errors.ts'
import { PINGBACK_ID_LENGTH } from '../../shared/limits.ts'
import { hex } from '../../shared/net/hex.ts'
import type { Gif } from '../../shared/schema/gif.ts'
import { familyOf } from '../upstreams/breaker.ts'
import { publicMessage } from '../upstreams/public-text.ts'
import { type NoteTime, send, textOf } from '../upstreams/send.ts'
import type { Upstream } from '../upstreams/upstreams.ts'
import { cacheKey } from './cache/cache-key.ts'
import type { CacheResult } from './cache/cache-result.ts'
import { READ_MS } from './cache/flights.ts'
import type { LayeredCache } from './cache/layered-cache.ts'
import { cutItems } from './cut-items.ts'

/** The request that a read is made for. */
export type ReadContext = {
  /** Scheme and host of our own, as links to us start. */
  publicUrl: string
  waitUntil: (promise: Promise<unknown>) => void
  noteTime?: NoteTime
}

/** Where a result came from: the value of `x-cache`, and its age in seconds. */
type Source = Pick<CacheResult, 'state' | 'age'>

/** A response as it is sent on: its bytes, which the isolate keeps encoded, and for how many seconds they are fresh. */
type ProviderResponse = Source & { bytes: Uint8Array; freshFor: number }

/** The reads of the provider. Every failure is one of `shared/errors.ts`. */
export type Provider = {
  /** The response's own bytes, through the cache where the call is cached. `input` has passed the call's schema. */
  read(call: Call, input: Input, context: ReadContext): Promise<ProviderResponse>
  /** One GIF by its id. @throws AppError 'not-found' */
  gif(id: string, context: ReadContext): Promise<{ gif: Gif } & Source>
  /** A cached call's response as code reads it, parsed once per copy. `raw` is checked by the call's schema. */
  call<N extends ProviderCallName>(
    name: N,
    raw: Input,
    context: ReadContext,
  ): Promise<{ value: CallResponse<N> } & Source>
  /** What a function makes of the copy that `read` gives: made once per copy and shared, so nobody may change it. */
  parsed<T>(
    call: Call,
    input: Input,
    context: ReadContext,
    parse: (body: string) => T,
  ): Promise<{ value: T } & Source>
}

/** `key` is ours at the provider; '' sends none. */
type ProviderDeps = { upstream: Upstream; key: string; cache: LayeredCache }

type Input = Record<string, unknown>

/** The provider behind the cache (§7, §9). The embedded library is addressed by the page's own origin, which it links to. */
export function createProvider({ upstream, key, cache }: ProviderDeps): Provider {
  // §9: random, of 16 characters. Made by the first request: the runtime gives no random numbers before one.
  let pingbackId: string | undefined

  const baseFor = ({ publicUrl }: ReadContext) => (upstream.isEmbedded ? publicUrl : upstream.base)

  const messageOf = (text: string, status: number) =>
    publicMessage({ upstream: 'provider', status, text }, [key])

  async function fetchText(call: Call, input: Input, context: ReadContext, deadline?: number) {
    pingbackId ??= hex(crypto.getRandomValues(new Uint8Array(PINGBACK_ID_LENGTH / 2)))
    const address = { base: baseFor(context), key, pingbackId }
    const make = (signal: AbortSignal) => providerRequest(address, call, input, signal)
    const response = await send(upstream, make, { deadline, noteTime: context.noteTime })
    const { pathname } = new URL(address.base + prepareCall(call, input).path)
    const text = textOf(response)
    return cutItems(text, checkedBody(response, text, pathname, messageOf), call, input)
  }

  async function readUncached(call: Call, input: Input, context: ReadContext) {
    const text = await fetchText(call, input, context, READ_MS)
    return { bytes: encode(text), state: 'miss' as const, age: 0, freshFor: 0 }
  }

  const readCached = (call: Call, input: Input, context: ReadContext) => {
    const name = cacheKey(baseFor(context), prepareCall(call, input))
    const options = { waitUntil: context.waitUntil, family: familyOf(call) }
    return cache.read(name, () => fetchText(call, input, context), options)
  }

  return {
    async read(call, input, context) {
      if (call.cache === 'never') return readUncached(call, input, context)
      const found = await readCached(call, input, context)
      return { ...found, bytes: found.parsed(encode) }
    },

    async gif(id, context) {
      const found = await readCached(providerCalls.gif, { id }, context)
      const gif = found.parsed(toGif)
      if (!gif) throw new AppError('not-found', 'There is no such GIF')
      return { gif, state: found.state, age: found.age }
    },

    async call<N extends ProviderCallName>(name: N, raw: Input, context: ReadContext) {
      const call: Call = providerCalls[name]
      const found = await readCached(call, parseInput(call, raw), context)
      // The catalogue pairs a call with its response, which the compiler can't follow through a union.
      const value = found.parsed(PARSERS[name]) as CallResponse<N>
      return { value, state: found.state, age: found.age }
    },

    async parsed(call, input, context, parse) {
      const found = await readCached(call, input, context)
      return { value: found.parsed(parse), state: found.state, age: found.age }
    },
  }
}

const encoder = new TextEncoder()
const encode = (body: string) => encoder.encode(body)

// A provider that responds to an id with an empty list, or with something that has no id, does not have it.
function toGif(body: string): Gif | undefined {
  return v.parse(providerCalls.gif.response, JSON.parse(body)).data
}

// Made once: a copy keeps its parsed form under the function that made it.
const PARSERS = Object.fromEntries(
  Object.entries(providerCalls).map(([name, call]) => [
    name,
    (body: string): unknown => v.parse(call.response, JSON.parse(body)),
  ]),
) as Record<ProviderCallName, (body: string) => unknown>
