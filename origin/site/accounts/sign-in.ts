import type { D1Database } from '@cloudflare/workers-types'
import { AppError, fieldError, SuspendedError } from '../../../shared/errors.ts'
import { isoTime } from '../../../shared/time.ts'
import { NOTHING_BEGUN } from '../../people/challenges.ts'
import { csrfOf, hashOf, hashPassword, isCheap, isPassword, newSecret } from '../../people/secrets.ts'
import {
  csrfCookie,
  csrfTokenOf,
  decides,
  endSession,
  identityOfSession,
  NO_SESSION,
  newSessionCookies,
  sessionOf,
} from '../../people/sessions.ts'
import {
  findUser,
  HAS_FACTOR,
  MAY_SIGN_IN,
  type UserRecord,
  userById,
  userRecordJson,
} from '../../people/users.ts'
import type { SiteHandlers, SiteRequest } from '../site-handlers.ts'
import { openSession } from './open-session.ts'
import { assertCode, type Proved, proveBegun, provePasskey } from './second-step.ts'

// Upper and lower case are the same in a name and in an e-mail address.
const BY_NAME = `SELECT *, ${HAS_FACTOR} FROM users WHERE username = ?1 COLLATE NOCASE OR email = ?1 LIMIT 1`

const wrongPassword = () => new AppError('unauthorized', 'The name or the password is wrong')

/** @throws AppError 'unauthorized'; 'forbidden' for an account that is not confirmed, 'suspended' for one that staff have ended */
async function userByPassword(d1: D1Database, name: string, password: string): Promise<UserRecord> {
  const user = await findUser(d1.prepare(BY_NAME).bind(name))
  const isRight = await isPassword(password, user?.password)
  if (!user || !isRight) throw wrongPassword()
  if (user.standing === 'suspended') throw new SuspendedError(user.standing_reason)
  if (user.state === 'active') return user
  throw new AppError('forbidden', 'Confirm your e-mail address first: we have sent you a link')
}

const badLink = () => new AppError('unauthorized', 'This link does not work any more')

// ?1 the link's hash, ?2 now
const GOOD_LINK = `links WHERE hash = ?1 AND purpose = 'sign-in' AND expires_at > ?2`
const BY_LINK = `
  SELECT *, ${HAS_FACTOR} FROM users
   WHERE (id, access_version) = (SELECT user_id, access_version FROM ${GOOD_LINK}) AND ${MAY_SIGN_IN}`

const STORE_AGAIN = 'UPDATE users SET password = ?2 WHERE id = ?1 AND password = ?3'

/** The statement that stores a password at today's cost, where it was stored when it cost less. */
async function storedAgain(d1: D1Database, { id, password: stored }: UserRecord, password: string) {
  if (stored === null || !isCheap(stored)) return []
  return [d1.prepare(STORE_AGAIN).bind(id, await hashPassword(password), stored)]
}

/** @throws AppError 'unauthorized' */
async function proveLink({ d1, nowMs }: SiteRequest, token: string): Promise<Proved> {
  const link = [await hashOf(token), isoTime(nowMs)]
  const user = await findUser(d1.prepare(BY_LINK).bind(...link))
  if (!user) throw badLink()
  const use = d1.prepare(`DELETE FROM ${GOOD_LINK}`).bind(...link)
  return { user, before: [use], isOnce: true, link: link[0], refusal: badLink }
}

async function provePassword({ d1 }: SiteRequest, name: string, password: string): Promise<Proved> {
  const user = await userByPassword(d1, name, password)
  return { user, before: await storedAgain(d1, user, password), refusal: wrongPassword }
}

/** Opens the session. @throws AppError where the access that was proved has ended, or was used, in the meantime (T54) */
async function openFor(deps: SiteRequest, { user, before, isOnce = false, refusal }: Proved) {
  const { session, changed, isOpen } = await openSession(deps, { user, before })
  if (isOpen && (changed[0] || !isOnce)) return { user, session }
  // The session's secret was sent to no one.
  await endSession(deps.d1, session.secret)
  throw refusal()
}

type Given = Partial<Record<'username' | 'password' | 'token' | 'code' | 'credential', string | undefined>>

/** The first step, or what goes on with it. @throws AppError for what is wrong */
function prove(deps: SiteRequest, { username, password = '', token, code, credential }: Given) {
  if (credential !== undefined) return provePasskey(deps, credential)
  if (token) return proveLink(deps, token)
  if (username) return provePassword(deps, username, password)
  if (code !== undefined) return proveBegun(deps)
  throw fieldError('username', 'username is required')
}

/** Sign in, sign out, and who is signed in. */
export const signInHandlers = {
  /** Everyone gets a `csrftoken`, so that a visitor's first write is possible too: who signs in gets another. */
  async loginCheck({ d1, headers, publicUrl, nowMs }) {
    const secret = sessionOf(headers)
    const found = secret ? await identityOfSession(d1, secret, nowMs) : undefined
    const csrf = found && secret ? await csrfOf(secret) : (csrfTokenOf(headers) ?? newSecret())
    return {
      body: found
        ? { logged_in: true, user: userRecordJson(found.user, publicUrl) }
        : { logged_in: false, user: null },
      ...(csrf !== csrfTokenOf(headers) && { cookies: [csrfCookie(csrf)] }),
    }
  },

  /** By name and password, by a link, or by a passkey; T72: with the code of who has a second factor, here or in a second step. */
  async login(deps, given: Given) {
    const proved = await prove(deps, given)
    await assertCode(deps, proved, given.code)
    const { user, session } = await openFor(deps, proved)
    const lacks = deps.wantsFactor && decides(user.role) && !(await userById(deps.d1, user.id)).has_factor
    return {
      body: { ...userRecordJson(user, deps.publicUrl), ...(lacks && { needs_second_factor: true }) },
      cookies: [...newSessionCookies(session), NOTHING_BEGUN],
    }
  },

  async logout({ d1, headers }) {
    const session = sessionOf(headers)
    if (session) await endSession(d1, session)
    return { cookies: NO_SESSION }
  },
} satisfies SiteHandlers
