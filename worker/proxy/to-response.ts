import * as v from 'valibot'
import type { Call } from '../../shared/calls/call.ts'
import { parseJson } from '../../shared/net/parse-json.ts'
import type { Bytes } from '../../shared/server/body/read-request-body.ts'
import { type AppContext, reply } from '../http/context.ts'
import { ownSetCookie, setsOurs } from '../http/credentials.ts'
import { textOf, type UpstreamResponse } from '../upstreams/send.ts'

/** Our response to a good one: its status and body, the two cookies if it is the site's, and no other header. */
export function toResponse(c: AppContext, call: Call, upstream: UpstreamResponse): Response {
  const { status, headers, bytes } = upstream
  const isEmpty =
    status === 202 || status === 204 || (bytes.byteLength === 0 && !upstream.stream && mayBeEmpty(call))
  const response = isEmpty
    ? reply(c, null, status === 202 ? 202 : 204)
    : reply(c, upstream.stream ?? checkedBody(c, call, upstream), status, {
        'Content-Type': TYPES[call.responseType],
        ...(call.cache === 'minute' && KEPT),
      })
  // What caches keep is for no one alone.
  if (call.upstream === 'site' && call.cache === 'never') {
    for (const cookie of ownCookies(c, headers)) response.headers.append('Set-Cookie', cookie)
  }
  return response
}

/** The response of a call without credentials is the same for all. */
const KEPT = { 'Cache-Control': 'public, max-age=60', Vary: 'Accept-Encoding' } as const

/** The cookies of the site's response as we pass them on. One elsewhere has three (T15). */
export function ownCookies(c: AppContext, headers: Headers): string[] {
  const isOurs = c.get('services').identify !== undefined
  return headers
    .getSetCookie()
    .filter((line) => isOurs || !setsOurs(line))
    .flatMap((line) => ownSetCookie(line, c.get('publicUrl')) ?? [])
}

const TYPES: Record<Call['responseType'], string> = {
  json: 'application/json; charset=utf-8',
  text: 'text/csv; charset=utf-8',
  none: 'application/json; charset=utf-8',
}

const mayBeEmpty = ({ response }: Call) => v.safeParse(response, undefined).success

/** @throws JsonParseError for a page where JSON should be: passed on as it is, it would run as ours. */
function checkedBody(c: AppContext, call: Call, upstream: UpstreamResponse): Bytes {
  if (call.responseType !== 'text') parseJson(textOf(upstream), c.req.path, upstream.status)
  return upstream.bytes
}
