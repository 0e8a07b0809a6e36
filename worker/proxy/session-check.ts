import type { Context } from 'hono'
import * as v from 'valibot'
import { type Call, ROLE_RANK } from '../../shared/calls/call.ts'
import { siteCalls } from '../../shared/calls/catalogue.ts'
import { AppError } from '../../shared/errors.ts'
import { sha256Hex } from '../../shared/net/bytes.ts'
import { jsonOrNothing } from '../../shared/net/parse-json.ts'
import { SignedInSchema } from '../../shared/schema/site-records.ts'
import type { App } from '../app-types.ts'
import { lruOfEach } from '../memory/lru.ts'
import type { Identified, SignedInActor } from '../upstreams/origin.ts'
import { textOf, type UpstreamResponse } from '../upstreams/send.ts'
import type { RequestCredentials } from './credentials.ts'
import { forwardCall } from './forward-call.ts'

type C = Context<App>

const MAX_SESSIONS = 1000

/** T41: a session that has ended at a site elsewhere is still good here for at most this long. */
const TRUST_MS = 10_000

// Made here and not with the services: an isolate without such calls never loads this. A session is a secret, so its key is a hash.
const sessionsOf = lruOfEach<{ actor: SignedInActor; until: number }>({ entries: MAX_SESSIONS })
const knownSessions = (c: C) => sessionsOf(c.get('services'))

/**
 * Whether we find out who makes a call, visitors' calls included: some upstreams know only whom we name. With
 * an embedded site that holds for a service elsewhere too: its people are ours.
 */
export function isLookedUp(c: C, { upstream, auth }: Call): boolean {
  const { identify, upstreams } = c.get('services')
  return !upstreams[upstream].namesItsCaller || (identify !== undefined && auth !== 'none')
}

/**
 * Whether the caller's role is ours to check. Where the site is elsewhere we check what a service cannot: cookies go to the
 * site alone, and the scheduler's keys are ours. A token travels with its call.
 */
export const needsRoleCheck = (c: C, call: Call): boolean =>
  call.role !== 'visitor' && (isLookedUp(c, call) || (call.upstream !== 'site' && call.auth !== 'token'))

/**
 * Whether a session opens a call whose scheme is a token, at a service elsewhere. The site knows its sessions; for a gateway
 * we find out whose it is, and name them (T41).
 */
export const isBySession = (
  c: C,
  { upstream, auth }: Call,
  { session, token }: Pick<RequestCredentials, 'session' | 'token'>,
): boolean =>
  (upstream === 'site' || upstream === 'gateway') &&
  auth === 'token' &&
  token === undefined &&
  session !== undefined &&
  c.get('services').upstreams[upstream].namesItsCaller

/** Whether a call's token is passed on where it is none of ours: the service that issued it decides. */
export const passesToken = (c: C, { upstream, auth }: Call, { token }: RequestCredentials): boolean =>
  auth === 'token' && token !== undefined && c.get('services').upstreams[upstream].namesItsCaller

/**
 * Finds out who makes a call, and whether they may. A caller is undefined for a visitor, and for whom only the service knows.
 * @throws AppError 'unauthorized' for nobody, 'forbidden' for somebody with a lesser role.
 */
export async function callerOf(
  c: C,
  call: Call,
  credentials: RequestCredentials,
): Promise<Identified | undefined> {
  const isNamed = call.upstream === 'gateway' && isBySession(c, call, credentials)
  const isChecked = needsRoleCheck(c, call) || (isNamed && call.role !== 'visitor')
  if (!isChecked && !isNamed && !isLookedUp(c, call)) return undefined
  const caller = await identify(c, call, credentials)
  if (!isChecked || (!caller && passesToken(c, call, credentials))) return caller
  if (!caller) throw new AppError('unauthorized', 'This call is for people who are logged in')
  if (ROLE_RANK[caller.actor.role] >= ROLE_RANK[call.role]) return caller
  throw new AppError('forbidden', `This call is for ${call.role} accounts`)
}

/** Who makes a request, at the embedded site or at one elsewhere; nobody is undefined. */
export async function identify(
  c: C,
  call: Call,
  credentials: RequestCredentials,
): Promise<Identified | undefined> {
  const { identify } = c.get('services')
  return identify ? identify(credentials) : identifyElsewhere(c, call, credentials)
}

// From the site, or from what the site said less than 10 s ago. Calls that use our own keys always ask the site.
async function identifyElsewhere(
  c: C,
  { auth }: Call,
  credentials: RequestCredentials,
): Promise<Identified | undefined> {
  const { session } = credentials
  if (!session) return undefined
  const { site } = c.get('services').upstreams
  if (!site.transport) return undefined
  const stored = auth === 'tagger' ? undefined : knownSessions(c).get(await sha256Hex(session))
  const start = Date.now()
  if (stored && start < stored.until) return { actor: stored.actor, csrf: undefined }
  const checked = { call: siteCalls.loginCheck, input: {}, credentials, ownOrigin: c.get('publicUrl') }
  const response = await forwardCall(site, checked)
  const actor = await rememberLogin(c, credentials, response, start)
  return actor && { actor, csrf: undefined }
}

/**
 * Remembers for 10 s whose session it is. The login checks of our own pages count too, and spare a call.
 * @param response of the site's login check.
 * @param start when the check was sent, in ms: the response may be late, and the session may have ended since.
 */
export async function rememberLogin(
  c: C,
  { session }: RequestCredentials,
  response: UpstreamResponse,
  start: number,
): Promise<SignedInActor | undefined> {
  if (!session) return undefined
  const body = response.status === 200 ? jsonOrNothing(textOf(response)) : undefined
  const result = v.safeParse(SignedInSchema, body)
  const key = await sha256Hex(session)
  if (!result.success) {
    knownSessions(c).delete(key)
    return undefined
  }
  const actor: SignedInActor = { ...result.output, by: 'session' }
  knownSessions(c).set(key, { actor, until: start + TRUST_MS })
  return actor
}
