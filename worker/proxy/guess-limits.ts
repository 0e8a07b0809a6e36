import type { Context } from 'hono'
import type { Call } from '../../shared/calls/call.ts'
import { sha256Hex } from '../../shared/net/bytes.ts'
import type { App } from '../app-types.ts'
import { assertKeyWithinLimit, assertWithinLimit } from '../http/rate-limit.ts'
import type { FoundCall } from '../http/routing/call-table.ts'
import { lruOfEach } from '../memory/lru.ts'
import type { SignedInActor } from '../upstreams/origin.ts'
import type { RequestCredentials } from './credentials.ts'
import { isBySession, isLookedUp, needsRoleCheck, passesToken } from './session-check.ts'

type C = Context<App>

/** Calls without a session that a stranger can try values with, and the field that names the target, the first that is there. */
const TARGET_FIELDS: Record<string, readonly string[] | undefined> = {
  login: ['token', 'username'],
  resetPassword: ['email'],
  confirmReset: ['token'],
  register: ['email'],
  registerConfirm: ['token'],
  registerResend: ['email'],
  // No guesses, but a stranger writes: by network alone.
  report: [],
  reportSearch: [],
}

/** Calls that check the password of who is signed in. */
const OWN_PASSWORD = new Set(['changePassword', 'deleteAccount'])

const MAX_SESSIONS = 1000

// By their hashes: the sessions and tokens that the site has accepted. They count as no guess, and prove nothing else.
const acceptedOf = lruOfEach<true>({ entries: MAX_SESSIONS })
const acceptedSessions = (c: C) => acceptedOf(c.get('services'))

const sendsSession = (c: C, call: Call, credentials: RequestCredentials) =>
  needsRoleCheck(c, call) ||
  isBySession(c, call, credentials) ||
  (call.upstream === 'site' && /^session/.test(call.auth))

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
  if (isLookedUp(c, call)) await assertNoTokenGuess(c, credentials.token)
  const { session } = credentials
  if (!session || !sendsSession(c, call, credentials) || acceptedSessions(c).get(await sha256Hex(session)))
    return
  await countNetwork(c, 'session')
  await countTarget(c, 'session', session, 'SESSION_LIMIT')
}

/** API tokens that the embedded site checks. They are counted by network alone: each guess is another token. */
export async function assertNoTokenGuess(c: C, token: string | undefined): Promise<void> {
  if (!token || !c.get('services').identify) return
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

/** Notes that a request's session or token was accepted, by us or by its service: it is no guess from now on. */
export async function noteAccepted(
  c: C,
  call: Call,
  credentials: RequestCredentials,
  actor: SignedInActor | undefined,
): Promise<void> {
  const { session, token } = credentials
  if (token && isLookedUp(c, call)) {
    if (actor?.by === 'token' || passesToken(c, call, credentials)) await noteToken(c, token)
    return
  }
  if (session && sendsSession(c, call, credentials)) acceptedSessions(c).set(await sha256Hex(session), true)
}

export async function noteToken(c: C, token: string): Promise<void> {
  acceptedSessions(c).set(await tokenKey(token), true)
}
