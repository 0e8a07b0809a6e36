import type { Context } from 'hono'
import type { Call } from '../../shared/calls/call.ts'
import { siteCalls } from '../../shared/calls/catalogue.ts'
import { ownPath } from '../../shared/calls/own-path.ts'
import { parseInput } from '../../shared/calls/parse-input.ts'
import type { RawPart } from '../../shared/client/call-request.ts'
import { AppError } from '../../shared/errors.ts'
import type { App } from '../app-types.ts'
import { originOf } from '../http/every-request.ts'
import { assertWithinLimit } from '../http/rate-limit.ts'
import { noteTime } from '../http/read-context.ts'
import { timed } from '../report/timed.ts'
import { assertVouched, needsVouching, rememberLogin } from './assert-vouched.ts'
import { callServices } from './call-services.ts'
import { type FoundCall, findCall } from './call-table.ts'
import { credentialsOf, type Shown, secretsOf, taggerOf } from './credentials-of.ts'
import { parsePairs } from './parse-pairs.ts'
import { type Passing, passOn } from './pass-on.ts'
import { type Bytes, bodyFields, readBody } from './read-fields.ts'
import { assertOwnOrigin, assertOwnWrite } from './same-origin.ts'
import { toResponse } from './to-response.ts'
import { notConfigured, type ProxiedName } from './upstreams.ts'

type C = Context<App>

/**
 * Answers a call of the site, the gateway or the imaging service: which one it is, its body within bounds, who makes it,
 * what it says; only then the upstream hears of it. Every refusal before that costs no upstream anything.
 */
export async function answerCall(c: C): Promise<Response> {
  const url = new URL(c.req.url)
  const found = findCall(c.req.method, c.req.path, url.searchParams)
  const { call } = found
  c.set('route', ownPath(call))
  const { config } = c.get('services')
  const isWrite = c.req.method !== 'GET' && c.req.method !== 'HEAD'
  const body = isWrite ? await readBody(c.req.raw, call) : undefined
  const shown: Shown = { ...credentialsOf(c.req.raw.headers) }
  assertOwn(c, call, isWrite, shown)
  if (isWrite && call.auth === 'none') await assertWithinLimit(c, 'PINGBACK_LIMIT', found.name)
  const input = parseInput(call, await fieldsOf(c, found, url, body))

  const upstream = callServices(config).upstreams[call.upstream as ProxiedName]
  if (!upstream.transport) throw notConfigured(call.upstream as ProxiedName)
  shown.tagger = taggerOf(call, config)
  if (needsVouching(call)) await assertVouched(c, shown)
  const raw = call.sends === 'raw' ? rawPart(c, url, body) : undefined
  const rawType = c.req.header('Content-Type') ?? ''
  const passing: Passing = {
    call,
    input,
    shown,
    ownOrigin: c.get('publicUrl'),
    ...(raw && { raw }),
    ...(RAW_TYPES.test(rawType) && { rawType }),
  }
  const note = (name: string, ms: number) => noteTime(c, name, ms)
  const answered = await timed(upstream.name, () => passOn(upstream, passing), note)
  if (call === siteCalls.loginCheck) await rememberLogin(c, shown, answered)
  return toResponse(c, call, answered, secretsOf(shown))
}

// A call without credentials carries nothing that another site could misuse; where it comes from counts all the same.
function assertOwn(c: C, { auth, upstream }: Call, isWrite: boolean, { csrf }: Shown): void {
  const { method, raw } = c.req
  const ownOrigins = [originOf(c.req.url), c.get('publicUrl')]
  const sender = { method, headers: raw.headers, ownOrigins, csrfCookie: csrf }
  if (isWrite) assertOwnWrite(sender, auth !== 'none')
  // A fetch or a cut costs the service work: no other site may have it done by a visitor.
  else if (upstream === 'imaging') assertOwnOrigin(sender)
}

async function fieldsOf(c: C, { call, params }: FoundCall, url: URL, body: Bytes | undefined) {
  if (call.sends === 'raw') return params
  const isQuery = call.sends === 'query' || call.method === 'GET'
  const fields = isQuery
    ? parsePairs(url.searchParams)
    : await bodyFields(body ?? new Uint8Array(), c.req.header('Content-Type') ?? '')
  return { ...fields, ...params }
}

const RAW_TYPES = /^(application\/json|application\/x-www-form-urlencoded|text\/plain)(;|$)/i
const QUERY_MAX = 2048

/** What a base's call is made of, since nothing of it is shown: method, query and body as they are. */
function rawPart(c: C, url: URL, body: Bytes | undefined): RawPart {
  if (url.search.length > QUERY_MAX) throw new AppError('invalid-input', 'The query is too long')
  const method = c.req.method === 'HEAD' ? 'GET' : c.req.method
  return { method, search: url.search, ...(body?.byteLength && { body }) }
}
