import type { Context } from 'hono'
import * as v from 'valibot'
import type { Call } from '../../shared/calls/call.ts'
import { siteKind } from '../../shared/client/response.ts'
import { serverMessage, UpstreamError } from '../../shared/errors.ts'
import { retryAfterOf } from '../../shared/net/headers.ts'
import { jsonOrNothing, parseJson } from '../../shared/net/parse-json.ts'
import type { Bytes } from '../../shared/server/body/read-request-body.ts'
import type { App } from '../app-types.ts'
import { ownSetCookie } from '../http/credentials.ts'
import { reply } from '../http/reply.ts'
import { publicMessage, publicText } from '../upstreams/public-text.ts'
import { textOf, type UpstreamResponse } from '../upstreams/send.ts'

type C = Context<App>

/** Our response to a call: the upstream's status and body, its two cookies if it is the site, and no other header. */
export function toResponse(c: C, call: Call, upstream: UpstreamResponse, secrets: string[]): Response {
  const { status, headers, bytes } = upstream
  if (!upstream.ok) throw new Refusal(call, upstream, secrets)
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

/** The cookies of the site's response as we pass them on. */
export const ownCookies = (c: C, headers: Headers): string[] =>
  headers.getSetCookie().flatMap((line) => ownSetCookie(line, c.get('publicUrl')) ?? [])

const TYPES: Record<Call['responseType'], string> = {
  json: 'application/json; charset=utf-8',
  text: 'text/csv; charset=utf-8',
  none: 'application/json; charset=utf-8',
}

const mayBeEmpty = ({ response }: Call) => v.safeParse(response, undefined).success

/** @throws JsonParseError for a page where JSON should be: passed on as it is, it would run as ours. */
function checkedBody(c: C, call: Call, upstream: UpstreamResponse): Bytes {
  if (call.responseType !== 'text') parseJson(textOf(upstream), c.req.path, upstream.status)
  return upstream.bytes
}

const MAX_FIELDS = 20

/** An upstream's bad status, with its own message where it has one, and per field what was wrong (`detail`). */
export class Refusal extends UpstreamError {
  override readonly name = 'Refusal'
  readonly detail: Readonly<Record<string, string>> | undefined

  constructor(call: Pick<Call, 'upstream'>, response: UpstreamResponse, secrets: string[]) {
    const { status, statusText, headers } = response
    const body = jsonOrNothing(textOf(response))
    const clean = (text: string) => publicText(text, secrets)
    const answered = { upstream: call.upstream, status, text: serverMessage(body) }
    const message = publicMessage(answered, secrets)
    super(message || `The ${call.upstream} service answered ${status}`, {
      status,
      statusText,
      retryAfter: retryAfterOf(headers),
      kind: siteKind(status),
    })
    this.detail = this.kind === 'invalid-input' ? detailOf(body, clean) : undefined
  }
}

// Fields with a text or a list of texts, at the top, or under `detail` or `errors`.
function detailOf(body: unknown, clean: (text: string) => string): Record<string, string> | undefined {
  if (typeof body !== 'object' || body === null) return undefined
  const { error, errors, detail } = body as Record<string, unknown>
  const fields = [errors, detail, error, body].find((each) => typeof each === 'object' && each !== null)
  const texts = Object.entries(fields as object)
    .map(([name, value]): [string, unknown] => [name, Array.isArray(value) ? value[0] : value])
    .filter((entry): entry is [string, string] => /^\w{1,64}$/.test(entry[0]) && typeof entry[1] === 'string')
    .slice(0, MAX_FIELDS)
  return texts.length > 0 ? Object.fromEntries(texts.map(([name, text]) => [name, clean(text)])) : undefined
}
