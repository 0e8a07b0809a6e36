import type { Call } from '../../shared/calls/call.ts'
import { type Credentials, callRequest, type RawPart, upstreamHeaders } from '../../shared/client/request.ts'
import { formWithFile } from '../../shared/server/body/received-file.ts'
import type { Actor } from '../../shared/server/origin.ts'
import { familyOf } from '../upstreams/breaker.ts'
import { type NoteTime, send, type UpstreamResponse } from '../upstreams/send.ts'
import type { Upstream } from '../upstreams/upstreams.ts'

/** A call's checked fields, and the parts of a body that is forwarded as it is. */
export type ForwardedInput = { input: Record<string, unknown>; raw?: RawPart; rawType?: string }

/** A call that has passed every check. */
type CheckedCall = ForwardedInput & {
  call: Call
  credentials: Credentials
  /** Who makes it, where that has been checked. */
  actor?: Actor | undefined
  /** For an upstream that does not find out its callers. */
  browser?: Browser
  /** Our scheme and host, which the upstream may know. */
  ownOrigin: string
}

/** What a browser says of itself. */
export type Browser = {
  /** Its name of itself: people tell their sessions apart by it. */
  agent: string | undefined
  /** The languages that it prefers (`Accept-Language`): mails are in one of them. */
  preferred: string | undefined
  /** The network that it comes from (`networkOf`): a report counts once for each. */
  network: string
  /** The cookie of a browser that someone has signed in with before (T59). */
  known: string | undefined
  /** The cookie of a sign-in that was begun in it (T72). */
  begun: string | undefined
}

const READS = new Set(['GET', 'HEAD'])

/** Sends a call to its upstream, as a request made from the catalogue's entry: nothing of the visitor's is copied. */
export async function forwardCall(
  upstream: Upstream,
  checked: CheckedCall,
  noteTime?: NoteTime,
): Promise<UpstreamResponse> {
  const { call, input, credentials, actor, ownOrigin } = checked
  // The embedded site writes addresses of our own host, and opens and ends the sessions of its cookies.
  const base = upstream.linksToUs ? ownOrigin : upstream.base
  const { file, fields, entry, raw, type } = await bodyOf(upstream, checked)
  const headers = {
    ...upstreamHeaders(call, credentials, ownOrigin),
    ...(!upstream.namesItsCaller && browserHeaders(credentials, checked.browser)),
    ...(type && { 'Content-Type': type }),
  }
  const make = (signal: AbortSignal) => {
    const request = callRequest(entry, fields, { base, headers, signal }, raw)
    assertBelow(base, request.url)
    return request
  }
  const request = JSON.stringify([input, raw?.method, raw?.search, credentials.cookie])
  const breakerCall = { family: familyOf(call), request }
  const streams = call.responseType === 'text'
  const isRead = READS.has(raw?.method ?? call.method)
  return send(upstream, make, { noteTime, breakerCall, isRead, streams, file, ...(actor && { actor }) })
}

/** What the request's body is made of; the file of a form goes apart where the upstream takes it so. */
async function bodyOf({ takesFiles }: Upstream, { call, input, raw, rawType }: CheckedCall) {
  if (takesFiles) return { ...apartFromFile(call, input), raw, type: raw?.body && rawType }
  const form = await formWithFile(input)
  const type = form.rawType ?? rawType
  const body = form.raw ?? raw
  return { file: undefined, fields: input, entry: call, raw: body, type: body?.body && type }
}

/** A form without its file, whose texts are then sent as any form's. */
function apartFromFile(call: Call, input: Record<string, unknown>) {
  const entries = Object.entries(input)
  const file = entries.map(([, value]) => value).find((value) => value instanceof File)
  const fields = Object.fromEntries(entries.filter(([, value]) => value !== file))
  return {
    file,
    fields,
    entry: call.encoding === 'multipart' ? { ...call, encoding: 'form' as const } : call,
  }
}

const browserHeaders = ({ cookie }: Credentials, browser?: Browser): Record<string, string> => ({
  ...(cookie && { Cookie: cookie }),
  ...(browser?.agent && { 'User-Agent': browser.agent }),
  ...(browser?.preferred && { 'Accept-Language': browser.preferred }),
  ...(browser?.known && { 'Known-Browser': browser.known }),
  ...(browser?.begun && { 'Begun-Sign-In': browser.begun }),
  ...(browser?.network && { 'Visitor-Network': browser.network }),
})

/** T17: for any input, the request stays at its upstream and below its base. */
function assertBelow(base: string, url: string): void {
  const at = new URL(url)
  const root = new URL(base)
  const prefix = root.pathname.replace(/\/$/, '')
  if (at.origin !== root.origin || !at.pathname.startsWith(`${prefix}/`)) {
    throw new Error('A call would leave its upstream')
  }
}
