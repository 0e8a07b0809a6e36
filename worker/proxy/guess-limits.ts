import type { Context } from 'hono'
import type { Call } from '../../shared/calls/call.ts'
import { sha256Hex } from '../../shared/net/hex.ts'
import type { App, Services } from '../app-types.ts'
import { assertKeyWithinLimit, assertWithinLimit } from '../http/rate-limit.ts'
import type { FoundCall } from '../http/routing/call-table.ts'
import { createLru } from '../memory/lru.ts'
import type { SignedInActor } from '../upstreams/origin.ts'
import type { RequestCredentials } from './credentials.ts'
import { needsRoleCheck } from './session-check.ts'

type C = Context<App>

/** Calls without a session that a stranger can try values with, and the field that names the target, the first that is there. */
const TARGET_FIELDS: Record<string, readonly string[] | undefined> = {
  login: ['token', 'username'],
  resetPassword: ['email'],
  confirmReset: ['token'],
  register: ['email'],
  registerConfirm: ['token'],
  registerResend: ['email'],
}

/** Calls that check the password of who is signed in. */
const OWN_PASSWORD = new Set(['changePassword', 'deleteAccount'])

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

const sendsSession = (c: C, call: Call) =>
  needsRoleCheck(c, call) || (call.upstream === 'site' && /^session/.test(call.auth))

/**
 * T33: limits how often somebody may try confirmation tokens, passwords or sessions, by network and by target. An IPv6
 * network counts as its /64 and, with a higher limit, as its /48. It needs no body: a target that a body names is counted
 * after it (`assertNoGuessAtTarget`).
 * @throws RateLimitError
 */
export async function assertNoGuessing(
  c: C,
  { call, name, params }: FoundCall,
  credentials: RequestCredentials,
): Promise<void> {
  if (TARGET_FIELDS[name]) await countNetwork(c, name)
  const isOwn = OWN_PASSWORD.has(name)
  if (isOwn || (call.withPassword && credentials.password)) {
    // `self` is another user for each session and token: together they would lock each other out.
    const self = `self ${credentials.token ?? credentials.session}`
    const user = isOwn || params.id === 'self' ? self : String(params.id)
    await countNetwork(c, 'password')
    await countTarget(c, 'password', user, 'ACCOUNT_LIMIT')
  }
  await assertNoTokenGuess(c, call, credentials)
  const { session } = credentials
  if (!session || !sendsSession(c, call) || acceptedSessions(c).get(await sha256Hex(session))) return
  await countNetwork(c, 'session')
  await countTarget(c, 'session', session, 'SESSION_LIMIT')
}

/** API tokens that the embedded site checks. They are counted by network alone: each guess is another token. */
async function assertNoTokenGuess(c: C, call: Call, { token }: RequestCredentials): Promise<void> {
  if (!token || !c.get('services').upstreams[call.upstream].isEmbedded) return
  if (!acceptedSessions(c).get(await tokenKey(token))) await countNetwork(c, 'token')
}

const tokenKey = (token: string) => sha256Hex(`token ${token}`)

/** T33: the second half of `assertNoGuessing`, for calls whose body names the target. @throws RateLimitError */
export async function assertNoGuessAtTarget(
  c: C,
  { name }: FoundCall,
  input: Record<string, unknown>,
): Promise<void> {
  const field = TARGET_FIELDS[name]?.find((each) => input[each] !== undefined)
  if (field) await countTarget(c, name, String(input[field]).toLowerCase(), 'ACCOUNT_LIMIT')
}

// Always before the target: whoever is over a network's limit does not use up a target's.
async function countNetwork(c: C, what: string) {
  await assertWithinLimit(c, 'GUESS_LIMIT', `${what} `)
  await assertWithinLimit(c, 'GUESS_WIDE_LIMIT', `${what} `, 3)
}

const countTarget = async (c: C, what: string, target: string, binding: 'ACCOUNT_LIMIT' | 'SESSION_LIMIT') =>
  assertKeyWithinLimit(c, binding, `${what} ${await sha256Hex(target)}`)

/** Notes that the site has accepted a request's session or token: it is no guess from now on. */
export async function noteAccepted(
  c: C,
  call: Call,
  { session, token }: RequestCredentials,
  actor: SignedInActor | undefined,
): Promise<void> {
  if (token && actor?.by === 'token') {
    acceptedSessions(c).set(await tokenKey(token), true)
    return
  }
  if (session && sendsSession(c, call)) acceptedSessions(c).set(await sha256Hex(session), true)
}
