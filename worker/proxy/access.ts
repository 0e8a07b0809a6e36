import { type Call, parseInput } from '../../shared/calls/call.ts'
import { ownSiteCalls, siteCalls } from '../../shared/calls/catalogue.ts'
import type { Credentials } from '../../shared/client/request.ts'
import { AppError, InputError } from '../../shared/errors.ts'
import { parsePairs } from '../../shared/server/body/parse-pairs.ts'
import type { FoundCall } from '../../shared/server/call-table.ts'
import type { SignedInActor } from '../../shared/server/origin.ts'
import type { Config } from '../env.ts'
import { isAdminHost, isStaffs } from '../http/admin-host.ts'
import { type AppContext, requestOrigin } from '../http/context.ts'
import { type RequestCredentials, readCredentials } from '../http/credentials.ts'
import { addressOf, assertKeyWithinLimit, assertWithinLimit, networkOf } from '../http/rate-limit.ts'
import { assertConfigured } from '../upstreams/send.ts'
import { type Plan, planOf } from './access-plan.ts'
import { type Caller, identifyCaller, isOwnToken } from './callers.ts'

type Fields = Record<string, unknown>

/** What a request says before its body is read. */
export type CallRequest = {
  isWrite: boolean
  credentials: RequestCredentials
  /** Of the call on our own host, whose fields it may have; undefined for the call of a page. */
  address?: URL
}

/** A call that may be made, and who makes it. */
export type Admitted = Caller & {
  /** The `csrftoken` of the caller's session. */
  csrf: string | undefined
  /** The input of a call whose fields are in its address. */
  input: Fields | undefined
}

/**
 * Decides whether a call may be made, by its plan. The order is a promise (T18): whether the call and its service are here,
 * where the request comes from, who makes it and how often. Nothing of the body is read, and what is refused costs the
 * upstream nothing, but for the site's word on who the caller is.
 * @throws AppError for the first thing that is wrong
 */
export async function admit(c: AppContext, found: FoundCall, request: CallRequest): Promise<Admitted> {
  const { call } = found
  const { isWrite, credentials, address } = request
  const { upstreams, config } = c.get('services')
  const upstream = upstreams[call.upstream]
  const plan = planFor(c, call, request)
  const isElsewhere = isStaffs(call) && !isAdminHost(c)
  if (isElsewhere || (Object.hasOwn(ownSiteCalls, found.name) && !upstream.hasOwnCalls)) {
    throw new AppError('not-found', 'There is no such call')
  }
  if (isWrite) assertConfigured(upstream)
  assertFrom(plan.origin, senderOf(c, credentials))
  const input = address && addressInput(found, address, config)
  // Bad input of a read is a 400 even without a service.
  assertConfigured(upstream)
  const tagger = plan.adds.keys ? taggerKeys(config) : undefined
  const caller = await identifyCaller(c, found, plan, credentials)
  const actor = caller?.actor
  // What a call costs: a stranger's write counts by network, a cut, which costs us work and a file, by account.
  if (plan.limits.network || found.name === OPEN_WRITE)
    await assertWithinLimit(c, 'PINGBACK_LIMIT', found.name)
  if (plan.limits.account && actor) await assertKeyWithinLimit(c, 'UPLOAD_LIMIT', actor.id)
  // T41: our keys never leave without the id of who uses them.
  const added = actor && plan.adds.user ? { tagger, user: actor.id } : {}
  return {
    plan,
    credentials: { ...credentials, ...added },
    actor,
    csrf: caller?.csrf,
    input,
    browser: {
      agent: c.req.header('User-Agent'),
      preferred: c.req.header('Accept-Language'),
      network: networkOf(addressOf(c)),
      known: credentials.known,
      begun: credentials.begun,
    },
  }
}

function planFor(c: AppContext, call: Call, { isWrite, credentials, address }: CallRequest): Plan {
  const { identify, upstreams } = c.get('services')
  const { namesItsCaller } = upstreams[call.upstream]
  const { token, session } = credentials
  return planOf(
    call,
    { namesItsCaller, arePeopleHere: identify !== undefined },
    { isWrite, hasToken: token !== undefined, hasSession: session !== undefined, isPage: !address },
  )
}

/** The parts of a request that say where it comes from. */
type Sender = {
  method: string
  headers: Headers
  ownOrigins: readonly string[]
  csrfCookie: string | undefined
}

/** Where a request comes from. */
export const senderOf = (c: AppContext, { csrf }: Pick<RequestCredentials, 'csrf'>): Sender => ({
  method: c.req.method,
  headers: c.req.raw.headers,
  ownOrigins: [requestOrigin(c.req.url), c.get('publicUrl')],
  csrfCookie: csrf,
})

