import * as v from 'valibot'
import { RateLimitError } from '../../shared/errors.ts'
import { sha256Hex } from '../../shared/net/bytes.ts'
import { jsonOrNothing } from '../../shared/net/parse-json.ts'
import { own } from '../../shared/own.ts'
import type { FoundCall } from '../../shared/server/call-table.ts'
import type { Guesses, KnownBrowser, SignedInActor } from '../../shared/server/origin.ts'
import type { AppContext } from '../http/context.ts'
import type { RequestCredentials } from '../http/credentials.ts'
import {
  addressOf,
  assertKeyWithinLimit,
  assertNetworkWithinLimits,
  hasAddress,
  networkOf,
} from '../http/rate-limit.ts'
import { textOf, type UpstreamResponse } from '../upstreams/send.ts'

/** Calls without a session that a stranger can try values with, and the field that names the target, the first that is there. */
const TARGET_FIELDS: Readonly<Record<string, readonly string[] | undefined>> = {
  login: ['token', 'username'],
  // No guesses: each is a row.
  passkeyChallenge: [],
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
const OWN_PASSWORD = new Set(['changePassword', 'deleteAccount', 'confirmSession'])

/** Whether a call tries a password of the person who makes it, or of the one that its path names. */
const triesPassword = ({ call, name }: FoundCall, { password }: RequestCredentials): boolean =>
  OWN_PASSWORD.has(name) || (call.withPassword && password !== undefined)

/** What the first half of the count has to know of a request. */
type Tried = { found: FoundCall; credentials: RequestCredentials }

// A request looks its browser up once.
const browsers = new WeakMap<Request, Promise<KnownBrowser | undefined>>()

/** The browser that a request comes from, where its cookie is good. */
function browserOf(c: AppContext, guesses: Guesses, { known }: RequestCredentials) {
  const { raw } = c.req
  const found = browsers.get(raw) ?? (known ? guesses.browserOf(known) : Promise.resolve(undefined))
  browsers.set(raw, found)
  return found
}

const guessesOf = (c: AppContext) => c.get('services').guesses?.()

// Always before the target: who is over a network's limit does not use up a target's.
export const countNetwork = (c: AppContext, what: string): Promise<void> =>
  assertNetworkWithinLimits(c, ['GUESS_LIMIT', 'GUESS_WIDE_LIMIT'], `${what} `)

/**
 * T33, T59: the first half of the count of guesses at a target, before the body is read: by network. A browser that is known
 * has its own count instead (`beginGuess`).
 * @throws RateLimitError
 */
export async function countGuessOfNetwork(c: AppContext, { found, credentials }: Tried): Promise<void> {
  const { name, params } = found
  const isPassword = triesPassword(found, credentials)
  if (!own(TARGET_FIELDS, name) && !isPassword) return
  const guesses = await guessesOf(c)
  if (guesses && (await browserOf(c, guesses, credentials))) return
  await countNetwork(c, isPassword ? 'password' : name)
  if (guesses || !isPassword) return
  // `self` is another user for each session and token: together they would lock each other out.
  const isOwn = OWN_PASSWORD.has(name) || params.id === 'self'
  const user = isOwn ? `self ${credentials.token ?? credentials.session}` : String(params.id)
  await countElsewhere(c, 'password', user)
}

/** T59: a site elsewhere counts by target itself. We count by target and network, and loosely from everywhere. */
async function countElsewhere(c: AppContext, what: string, target: string): Promise<void> {
  const key = `${what} ${await sha256Hex(target)}`
  if (hasAddress(c)) await assertKeyWithinLimit(c, 'ACCOUNT_LIMIT', `${key} ${networkOf(addressOf(c), 3)}`)
  await assertKeyWithinLimit(c, 'GUESS_WIDE_LIMIT', key)
}

/** What follows a response: a count is taken back, a browser remembered. Undefined: the password was right, and a code is missing. */
export type Settle = (response?: UpstreamResponse) => Promise<UpstreamResponse | undefined>

const asItIs: Settle = async (response) => response

/**
 * T33, T59: the second half, for what the body or the session names: by target and network, and by target alone.
 * @returns what to do with the response: one that shows a right password takes the count back, and remembers the browser
 * @throws RateLimitError
 */
export async function beginGuess(
  c: AppContext,
  { found, credentials }: Tried,
  input: Record<string, unknown>,
  actor: SignedInActor | undefined,
): Promise<Settle> {
  const { name } = found
  const field = own(TARGET_FIELDS, name)?.find((each) => own(input, each) !== undefined)
  const value = field ? String(own(input, field)) : undefined
  const guesses = await guessesOf(c)
  if (!guesses) {
    if (value !== undefined) await countElsewhere(c, name, value.toLowerCase())
    return asItIs
  }
  // A token has 256 bits: who tries one is counted by network.
  const owner = field === 'token' ? await guesses.ownerOfLink(value ?? '') : undefined
  const typed = field === 'token' ? undefined : value
  const isPassword = actor !== undefined && triesPassword(found, credentials)
  // T72: a code is a guess at the account whose password, or link, is right.
  const coded =
    name === 'login' && typed === undefined && own(input, 'code') !== undefined
      ? (owner ?? (await guesses.ownerOfBegun(credentials.begun ?? '')))
      : undefined
  const target = isPassword ? actor.id : coded
  const undo = target
    ? await count(c, guesses, credentials, { what: isPassword ? 'password' : name, target })
    : typed !== undefined && (await countTyped(c, guesses, credentials, { what: name, typed }))
  return async (response) => {
    const isWrong = response && (response.status === 401 || response.status === 403)
    try {
      // The other calls send a mail: each counts.
      if (undo && !isWrong && (isPassword || name === 'login')) await undo()
      if (response?.ok)
        return await remembering(guesses, response, provedBy(name, response, actor?.id, owner))
    } catch (error) {
      // What was asked for is done.
      console.error('a guess is not taken back', error)
    }
    return response
  }
}

async function countTyped(
  c: AppContext,
  guesses: Guesses,
  credentials: RequestCredentials,
  { what, typed }: { what: string; typed: string },
) {
  const account = await guesses.accountOf(typed)
  // The same work for a name that no one has: nothing tells whether there is an account.
  const target = account ?? `no one ${await sha256Hex(typed.normalize('NFKC').toLowerCase())}`
  return count(c, guesses, credentials, { what, target })
}

async function count(
  c: AppContext,
  guesses: Guesses,
  credentials: RequestCredentials,
  { what, target }: { what: string; target: string },
): Promise<() => Promise<void>> {
  const known = await browserOf(c, guesses, credentials)
  const browser = known?.user === target ? known.id : undefined
  // Known for another account: it was let off its network's count, and is not for this one.
  if (known && !browser) await countNetwork(c, what)
  const network = hasAddress(c) ? networkOf(addressOf(c), 3) : undefined
  const begun = await guesses.begin({ what, target, network, browser })
  if ('undo' in begun) return begun.undo
  throw new RateLimitError('Too many requests: try again in a moment', begun.wait)
}

const SignedInSchema = v.object({ id: v.string() })

/** Whose browser a good response shows this to be. */
function provedBy(
  name: string,
  response: UpstreamResponse,
  caller: string | undefined,
  owner: string | undefined,
): string | undefined {
  if (name === 'changePassword') return caller
  if (name === 'confirmReset' || name === 'registerConfirm') return owner
  if (name !== 'login') return undefined
  const body = v.safeParse(SignedInSchema, jsonOrNothing(textOf(response)))
  return body.success ? body.output.id : undefined
}

/** The response with the cookie that remembers its browser. */
async function remembering(
  guesses: Guesses,
  response: UpstreamResponse,
  user: string | undefined,
): Promise<UpstreamResponse> {
  const line = user && (await guesses.remember(user))
  if (!line) return response
  const headers = new Headers(response.headers)
  headers.append('Set-Cookie', line)
  return { ...response, headers }
}
