import type { Call } from '../../shared/calls/call.ts'
import { type Credentials, callRequest, type RawPart, upstreamHeaders } from '../../shared/client/request.ts'
import { familyOf } from '../upstreams/breaker.ts'
import type { Actor } from '../upstreams/origin.ts'
import { type NoteTime, send, type UpstreamResponse } from '../upstreams/send.ts'
import type { Upstream } from '../upstreams/upstreams.ts'

/** A call that has passed every check. */
type CheckedCall = {
  call: Call
  input: Record<string, unknown>
  credentials: Credentials
  /** Who makes it, where that has been checked. */
  actor?: Actor | undefined
  /** The browser's name of itself, for the embedded site: people tell their sessions apart by it. */
  agent?: string | undefined
  /** The languages that it prefers (`Accept-Language`), likewise: mails are in one of them. */
  preferred?: string | undefined
  /** The network that it comes from (`networkOf`), for the embedded site: a report counts once for each. */
  network?: string | undefined
  /** Scheme and host of ours that the upstream may know. */
  ownOrigin: string
  raw?: RawPart
  rawType?: string
}

/** Sends a call to its upstream, as a request made from the catalogue's entry: nothing of the visitor's is copied. */
export function forwardCall(
  upstream: Upstream,
  { call, input, credentials, actor, agent, preferred, network, ownOrigin, raw, rawType }: CheckedCall,
  noteTime?: NoteTime,
): Promise<UpstreamResponse> {
  // The embedded site writes addresses of our own host, and opens and ends the sessions of its cookies.
  const base = upstream.linksToUs ? ownOrigin : upstream.base
  const headers = upstreamHeaders(call, credentials, ownOrigin)
  if (!upstream.namesItsCaller) Object.assign(headers, browserHeaders(credentials, agent, preferred, network))
  if (raw?.body && rawType) headers['Content-Type'] = rawType
  const { file, fields, entry } = upstream.takesFiles
    ? besideFile(call, input)
    : { fields: input, entry: call }
  const make = (signal: AbortSignal) => {
    const request = callRequest(entry, fields, { base, headers, signal }, raw)
    assertBelow(base, request.url)
    return request
  }
  const request = JSON.stringify([input, raw?.method, raw?.search, credentials.cookie])
  const breakerCall = { family: familyOf(call), request }
  const streams = call.responseType === 'text'
  return send(upstream, make, { noteTime, breakerCall, streams, file, ...(actor && { actor }) })
}

/** A form without its file, whose texts are then sent as any form's. */
function besideFile(call: Call, input: Record<string, unknown>) {
  const entries = Object.entries(input)
  const file = entries.map(([, value]) => value).find((value) => value instanceof File)
  const fields = Object.fromEntries(entries.filter(([, value]) => value !== file))
  return {
    file,
    fields,
    entry: call.encoding === 'multipart' ? { ...call, encoding: 'form' as const } : call,
  }
}

const browserHeaders = (
  { cookie }: Credentials,
  agent = '',
  preferred = '',
  network = '',
): Record<string, string> => ({
  ...(cookie && { Cookie: cookie }),
  ...(agent && { 'User-Agent': agent }),
  ...(preferred && { 'Accept-Language': preferred }),
  ...(network && { 'Visitor-Network': network }),
})

/** T17: whatever an input holds, the request stays at its upstream and below its base. */
function assertBelow(base: string, url: string): void {
  const at = new URL(url)
  const root = new URL(base)
  const prefix = root.pathname.replace(/\/$/, '')
  if (at.origin !== root.origin || !at.pathname.startsWith(`${prefix}/`)) {
    throw new Error('A call would leave its upstream')
  }
}
