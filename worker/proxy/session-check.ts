import type { Context } from 'hono'
import * as v from 'valibot'
import type { Call } from '../../shared/calls/call.ts'
import { siteCalls } from '../../shared/calls/catalogue.ts'
import { AppError } from '../../shared/errors.ts'
import { sha256Hex } from '../../shared/net/hex.ts'
import { jsonOrNothing } from '../../shared/net/parse-json.ts'
import { type SignedIn, SignedInSchema } from '../../shared/schema/account.ts'
import type { App, Services } from '../app-types.ts'
import { createLru } from '../memory/lru.ts'
import { textOf, type UpstreamResponse } from '../upstreams/send.ts'
import type { RequestCredentials } from './credentials.ts'
import { forwardCall } from './forward-call.ts'

type C = Context<App>

const MAX_SESSIONS = 1000

/** T41: a session that has ended at the site is still good here for at most this long. */
const TRUST_MS = 10_000

type Known = SignedIn & { until: number }
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

/**
 * Whether a call is for signed-in people while its upstream cannot check that: cookies go to the site alone, and the
 * scheduler's keys are ours.
 */
export const needsKnownSession = ({ upstream, auth }: Call): boolean =>
  upstream !== 'site' && (auth === 'session' || auth === 'session+csrf' || auth === 'tagger')

/**
 * Finds out whose session a request has: from the site, or from what the site said less than 10 s ago. Calls that use our
 * own keys always ask the site.
 * @throws AppError 'unauthorized'
 */
export async function assertKnownSession(
  c: C,
  { auth }: Pick<Call, 'auth'>,
  credentials: RequestCredentials,
): Promise<SignedIn> {
  const { session } = credentials
  const unknown = new AppError('unauthorized', 'This call is for people who are logged in')
  if (!session) throw unknown
  const stored = auth === 'tagger' ? undefined : knownSessions(c).get(await sha256Hex(session))
  const start = Date.now()
  if (stored && start < stored.until) return stored
  const checked = { call: siteCalls.loginCheck, input: {}, credentials, ownOrigin: c.get('publicUrl') }
  const response = await forwardCall(c.get('services').upstreams.site, checked)
  const user = await rememberLogin(c, credentials, response, start)
  if (!user) throw unknown
  return user
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
): Promise<SignedIn | undefined> {
  if (!session) return undefined
  const body = response.status === 200 ? jsonOrNothing(textOf(response)) : undefined
  const result = v.safeParse(SignedInSchema, body)
  const key = await sha256Hex(session)
  if (!result.success) {
    knownSessions(c).delete(key)
    return undefined
  }
  knownSessions(c).set(key, { ...result.output, until: start + TRUST_MS })
  return result.output
}
