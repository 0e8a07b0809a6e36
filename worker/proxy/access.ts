import type { Context } from 'hono'
import { type Call, ROLE_RANK } from '../../shared/calls/call.ts'
import { ownSiteCalls, siteCalls } from '../../shared/calls/catalogue.ts'
import type { Credentials } from '../../shared/client/request.ts'
import { AppError } from '../../shared/errors.ts'
import type { FoundCall } from '../../shared/server/call-table.ts'
import type { Identified, SignedInActor } from '../../shared/server/origin.ts'
import type { App } from '../app-types.ts'
import type { Config } from '../env.ts'
import { type RequestCredentials, readCredentials } from '../http/credentials.ts'
import { requestOrigin } from '../http/every-request.ts'
import { assertKeyWithinLimit, assertWithinLimit } from '../http/rate-limit.ts'
import { assertConfigured } from '../upstreams/upstreams.ts'
import { type Plan, planOf } from './access-plan.ts'
import { forwardCall } from './forward-call.ts'
import { countGuesses, countTokenGuess } from './guess-limits.ts'
import { addressInput } from './read-input.ts'
import { assertFrom, assertOwnSession, type Sender } from './same-origin.ts'
import { type Caller, knownActor, rememberAccepted, rememberLogin, rememberToken } from './session-memory.ts'

type C = Context<App>

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
  input: Record<string, unknown> | undefined
}

/**
 * Decides whether a call may be made, by its plan. The order is a promise (T18): whether the call and its service are here,
 * where the request comes from, who makes it and how often. Nothing of the body is read, and what is refused costs the
 * upstream nothing, but for the site's word on who the caller is.
 * @throws AppError for the first thing that is wrong
 */
export async function admit(c: C, found: FoundCall, request: CallRequest): Promise<Admitted> {
  const { call } = found
  const { isWrite, credentials, address } = request
  const { upstreams, config } = c.get('services')
  const upstream = upstreams[call.upstream]
  const plan = planFor(c, call, request)
  if (found.name in ownSiteCalls && !upstream.hasOwnCalls) throw noSuchCall()
  if (isWrite) assertConfigured(upstream)
  assertFrom(plan.origin, senderOf(c, credentials))
  const input = address && addressInput(found, address, config)
  // Bad input of a read is a 400 even without a service.
  assertConfigured(upstream)
  const tagger = plan.adds.keys ? taggerKeys(config) : undefined
  await countGuesses(c, found, plan, credentials)
  const caller = await findCaller(c, plan, credentials)
  assertRole(plan, caller)
  const actor = caller?.actor
  if (actor) await rememberAccepted(c.get('services'), { plan, credentials, actor })
  if (plan.isBoundToSession) assertOwnSession(caller, credentials)
  await countUse(c, found.name, plan, actor)
  // T41: our keys never leave without the id of who uses them.
  const added = actor && plan.adds.user ? { tagger, user: actor.id } : {}
  return { plan, credentials: { ...credentials, ...added }, actor, csrf: caller?.csrf, input }
}

const noSuchCall = () => new AppError('not-found', 'There is no such call')

function planFor(c: C, call: Call, { isWrite, credentials, address }: CallRequest): Plan {
  const { identify, upstreams } = c.get('services')
  const { namesItsCaller } = upstreams[call.upstream]
  const { token, session } = credentials
  return planOf(
    call,
    { namesItsCaller, arePeopleHere: identify !== undefined },
    { isWrite, hasToken: token !== undefined, hasSession: session !== undefined, isPage: !address },
  )
}

/** Where a request comes from. */
export const senderOf = (c: C, { csrf }: Pick<RequestCredentials, 'csrf'>): Sender => ({
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

/** @throws AppError 'unauthorized' without a caller, 'forbidden' for one with a lesser role. */
function assertRole({ role, letsUnknownPass }: Plan, caller: Identified | undefined): void {
  if (role === 'visitor' || (!caller && letsUnknownPass)) return
  if (!caller) throw new AppError('unauthorized', 'This call is for people who are logged in')
  if (ROLE_RANK[caller.actor.role] >= ROLE_RANK[role]) return
  throw new AppError('forbidden', `This call is for ${role} accounts`)
}

async function findCaller(
  c: C,
  { asks }: Pick<Plan, 'asks'>,
  credentials: RequestCredentials,
): Promise<Identified | undefined> {
  const { identify } = c.get('services')
  if (!asks) return undefined
  if (asks === 'people') return identify?.(credentials)
  const actor = await findElsewhere(c, credentials, asks === 'site')
  return actor && { actor, csrf: undefined }
}

/** Whose session it is, from the site elsewhere, or where `mayKnow` from what it said less than 10 s ago. */
async function findElsewhere(
  c: C,
  credentials: RequestCredentials,
  mayKnow: boolean,
): Promise<SignedInActor | undefined> {
  const services = c.get('services')
  const { site } = services.upstreams
  if (!credentials.session || !site.transport) return undefined
  const known = mayKnow ? await knownActor(services, credentials.session) : undefined
  if (known) return known
  const start = Date.now()
  const ownOrigin = c.get('publicUrl')
  const response = await forwardCall(site, { call: siteCalls.loginCheck, input: {}, credentials, ownOrigin })
  return rememberLogin(services, credentials, response, start)
}

const LOGIN_CHECK: FoundCall = { name: 'loginCheck', call: siteCalls.loginCheck, params: {} }

/**
 * Whose session a page's request has, at the embedded site or at one elsewhere; undefined for a visitor.
 * @throws RateLimitError where sessions are guessed
 */
export async function pageViewer(c: C): Promise<SignedInActor | undefined> {
  const credentials = pageCredentials(c)
  const plan = planFor(c, LOGIN_CHECK.call, { isWrite: false, credentials })
  await countGuesses(c, LOGIN_CHECK, plan, credentials)
  const asks = c.get('services').identify ? 'people' : 'site'
  const actor = (await findCaller(c, { asks }, credentials))?.actor
  if (actor) await rememberAccepted(c.get('services'), { plan, credentials, actor })
  return actor
}

/** A page's credentials: the session alone. @param password the header of §6, for the calls that take one. */
export const pageCredentials = (c: C, password?: string): RequestCredentials => ({
  ...readCredentials(c.req.raw.headers, c.get('publicUrl')),
  token: undefined,
  password,
})

/**
 * T41: a token of our own people is not for other services.
 * @throws AppError 'forbidden' for such a token, RateLimitError
 */
export async function assertForeignToken(c: C, token: string): Promise<void> {
  const services = c.get('services')
  if (!services.identify) return
  await countTokenGuess(c, token)
  if (!(await services.identify({ token }))) return
  await rememberToken(services, token)
  throw new AppError('forbidden', 'This call needs a token of the provider, and this one is ours')
}

/** A session's call that visitors make too. */
const OPEN_WRITES = new Set(['gifAnalytic'])

/** Counts what a call costs: a stranger's write by network, a cut, which costs us work and a file, by account. */
async function countUse(
  c: C,
  name: string,
  { limits }: Plan,
  actor: SignedInActor | undefined,
): Promise<void> {
  if (limits.network || OPEN_WRITES.has(name)) await assertWithinLimit(c, 'PINGBACK_LIMIT', name)
  if (limits.account && actor) await assertKeyWithinLimit(c, 'UPLOAD_LIMIT', actor.id)
}
