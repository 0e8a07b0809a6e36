import * as v from 'valibot'
import { type Call, ROLE_RANK } from '../../shared/calls/call.ts'
import { siteCalls } from '../../shared/calls/catalogue.ts'
import { siteKind } from '../../shared/client/response.ts'
import { AppError, serverMessage, UpstreamError } from '../../shared/errors.ts'
import { sha256Hex } from '../../shared/net/bytes.ts'
import { retryAfterOf } from '../../shared/net/headers.ts'
import { jsonOrNothing } from '../../shared/net/parse-json.ts'
import { SignedInSchema } from '../../shared/schema/site-records.ts'
import type { FoundCall } from '../../shared/server/call-table.ts'
import type { Identified, SignedInActor } from '../../shared/server/origin.ts'
import { refusalOf } from '../../shared/server/scopes.ts'
import { SecondFactorError } from '../../shared/server/second-factor-error.ts'
import { type AppContext, noteTime, type Services } from '../http/context.ts'
import { type RequestCredentials, secretsOf } from '../http/credentials.ts'
import { assertKeyWithinLimit } from '../http/rate-limit.ts'
import { lruOfEach } from '../memory.ts'
import { publicRefusal } from '../upstreams/failure.ts'
import { textOf, type UpstreamResponse } from '../upstreams/send.ts'
import type { Plan } from './access-plan.ts'
import { type Browser, type ForwardedInput, forwardCall } from './forward-call.ts'
import { beginGuess, countGuessOfNetwork, countNetwork } from './guesses.ts'

// Made here and not with the services: an isolate without such calls never loads this. A session or a token is a secret, so
// its key is a hash.
const MAX_SESSIONS = 1000

/** T41: a session that has ended at a site elsewhere is still good here for at most this long. */
const TRUST_MS = 10_000

/** Whose session it is, as the site said less than 10 s ago. */
const knownOf = lruOfEach<{ actor: SignedInActor; until: number }>({ entries: MAX_SESSIONS })

/** The sessions and tokens that were accepted. They count as no guess, and prove nothing else. */
const acceptedOf = lruOfEach<true>({ entries: MAX_SESSIONS })

const tokenKey = (token: string) => sha256Hex(`token ${token}`)

/** Who makes a call, by the plan that it has; `actor` is undefined where we do not know. */
export type Caller = {
  plan: Plan
  /** The request's, with what the plan adds. */
  credentials: RequestCredentials
  actor: SignedInActor | undefined
  browser: Browser
}

/**
 * Finds out who makes a call, as its plan says: not too often, with the role that it needs, and a write with its session's token.
 * @returns undefined for a visitor, and for a caller whom only the service knows.
 * @throws RateLimitError; AppError 'unauthorized' without a caller, 'forbidden' for a lesser role, a token
 * whose scopes do not name the call, or the token of another session, 'password-needed' for a sign-in that is too old.
 */
export async function identifyCaller(
  c: AppContext,
  found: FoundCall,
  plan: Plan,
  credentials: RequestCredentials,
): Promise<Identified | undefined> {
  await countGuesses(c, found, plan, credentials)
  const caller = await findCaller(c, plan, credentials)
  const refusal = plan.asks === 'people' && caller && refusalOf(found.call, caller.actor)
  if (refusal) throw refusal
  assertRole(plan, caller)
  if (caller) await rememberAccepted(c.get('services'), plan, credentials, caller.actor)
  if (plan.isBoundToSession) assertOwnSession(caller, credentials)
  return caller
}

/**
 * Sends a call that was admitted, and remembers whose session was good.
 * @throws RateLimitError where its input names a target too often (T33); Refusal for a bad status; AppError
 */
export async function sendCall(
  c: AppContext,
  found: FoundCall,
  { plan, credentials, actor, browser }: Caller,
  fields: ForwardedInput,
): Promise<UpstreamResponse> {
  const { call } = found
  const settle = await beginGuess(c, { found, credentials }, fields.input, actor)
  const services = c.get('services')
  const start = Date.now()
  const checked = { ...fields, call, credentials, actor, browser, ownOrigin: c.get('publicUrl') }
  const forwarded = await forwardCall(services.upstreams[call.upstream], checked, (name, ms) =>
    noteTime(c, name, ms),
  ).catch(async (error: unknown) => {
    if (error instanceof SecondFactorError) await settle()
    throw error
  })
  const response = (await settle(forwarded)) ?? forwarded
  const isLogin = call === siteCalls.loginCheck
  const isAccepted = isLogin ? await rememberLogin(services, credentials, response, start) : response.ok
  if (!actor && isAccepted) await rememberAccepted(services, plan, credentials, actor)
  if (!response.ok) throw new Refusal(call, response, secretsOf(credentials))
  return response
}

/** T74: what their role allows, a person does only with a second factor here. */
const factorNeeded = () =>
  new AppError(
    'second-factor-needed',
    'Your role needs a second factor here: set one up at /account/second-factor',
  )

function assertRole({ role, letsUnknownPass }: Plan, caller: Identified | undefined): void {
  if (role === 'visitor' || (!caller && letsUnknownPass)) return
  if (!caller) throw new AppError('unauthorized', 'This call is for people who are logged in')
  if (ROLE_RANK[caller.actor.role] >= ROLE_RANK[role]) return
  if (caller.actor.needsFactor) throw factorNeeded()
  throw new AppError('forbidden', `This call is for ${role} accounts`)
}

async function findCaller(c: AppContext, { asks }: Plan, credentials: RequestCredentials) {
  const { identify } = c.get('services')
  if (!asks) return undefined
  if (asks === 'people') return identify?.(credentials)
  const actor = await findElsewhere(c, credentials, asks === 'site')
  return actor && { actor, csrf: undefined }
}

