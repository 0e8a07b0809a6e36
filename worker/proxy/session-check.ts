import type { Context } from 'hono'
import * as v from 'valibot'
import type { Call } from '../../shared/calls/call.ts'
import { siteCalls } from '../../shared/calls/catalogue.ts'
import { AppError } from '../../shared/errors.ts'
import { CACHE_MS } from '../../shared/limits.ts'
import { sha256Hex } from '../../shared/net/hex.ts'
import { jsonOrNothing } from '../../shared/net/parse-json.ts'
import { LoginSchema } from '../../shared/schema/account.ts'
import type { App, Services } from '../app-types.ts'
import { createLru } from '../memory/lru.ts'
import { textOf, type UpstreamResponse } from '../upstreams/send.ts'
import type { RequestCredentials } from './credentials.ts'
import { forwardCall } from './forward-call.ts'

type C = Context<App>

const MAX_SESSIONS = 1000

type KnownSessions = ReturnType<typeof createLru<number>>

// One per isolate, made here and not with the services: an isolate without such calls never loads this. A session is a
// secret, so its key is a hash; the value is the time until which it is good.
const known = new WeakMap<Services, KnownSessions>()

function knownSessions(c: C): KnownSessions {
  const services = c.get('services')
  const sessions = known.get(services) ?? createLru<number>({ entries: MAX_SESSIONS })
  known.set(services, sessions)
  return sessions
}

/**
 * Whether a call is for signed-in people while its upstream cannot check that: cookies go to the site alone, and the
 * scheduler's keys are ours.
 */
export const needsKnownSession = ({ upstream, auth }: Call): boolean =>
  upstream !== 'site' && (auth === 'session' || auth === 'session+csrf' || auth === 'tagger')

/** Checks a session with the site, or with what the site said less than a minute ago. @throws AppError 'unauthorized' */
export async function assertKnownSession(c: C, credentials: RequestCredentials): Promise<void> {
  const { session } = credentials
  const unknown = new AppError('unauthorized', 'This call is for people who are logged in')
  if (!session) throw unknown
  const goodUntil = knownSessions(c).get(await sha256Hex(session)) ?? 0
  if (Date.now() < goodUntil) return
  const checked = { call: siteCalls.loginCheck, input: {}, credentials, ownOrigin: c.get('publicUrl') }
  const response = await forwardCall(c.get('services').upstreams.site, checked)
  if (!(await rememberLogin(c, credentials, response))) throw unknown
}

/**
 * Remembers for a minute whether a session is good. The login checks of our own pages count too, and spare a call.
 * @param response of the site's login check.
 */
export async function rememberLogin(
  c: C,
  { session }: RequestCredentials,
  response: UpstreamResponse,
): Promise<boolean> {
  if (!session) return false
  const body = response.status === 200 ? jsonOrNothing(textOf(response)) : undefined
  const result = v.safeParse(LoginSchema, body)
  const isGood = result.success && result.output.logged_in
  const key = await sha256Hex(session)
  if (isGood) knownSessions(c).set(key, Date.now() + CACHE_MS.success)
  else knownSessions(c).delete(key)
  return isGood
}
