import type { Context } from 'hono'
import { sha256Hex } from '../../shared/net/bytes.ts'
import type { FoundCall } from '../../shared/server/call-table.ts'
import type { App } from '../app-types.ts'
import type { RequestCredentials } from '../http/credentials.ts'
import { assertKeyWithinLimit, assertWithinLimit } from '../http/rate-limit.ts'
import type { Plan } from './access-plan.ts'
import { wasSessionAccepted, wasTokenAccepted } from './session-memory.ts'

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

/**
 * T33: limits how often confirmation tokens, passwords or sessions may be tried, by network and by target. An IPv6 network
 * counts as its /64 and, with a higher limit, as its /48. It needs no body: a target that a body names is counted after it
 * (`assertNoGuessAtTarget`).
 * @throws RateLimitError
 */
export async function countGuesses(
  c: C,
  { call, name, params }: FoundCall,
  { guesses }: Plan,
  { session, token, password }: RequestCredentials,
): Promise<void> {
  if (TARGET_FIELDS[name]) await countNetwork(c, name)
  const isOwn = OWN_PASSWORD.has(name)
  if (isOwn || (call.withPassword && password)) {
    // `self` is another user for each session and token: together they would lock each other out.
    const user = isOwn || params.id === 'self' ? `self ${token ?? session}` : String(params.id)
    await countNetwork(c, 'password')
    await countTarget(c, 'password', user, 'ACCOUNT_LIMIT')
  }
  if (guesses.token && token) await countTokenGuess(c, token)
  if (!guesses.session || !session || (await wasSessionAccepted(c.get('services'), session))) return
  await countNetwork(c, 'session')
  await countTarget(c, 'session', session, 'SESSION_LIMIT')
}

/** API tokens that the embedded site checks. They are counted by network alone: each guess is another token. */
export async function countTokenGuess(c: C, token: string): Promise<void> {
  if (!(await wasTokenAccepted(c.get('services'), token))) await countNetwork(c, 'token')
}

/** T33: the second half of the count of guesses, for calls whose body names the target. @throws RateLimitError */
export async function assertNoGuessAtTarget(
  c: C,
  { name }: FoundCall,
  input: Record<string, unknown>,
): Promise<void> {
  const field = TARGET_FIELDS[name]?.find((each) => input[each] !== undefined)
  if (field) await countTarget(c, name, String(input[field]).toLowerCase(), 'ACCOUNT_LIMIT')
}

// Always before the target: who is over a network's limit does not use up a target's.
async function countNetwork(c: C, what: string) {
  await assertWithinLimit(c, 'GUESS_LIMIT', `${what} `)
  await assertWithinLimit(c, 'GUESS_WIDE_LIMIT', `${what} `, 3)
}

const countTarget = async (c: C, what: string, target: string, binding: 'ACCOUNT_LIMIT' | 'SESSION_LIMIT') =>
  assertKeyWithinLimit(c, binding, `${what} ${await sha256Hex(target)}`)
