import type { Call } from '../../shared/calls/call.ts'
import { callRequest, type RawPart } from '../../shared/client/call-request.ts'
import { type Credentials, upstreamHeaders } from '../../shared/client/credentials.ts'
import { type Answered, askUpstream } from './ask-upstream.ts'
import type { ProxiedUpstream } from './upstreams.ts'

/** A call that has passed every check, ready for its upstream. */
export type Passing = {
  call: Call
  input: Record<string, unknown>
  shown: Credentials
  /** Scheme and host of ours that the upstream may know. */
  ownOrigin: string
  raw?: RawPart
  rawType?: string
}

/** Makes the upstream's request from the catalogue's entry: of the visitor's request nothing is copied. */
export async function passOn(
  upstream: ProxiedUpstream,
  { call, input, shown, ownOrigin, raw, rawType }: Passing,
): Promise<Answered> {
  const headers = upstreamHeaders(call, shown, ownOrigin)
  if (raw?.body && rawType) headers['Content-Type'] = rawType
  const make = (signal: AbortSignal) => {
    const request = callRequest(call, input, { base: upstream.base, headers, signal }, raw)
    assertWithin(request.url, upstream.base)
    return request
  }
  const isRead = call.method === 'GET' || (call.method === 'ANY' && raw?.method === 'GET')
  return askUpstream(upstream, make, isRead)
}

/** T17: whatever an input holds, the request stays at its upstream and below its base. */
function assertWithin(url: string, base: string): void {
  const at = new URL(url)
  const root = new URL(base)
  const prefix = root.pathname.replace(/\/$/, '')
  if (at.origin !== root.origin || !at.pathname.startsWith(`${prefix}/`)) {
    throw new Error('A call would leave its upstream')
  }
}
