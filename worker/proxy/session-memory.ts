import * as v from 'valibot'
import { sha256Hex } from '../../shared/net/bytes.ts'
import { jsonOrNothing } from '../../shared/net/parse-json.ts'
import { SignedInSchema } from '../../shared/schema/site-records.ts'
import type { SignedInActor } from '../../shared/server/origin.ts'
import type { Services } from '../app-types.ts'
import type { RequestCredentials } from '../http/credentials.ts'
import { lruOfEach } from '../memory/lru.ts'
import { textOf, type UpstreamResponse } from '../upstreams/send.ts'
import type { Plan } from './access-plan.ts'

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

/** Whether a session was accepted before. */
export const wasSessionAccepted = async (services: Services, session: string): Promise<boolean> =>
  acceptedOf(services).get(await sha256Hex(session)) === true

/** Whether an API token was accepted before. */
export const wasTokenAccepted = async (services: Services, token: string): Promise<boolean> =>
  acceptedOf(services).get(await tokenKey(token)) === true

/** Remembers an API token that was accepted: it is no guess from now on. */
export async function rememberToken(services: Services, token: string): Promise<void> {
  acceptedOf(services).set(await tokenKey(token), true)
}

/** Who makes a call, by the plan that it has; `actor` is undefined where we do not know. */
export type Caller = {
  plan: Plan
  /** The request's, with what the plan adds. */
  credentials: RequestCredentials
  actor: SignedInActor | undefined
}

/** Remembers a caller's session or token that was accepted, by us or by its service: it is no guess from now on. */
export async function rememberAccepted(
  services: Services,
  { plan: { remembers, letsUnknownPass }, credentials: { session, token }, actor }: Caller,
): Promise<void> {
  if (remembers === 'session' && session) acceptedOf(services).set(await sha256Hex(session), true)
  const isTokens = actor?.by === 'token' || letsUnknownPass
  if (remembers === 'token' && token && isTokens) await rememberToken(services, token)
}

/** Whose session it is by what the site said less than 10 s ago. */
export async function knownActor(services: Services, session: string): Promise<SignedInActor | undefined> {
  const known = knownOf(services).get(await sha256Hex(session))
  return known && Date.now() < known.until ? known.actor : undefined
}

/**
 * Remembers for 10 s whose session it is. The login checks of our own pages count too, and spare a call.
 * @param response of the site's login check.
 * @param start when the check was sent, in ms: the response may be late, and the session may have ended since.
 */
export async function rememberLogin(
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
