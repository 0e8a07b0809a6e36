import type { D1Database, D1PreparedStatement } from '@cloudflare/workers-types'
import { AppError, fieldError, SuspendedError } from '../../../shared/errors.ts'
import { tellPerson } from '../../mail/notices.ts'
import { languageOf } from '../../mail/write-mail.ts'
import { browserName } from '../../people/browser-name.ts'
import { createGuesses } from '../../people/guesses.ts'
import { csrfOf, hashOf, hashPassword, isCheap, isPassword, newSecret } from '../../people/secrets.ts'
import {
  csrfCookie,
  csrfTokenOf,
  endSession,
  identityOfSession,
  NO_SESSION,
  newSession,
  newSessionCookies,
  type OpenSession,
  sessionOf,
} from '../../people/sessions.ts'
import { findUser, MAY_SIGN_IN, type UserRecord, userRecordJson } from '../../people/users.ts'
import type { SiteHandlers, SiteRequest } from '../site-handlers.ts'

// Upper and lower case are the same in a name and in an e-mail address.
const BY_NAME = 'SELECT * FROM users WHERE username = ?1 COLLATE NOCASE OR email = ?1 LIMIT 1'

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

const NOTE_LANGUAGE = "UPDATE users SET language = ?2 WHERE id = ?1 AND language = ''"

/** Whether a person has signed in with this browser before, or never with any. */
async function isKnown(d1: D1Database, { id, language }: UserRecord, headers: Headers): Promise<boolean> {
  if (language === '') return true
  const known = await createGuesses(d1).browserOf(headers.get('Known-Browser') ?? '')
  return known?.user === id
}

/** Opens a session in one batch with what it follows from, and tells the person of a browser that is new. */
async function open(
  { d1, enqueue, ...cause }: SiteRequest,
  user: UserRecord,
  before: readonly D1PreparedStatement[],
): Promise<{ session: OpenSession; used: boolean; isOpen: boolean }> {
  const { headers, nowMs } = cause
  const agent = headers.get('User-Agent') ?? ''
  const opening = {
    userId: user.id,
    version: user.access_version,
    agent,
    before: sessionOf(headers),
    nowMs,
  }
  const { session, statements } = await newSession(d1, opening)
  const told = { user, hash: await hashOf(session.secret), reason: browserName(agent) }
  const note = d1.prepare(NOTE_LANGUAGE).bind(user.id, languageOf(headers))
  const first = [...before, note, ...statements]
  const tell = (await isKnown(d1, user, headers)) ? [] : [tellPerson(d1, 'signin', told, cause)]
  const results = await d1.batch<{ id: number }>([...first, ...tell])
  for (const { results: mails } of results.slice(first.length))
    enqueue({ kind: 'mail', id: mails[0]?.id ?? 0 })
  return {
    session,
    used: Boolean(results[0]?.meta.changes),
    isOpen: Boolean(results[first.length - 1]?.meta.changes),
  }
}

const badLink = () => new AppError('unauthorized', 'This link does not work any more')

// ?1 the link's hash, ?2 now
const GOOD_LINK = `links WHERE hash = ?1 AND purpose = 'sign-in' AND expires_at > ?2`
const BY_LINK = `
  SELECT * FROM users WHERE (id, access_version) = (SELECT user_id, access_version FROM ${GOOD_LINK}) AND ${MAY_SIGN_IN}`

/** Opens a session by a link that works once. @throws AppError 'unauthorized' */
async function openByLink(deps: SiteRequest, token: string) {
  const { d1 } = deps
  const link = [await hashOf(token), new Date(deps.nowMs).toISOString()]
  const user = await findUser(d1.prepare(BY_LINK).bind(...link))
  if (!user) throw badLink()
  const { session, used, isOpen } = await open(deps, user, [
    d1.prepare(`DELETE FROM ${GOOD_LINK}`).bind(...link),
  ])
  if (used && isOpen) return { user, session }
  // Another request has used it in the meantime, or ended it. The session's secret was sent to no one.
  await endSession(d1, session.secret)
  throw badLink()
}

const STORE_AGAIN = 'UPDATE users SET password = ?2 WHERE id = ?1 AND password = ?3'

/** The statement that stores a password at today's cost, where it was stored when it cost less. */
async function storedAgain(d1: D1Database, { id, password: stored }: UserRecord, password: string) {
  if (stored === null || !isCheap(stored)) return []
  return [d1.prepare(STORE_AGAIN).bind(id, await hashPassword(password), stored)]
}

async function openByPassword(
  deps: SiteRequest,
  { username = '', password = '' }: { username?: string | undefined; password?: string | undefined },
): Promise<{ user: UserRecord; session: OpenSession }> {
  if (!username) throw fieldError('username', 'username is required')
  const user = await userByPassword(deps.d1, username, password)
  const { session, isOpen } = await open(deps, user, await storedAgain(deps.d1, user, password))
  if (isOpen) return { user, session }
  // T54: the password has changed while this one was checked.
  throw wrongPassword()
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

  async login(deps, { token, ...given }) {
    const { user, session } = await (token ? openByLink(deps, token) : openByPassword(deps, given))
    return { body: userRecordJson(user, deps.publicUrl), cookies: newSessionCookies(session) }
  },

  async logout({ d1, headers }) {
    const session = sessionOf(headers)
    if (session) await endSession(d1, session)
    return { cookies: NO_SESSION }
  },
} satisfies SiteHandlers
