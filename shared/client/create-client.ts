import type * as v from 'valibot'
import { type ArrayFormat, type Call, ownPath, parseInput } from '../calls/call.ts'
import { InputError } from '../errors.ts'
import { networkFailure, type Transport } from '../net/transport.ts'
import { type Credentials, callRequest, ownHostHeaders, type RawPart, upstreamHeaders } from './request.ts'
import { checkedBody, readResponse, responseText } from './response.ts'

export type ClientOptions = {
  /** Scheme and host, without a slash. */
  base: string
  /** A page calls its own host; the Worker calls an upstream and names the own origin. */
  at?: 'own-host' | { upstreamFrom: string }
  /** Called for each request: a token may change during a page's life. */
  credentials?: () => Credentials
  arrays?: ArrayFormat
  log?: (...args: unknown[]) => void
}

export type CallOptions = { signal?: AbortSignal; arrays?: ArrayFormat } & RawPart

type Fields = Record<string, unknown>
type InputOf<C extends Call> = v.InferInput<C['input']>
// The argument is optional if every field is.
type Arguments<C extends Call> =
  Record<never, never> extends InputOf<C>
    ? [input?: InputOf<C>, options?: CallOptions]
    : [input: InputOf<C>, options?: CallOptions]

/** One function per call. It returns `undefined` for 202, 204 and invalid input that is only logged (§5, §8). */
export type Client<Calls extends Record<string, Call>> = {
  readonly [N in keyof Calls]: (
    ...args: Arguments<Calls[N]>
  ) => Promise<v.InferOutput<Calls[N]['response']> | undefined>
}

/** §7 Makes a typed client from entries of the catalogue. */
export function createClient<Calls extends Record<string, Call>>(
  calls: Calls,
  transport: Transport,
  options: ClientOptions,
): Client<Calls> {
  const bind = (call: Call) => (input?: Fields, more?: CallOptions) =>
    makeCall(call, transport, options, input ?? {}, more ?? {})
  const client = Object.fromEntries(Object.entries(calls).map(([name, call]) => [name, bind(call)]))
  // Each function has the types of its entry, which the compiler cannot infer through a loop.
  return client as unknown as Client<Calls>
}

async function makeCall(
  call: Call,
  transport: Transport,
  options: ClientOptions,
  raw: Fields,
  { signal, arrays, ...part }: CallOptions,
): Promise<unknown> {
  const input = checked(call, raw, options.log ?? console.error)
  if (!input) return undefined
  const { base, at = 'own-host', credentials } = options
  const current = credentials?.() ?? {}
  const isOwn = at === 'own-host'
  const request = callRequest(
    call,
    input,
    {
      base,
      path: isOwn ? ownPath(call) : call.path,
      headers: isOwn ? ownHostHeaders(call, current) : upstreamHeaders(call, current, at.upstreamFrom),
      arrays: arrays ?? options.arrays,
      signal,
    },
    part,
  )
  const response = await transport(request).catch((cause) => {
    throw networkFailure(cause)
  })
  const { pathname } = new URL(request.url)
  if (call.upstream !== 'provider') return readResponse(call, response, pathname)
  const text = await responseText(response)
  // Our own host has cleaned what it says.
  checkedBody(response, text, pathname, (said) => said)
  return readResponse(call, new Response(text), pathname)
}

/** Validates input. §5: some calls only log invalid input and send no request; then it returns `undefined`. */
function checked(call: Call, raw: Fields, log: (...args: unknown[]) => void): Fields | undefined {
  try {
    return parseInput(call, raw)
  } catch (error) {
    if (call.onBadInput === 'throw' || !(error instanceof InputError)) throw error
    log(error)
    return undefined
  }
}