/** Our own keys for the scheduler's calls. @throws AppError 'unavailable' where they are not configured. */
function taggerKeys({ TAGGER_KEY, TAGGER_TOKEN }: Config): Credentials['tagger'] {
  if (TAGGER_KEY && TAGGER_TOKEN) return { key: TAGGER_KEY, accessToken: TAGGER_TOKEN }
  throw new AppError('unavailable', 'The scheduler is not configured: TAGGER_KEY or TAGGER_TOKEN is missing')
}

/** A page's credentials: the session alone. @param password the header of §6, for the calls that take one. */
export const pageCredentials = (c: AppContext, password?: string): RequestCredentials => ({
  ...readCredentials(c.req.raw.headers, c.get('publicUrl')),
  token: undefined,
  password,
})

/** A session's call that visitors make too. */
const OPEN_WRITE = 'gifAnalytic'

const LOGIN_CHECK: FoundCall = { name: 'loginCheck', call: siteCalls.loginCheck, params: {} }

/**
 * Whose session a page's request has, at the embedded site or at one elsewhere; undefined for a visitor.
 * @throws RateLimitError where sessions are guessed
 */
export async function pageViewer(c: AppContext): Promise<SignedInActor | undefined> {
  const credentials = pageCredentials(c)
  const plan = planFor(c, LOGIN_CHECK.call, { isWrite: false, credentials })
  const asks = c.get('services').identify ? 'people' : 'site'
  return (await identifyCaller(c, LOGIN_CHECK, { ...plan, asks, role: 'visitor' }, credentials))?.actor
}

const refused = (message: string) => new AppError('forbidden', message)

/**
 * CSRF, for a body of any type: every header that names a request's origin must name our own, and `X-CSRFToken` must equal
 * the `csrftoken` cookie. A library that is content with one of the headers lets `Origin: evil` with
 * `Sec-Fetch-Site: same-origin` pass (`docs/measurements.md`, M4).
 * @throws AppError 'forbidden'
 */
export function assertFrom(origin: Plan['origin'], sender: Sender): void {
  if (origin === 'any') return
  assertOwnOrigin(sender)
  if (origin === 'own') return
  if (!isOwnToken(sender.headers.get('X-CSRFToken') ?? '', sender.csrfCookie)) {
    throw refused('The X-CSRFToken header does not equal the csrftoken cookie')
  }
}

/** @throws AppError 'forbidden' where a browser says that another site makes the request. */
function assertOwnOrigin({ headers, ownOrigins, method }: Sender): void {
  const site = headers.get('Sec-Fetch-Site')
  const isTyped = site === 'none' && (method === 'GET' || method === 'HEAD')
  if (site !== null && site !== 'same-origin' && !isTyped) throw refused('Other sites may not make this call')
  const origin = headers.get('Origin')
  if (origin !== null && !ownOrigins.includes(origin)) throw refused('Other origins may not make this call')
}

const QUERY_MAX = 2048

/**
 * The input of a call whose fields are in its address: they are checked before its body is read.
 * @returns undefined for a call whose fields are in its body.
 * @throws InputError; AppError 'invalid-input' for the query of a raw call that is too long.
 */
function addressInput({ call, params }: FoundCall, address: URL, config: Config): Fields | undefined {
  const { encoding, method } = call
  if (encoding === 'raw' && address.search.length > QUERY_MAX) {
    throw new AppError('invalid-input', 'The query is too long')
  }
  // The fields of a raw call are not given by the specification: only those of its path are read.
  if (encoding === 'raw') return checkedInput(call, params, config)
  if (encoding !== 'query' && method !== 'GET') return undefined
  return checkedInput(call, { ...parsePairs(address.searchParams), ...params }, config)
}

/** The input of a call, checked. @throws InputError */
export function checkedInput(call: Call, fields: Fields, config: Config): Fields {
  const input = parseInput(call, fields)
  if (call.upstream === 'imaging') assertImagingHosts(input, config)
  return input
}

const ADDRESS_FIELDS = ['url', 'media_url'] as const

/**
 * T10: the imaging service is sent to hosts of a list alone: `IMAGING_HOSTS`, by default `MEDIA_HOSTS`, and our own public
 * host. An empty list allows no other. The addresses in `input` are canonical (`shared/calls/public-url.ts`).
 * @throws InputError
 */
function assertImagingHosts(input: Fields, { IMAGING_HOSTS, MEDIA_HOSTS, PUBLIC_URL }: Config): void {
  const hosts = IMAGING_HOSTS.length > 0 ? IMAGING_HOSTS : MEDIA_HOSTS
  const allowed = new Set(hosts.map((host) => host.toLowerCase()))
  if (PUBLIC_URL) allowed.add(new URL(PUBLIC_URL).host)
  for (const field of ADDRESS_FIELDS) {
    const address = input[field]
    if (typeof address !== 'string' || allowed.has(new URL(address).host)) continue
    const message = `${field} must be on one of this site's media hosts (IMAGING_HOSTS)`
    throw new InputError(message, { [field]: message })
  }
}
