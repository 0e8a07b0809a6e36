import { and, eq, gt, or, sql } from 'drizzle-orm'
import { AppError, InputError } from '../../shared/errors.ts'
import { userRecordJson } from '../json/user-json.ts'
import { csrfOf, hashOf, isPassword, newSecret } from '../people/secrets.ts'
import {
  csrfCookie,
  csrfTokenOf,
  endSession,
  identityOfSession,
  NO_SESSION,
  newSession,
  type OpenSession,
  sessionCookies,
  sessionOf,
} from '../people/sessions.ts'
import type { Database } from '../schema/database.ts'
import { links, type UserRecord, users } from '../schema/people.ts'
import type { SiteHandlers } from './site-handlers.ts'

type SignIn = { headers: Headers; nowMs: number }

/** The user with this name or e-mail address; upper and lower case are the same. */
async function findByName(db: Database, name: string): Promise<UserRecord | undefined> {
  const isName = sql`${users.username} = ${name} COLLATE NOCASE`
  const [user] = await db
    .select()
    .from(users)
    .where(or(isName, eq(users.email, name)))
    .limit(1)
  return user
}

/** @throws AppError 'unauthorized'; 'forbidden' for an account that is not confirmed */
async function userByPassword(db: Database, username: string, password: string): Promise<UserRecord> {
  const user = await findByName(db, username)
  const isRight = await isPassword(password, user?.password)
  if (!user || !isRight) throw new AppError('unauthorized', 'The name or the password is wrong')
  if (user.state === 'active') return user
  throw new AppError('forbidden', 'Confirm your e-mail address first: we have sent you a link')
}

const sessionFor = (db: Database, { id }: UserRecord, { headers, nowMs }: SignIn) =>
  newSession(db, {
    userId: id,
    agent: headers.get('User-Agent') ?? '',
    before: sessionOf(headers),
    nowMs,
  })

const badLink = () => new AppError('unauthorized', 'This link does not work any more')

/** Opens a session by a link that works once. @throws AppError 'unauthorized' */
async function openByLink(db: Database, token: string, request: SignIn) {
  const isGood = and(
    eq(links.hash, await hashOf(token)),
    eq(links.purpose, 'sign-in'),
    gt(links.expires_at, new Date(request.nowMs).toISOString()),
  )
  const [found] = await db
    .select({ user: users })
    .from(links)
    .innerJoin(users, eq(users.id, links.user_id))
    .where(and(isGood, eq(users.state, 'active')))
  if (!found) throw badLink()
  const { session, statements } = await sessionFor(db, found.user, request)
  const [used] = await db.batch([
    db.delete(links).where(isGood).returning({ hash: links.hash }),
    ...statements,
  ])
  if (used.length > 0) return { user: found.user, session }
  // Another request has used it in the meantime. The session's secret was sent to no one.
  await endSession(db, session.secret)
  throw badLink()
}

async function openByPassword(
  db: Database,
  { username = '', password = '' }: { username?: string | undefined; password?: string | undefined },
  request: SignIn,
): Promise<{ user: UserRecord; session: OpenSession }> {
  if (!username) throw new InputError('username is required', { username: 'username is required' })
  const user = await userByPassword(db, username, password)
  const { session, statements } = await sessionFor(db, user, request)
  await db.batch(statements)
  return { user, session }
}

/** Sign in, sign out, and who is signed in. */
export const signInHandlers = {
  /** Everyone gets a `csrftoken`, so that a visitor's first write is possible too: who signs in gets another. */
  async loginCheck({ db, headers, publicUrl, nowMs }) {
    const secret = sessionOf(headers)
    const found = secret ? await identityOfSession(db, secret, nowMs) : undefined
    const csrf = found && secret ? await csrfOf(secret) : (csrfTokenOf(headers) ?? newSecret())
    return {
      body: found
        ? { logged_in: true, user: userRecordJson(found.user, publicUrl) }
        : { logged_in: false, user: null },
      ...(csrf !== csrfTokenOf(headers) && { cookies: [csrfCookie(csrf)] }),
    }
  },

  async login({ db, headers, publicUrl, nowMs }, { token, ...given }) {
    const request = { headers, nowMs }
    const { user, session } = await (token
      ? openByLink(db, token, request)
      : openByPassword(db, given, request))
    return { body: userRecordJson(user, publicUrl), cookies: sessionCookies(session) }
  },

  async logout({ db, headers }) {
    const session = sessionOf(headers)
    if (session) await endSession(db, session)
    return { cookies: NO_SESSION }
  },
} satisfies SiteHandlers
