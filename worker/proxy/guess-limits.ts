import type { Context } from 'hono'
import type { Call } from '../../shared/calls/call.ts'
import { sha256Hex } from '../../shared/net/hex.ts'
import type { App, Services } from '../app-types.ts'
import { assertKeyWithinLimit, assertWithinLimit } from '../http/rate-limit.ts'
import { createLru } from '../memory/lru.ts'
import type { RequestCredentials } from './credentials.ts'
import type { FoundCall } from './find-call.ts'
import { needsRoleCheck } from './session-check.ts'

type C = Context<App>

/** Calls without a session that a stranger can try values with, and the field that names the target. */
const TARGET_FIELDS: Record<string, string | undefined> = {
  register: 'email',
  registerConfirm: 'token',
  registerResend: 'email',
}

const MAX_SESSIONS = 1000

type Sessions = ReturnType<typeof createLru<true>>

// By a session's hash: the sessions that the site has accepted. They count as no guess, and prove nothing else.
const accepted = new WeakMap<Services, Sessions>()

function acceptedSessions(c: C): Sessions {
  const services = c.get('services')
  const sessions = accepted.get(services) ?? createLru<true>({ entries: MAX_SESSIONS })
  accepted.set(services, sessions)
  return sessions
}

const sendsSession = (call: Call) =>
  needsRoleCheck(call) || (call.upstream === 'site' && /^session/.test(call.auth))

/**
 * T33: limits how often somebody may try confirmation tokens, passwords or sessions, by network and by target. An IPv6
 * network counts as its /64 and, with a higher limit, as its /48.
 * @throws RateLimitError
 */
export async function assertNoGuessing(
  c: C,
  { call, name }: FoundCall,
  input: Record<string, unknown>,
  credentials: RequestCredentials,
): Promise<void> {
  const field = TARGET_FIELDS[name]
  if (field) await count(c, name, String(input[field]).toLowerCase(), 'ACCOUNT_LIMIT')
  if (call.withPassword && credentials.password) {
    // `self` is another user for each token: together they would lock each other out.
    const user = input.id === 'self' ? `self ${credentials.token}` : String(input.id)
    await count(c, 'password', user, 'ACCOUNT_LIMIT')
  }
  const { session } = credentials
  if (!session || !sendsSession(call) || acceptedSessions(c).get(await sha256Hex(session))) return
  await count(c, 'session', session, 'SESSION_LIMIT')
}

// The network first: whoever is over its limit does not use up a target's.
async function count(c: C, what: string, target: string, binding: 'ACCOUNT_LIMIT' | 'SESSION_LIMIT') {
  await assertWithinLimit(c, 'GUESS_LIMIT', `${what} `)
  await assertWithinLimit(c, 'GUESS_WIDE_LIMIT', `${what} `, 3)
  await assertKeyWithinLimit(c, binding, `${what} ${await sha256Hex(target)}`)
}

/** Notes that the site has accepted a request's session: it is no guess from now on. */
export async function noteAccepted(c: C, call: Call, { session }: RequestCredentials): Promise<void> {
  if (session && sendsSession(call)) acceptedSessions(c).set(await sha256Hex(session), true)
}