/** Whose session it is, from the site elsewhere, or where `mayKnow` from what it said less than 10 s ago. */
async function findElsewhere(c: AppContext, credentials: RequestCredentials, mayKnow: boolean) {
  const services = c.get('services')
  const { site } = services.upstreams
  if (!credentials.session || !site.transport) return undefined
  const known = mayKnow ? knownOf(services).get(await sha256Hex(credentials.session)) : undefined
  const start = Date.now()
  if (known && start < known.until) return known.actor
  const ownOrigin = c.get('publicUrl')
  const response = await forwardCall(site, { call: siteCalls.loginCheck, input: {}, credentials, ownOrigin })
  return rememberLogin(services, credentials, response, start)
}

/**
 * T41: a token of our own people is not for other services.
 * @throws AppError 'forbidden' for such a token, RateLimitError
 */
export async function assertForeignToken(c: AppContext, token: string): Promise<void> {
  const services = c.get('services')
  if (!services.identify) return
  await countTokenGuess(c, token)
  if (!(await services.identify({ token }))) return
  await rememberToken(services, token)
  throw new AppError('forbidden', 'This call needs a token of the provider, and this one is ours')
}

/**
 * T33: limits how often confirmation tokens, passwords or sessions may be tried, by network and by target. An IPv6 network
 * counts as its /64 and, with a higher limit, as its /48. It needs no body: a target that a body names is counted after it
 * (`beginGuess`).
 * @throws RateLimitError
 */
async function countGuesses(
  c: AppContext,
  found: FoundCall,
  { guesses }: Plan,
  credentials: RequestCredentials,
): Promise<void> {
  const { session, token } = credentials
  await countGuessOfNetwork(c, { found, credentials })
  if (guesses.token && token) await countTokenGuess(c, token)
  const accepted = acceptedOf(c.get('services'))
  if (!guesses.session || !session || accepted.get(await sha256Hex(session))) return
  await countNetwork(c, 'session')
  await assertKeyWithinLimit(c, 'SESSION_LIMIT', `session ${await sha256Hex(session)}`)
}

/** API tokens that the embedded site checks. They are counted by network alone: each guess is another token. */
async function countTokenGuess(c: AppContext, token: string): Promise<void> {
  if (!acceptedOf(c.get('services')).get(await tokenKey(token))) await countNetwork(c, 'token')
}

/** Remembers an API token that was accepted: it is no guess from now on. */
export async function rememberToken(services: Services, token: string): Promise<void> {
  acceptedOf(services).set(await tokenKey(token), true)
}

/** Remembers a caller's session or token that was accepted, by us or by its service: it is no guess from now on. */
async function rememberAccepted(
  services: Services,
  { remembers, letsUnknownPass }: Plan,
  { session, token }: RequestCredentials,
  actor: SignedInActor | undefined,
): Promise<void> {
  if (remembers === 'session' && session) acceptedOf(services).set(await sha256Hex(session), true)
  const isTokens = actor?.by === 'token' || letsUnknownPass
  if (remembers === 'token' && token && isTokens) await rememberToken(services, token)
}

/**
 * Remembers for 10 s whose session it is. The login checks of our own pages count too, and spare a call.
 * @param response of the site's login check.
 * @param start when the check was sent, in ms: the response may be late, and the session may have ended since.
 */
async function rememberLogin(
  services: Services,
  { session }: RequestCredentials,
  response: UpstreamResponse,
  start: number,
): Promise<SignedInActor | undefined> {
  if (!session) return undefined
  const body = response.status === 200 ? jsonOrNothing(textOf(response)) : undefined
  const result = v.safeParse(SignedInSchema, body)
  const key = await sha256Hex(session)
  if (!result.success) {
    knownOf(services).delete(key)
    return undefined
  }
  const actor: SignedInActor = { ...result.output, by: 'session' }
  knownOf(services).set(key, { actor, until: start + TRUST_MS })
  return actor
}

/** Whether a request repeats the token of its `csrftoken` cookie. */
export const isOwnToken = (token: string, cookie: string | undefined): boolean =>
  cookie !== undefined && cookie !== '' && isSame(token, cookie)

/**
 * A write by a session of the embedded site has the token of this very session, not just one that its browser repeats (T19).
 * @throws AppError 'forbidden'
 */
function assertOwnSession(caller: Identified | undefined, { csrf = '' }: RequestCredentials): void {
  if (caller?.csrf === undefined || isSame(caller.csrf, csrf)) return
  throw new AppError('forbidden', 'The csrftoken cookie belongs to another session')
}

/** Compares two texts in a time that does not depend on where they differ (T32). */
function isSame(a: string, b: string): boolean {
  let difference = a.length ^ b.length
  for (let at = 0; at < b.length; at++) difference |= a.charCodeAt(at % (a.length || 1)) ^ b.charCodeAt(at)
  return difference === 0
}

/** An upstream's bad status, with its own message where it has one, and per field what was wrong (`detail`). */
export class Refusal extends UpstreamError {
  override readonly name = 'Refusal'
  readonly detail: Readonly<Record<string, string>> | undefined

  constructor(call: Pick<Call, 'upstream'>, response: UpstreamResponse, secrets: string[]) {
    const { status, statusText, headers } = response
    const body = jsonOrNothing(textOf(response))
    const refused = { upstream: call.upstream, status, text: serverMessage(body), body }
    const { message, detail } = publicRefusal(refused, secrets)
    super(message || `The ${call.upstream} service answered ${status}`, {
      status,
      statusText,
      retryAfter: retryAfterOf(headers),
      kind: siteKind(status),
    })
    this.detail = this.kind === 'invalid-input' ? detail() : undefined
  }
}
