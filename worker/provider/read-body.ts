import { type Call, prepareCall } from '../../shared/calls/call.ts'
import { checkedBody, providerRequest } from '../../shared/client/response.ts'
import { PINGBACK_ID_LENGTH } from '../../shared/limits.ts'
import { hex } from '../../shared/net/bytes.ts'
import type { SignedInActor } from '../upstreams/origin.ts'
import { publicMessage } from '../upstreams/public-text.ts'
import { type NoteTime, send, textOf } from '../upstreams/send.ts'
import type { Upstream } from '../upstreams/upstreams.ts'

type Input = Record<string, unknown>

/** Reads of other calls that a response may be made of, through the cache: their bodies, in GIPHY's shape. */
export type CachedReads = {
  /** @throws AppError as any read, and 'invalid-input' where too many reads wait for one another. */
  read(call: Call, input: Input): Promise<unknown>
  /** The newest body that any layer holds, however old; undefined where none does. */
  held(call: Call, input: Input): Promise<unknown>
}

/** How a body is read. `deadline` is in ms; `base` is what paths are appended to. */
export type Way = {
  base: string
  deadline?: number | undefined
  noteTime?: NoteTime | undefined
  actor?: SignedInActor | undefined
  cached: CachedReads
}

/** Reads a call's body in GIPHY's shape, and its text. @throws AppError: each failure of `shared/errors.ts` */
export type ReadBody = (call: Call, input: Input, way: Way) => Promise<{ text: string; body: object }>

/** An upstream that may be asked with a key of ours; '' sends none. */
export type Keyed = { upstream: Upstream; key: string }

/** Reads a provider that speaks GIPHY's shape itself. */
export function giphyBodies({ upstream, key }: Keyed): ReadBody {
  // §9: random, of 16 characters. Made by the first request: the runtime gives no random numbers before one.
  let pingbackId: string | undefined
  const messageOf = (text: string, status: number) =>
    publicMessage({ upstream: 'provider', status, text }, [key])

  return async function readGiphy(call, input, { base, cached: _, ...options }) {
    pingbackId ??= hex(crypto.getRandomValues(new Uint8Array(PINGBACK_ID_LENGTH / 2)))
    const address = { base, key, pingbackId }
    const make = (signal: AbortSignal) => providerRequest(address, call, input, signal)
    const { actor, ...times } = options
    const response = await send(upstream, make, { ...times, ...(actor && { actor }) })
    const text = textOf(response)
    const { pathname } = new URL(base + prepareCall(call, input).path)
    return { text, body: checkedBody(response, text, pathname, messageOf) }
  }
}
