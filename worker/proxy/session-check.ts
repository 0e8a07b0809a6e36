import type { Context } from 'hono'
import * as v from 'valibot'
import type { Call, Role } from '../../shared/calls/call.ts'
import { siteCalls } from '../../shared/calls/catalogue.ts'
import { AppError } from '../../shared/errors.ts'
import { sha256Hex } from '../../shared/net/hex.ts'
import { jsonOrNothing } from '../../shared/net/parse-json.ts'
import { SignedInSchema } from '../../shared/schema/account.ts'
import type { App, Services } from '../app-types.ts'
import { createLru } from '../memory/lru.ts'
import type { SignedInActor } from '../upstreams/origin.ts'
import { textOf, type UpstreamResponse } from '../upstreams/send.ts'
import type { RequestCredentials } from './credentials.ts'
import { forwardCall } from './forward-call.ts'

type C = Context<App>

const MAX_SESSIONS = 1000

/** T41: a session that has ended at the site is still good here for at most this long. */
const TRUST_MS = 10_000

type Known = { actor: SignedInActor; until: number }
type KnownSessions = ReturnType<typeof createLru<Known>>

// One per isolate, made here and not with the services: an isolate without such calls never loads this. A session is a
// secret, so its key is a hash.
const known = new WeakMap<Services, KnownSessions>()

function knownSessions(c: C): KnownSessions {
  const services = c.get('services')
  const sessions = known.get(services) ?? createLru<Known>({ entries: MAX_SESSIONS })
  known.set(services, sessions)
  return sessions
}

// An owner is a user here: what belongs to whom is the upstream's to know.
const RANK: Record<Role, number> = { visitor: 0, user: 1, owner: 1, artist: 2, moderator: 3, staff: 4 }

/**
 * Whether the caller's role is ours to check, because the upstream cannot: cookies go to the site alone, and the
 * scheduler's keys are ours. A token of the caller's travels with its call, and its upstream checks it.
 */
export const needsRoleCheck = ({ upstream, auth, role }: Call): boolean =>
  upstream !== 'site' && auth !== 'token' && role !== 'visitor'

/**
 * Finds out who makes a call, and whether they may.
 * @throws AppError 'unauthorized' for nobody, 'forbidden' for somebody with a lesser role.
 */
export async function assertMayCall(
  c: C,
  call: Pick<Call, 'auth' | 'role'>,
  credentials: RequestCredentials,
): Promise<SignedInActor> {
  const actor = await assertKnownSession(c, call, credentials)
  if (RANK[actor.role] >= RANK[call.role]) return actor
  throw new AppError('forbidden', `This call is for ${call.role} accounts`)
}

// From the site, or from what the site said less than 10 s ago. Calls that use our own keys always ask the site.
async function assertKnownSession(
  c: C,
  { auth }: Pick<Call, 'auth'>,
  credentials: RequestCredentials,
): Promise<SignedInActor> {
  const { session } = credentials
  const unknown = new AppError('unauthorized', 'This call is for people who are logged in')
  if (!session) throw unknown
  const stored = auth === 'tagger' ? undefined : knownSessions(c).get(await sha256Hex(session))
  const start = Date.now()
  if (stored && start < stored.until) return stored.actor
  const checked = { call: siteCalls.loginCheck, input: {}, credentials, ownOrigin: c.get('publicUrl') }
  const response = await forwardCall(c.get('services').upstreams.site, checked)
  const actor = await rememberLogin(c, credentials, response, start)
  if (!actor) throw unknown
  return actor
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
