import type { D1Database } from '@cloudflare/workers-types'
import { and, desc, eq, gt, lte, sql } from 'drizzle-orm'
import { cookieOf } from '../../shared/net/headers.ts'
import type { Identify, SignedInActor } from '../../shared/server/origin.ts'
import { DAY_S, isoTime } from '../../shared/time.ts'
import { bounded } from '../bounded.ts'
import { type Database, databaseOf, throwCause } from '../schema/database.ts'
import { sessions, tokens, type UserRecord, users } from '../schema/people.ts'
import { csrfOf, hashOf, newId, newSecret } from './secrets.ts'

/** ms until a sick database means that no one can be identified: a 503. */
const IDENTIFY_MS = 2000

/** Looks people up at each request, so that a session or token that ended is worth nothing from then on. */
export function createIdentify(d1: D1Database, now: () => number = Date.now): Identify {
  const db = databaseOf(bounded(d1, IDENTIFY_MS))
  return async ({ session, token }) => {
    // A token goes before a session, and a wrong one does not fall back to it.
    if (token) {
      const found = await identityOfToken(db, token, now()).catch(throwCause)
      return found && { actor: found.actor, csrf: undefined }
    }
    const found = session ? await identityOfSession(db, session, now()).catch(throwCause) : undefined
    return found && session ? { actor: found.actor, csrf: await csrfOf(session) } : undefined
  }
}

/** The cookies of calls, by the site's names; the Worker sets their attributes (`worker/http/credentials.ts`). */
export const sessionCookies = ({ secret, csrf }: OpenSession): string[] => [
  `sessionid=${secret}; Max-Age=${SESSION_S}`,
  csrfCookie(csrf),
]

export const csrfCookie = (csrf: string): string => `csrftoken=${csrf}; Max-Age=${SESSION_S}`

export const NO_SESSION = ['sessionid=; Max-Age=0', 'csrftoken=; Max-Age=0']

const cookie = (headers: Headers, name: string): string | undefined =>
  cookieOf(headers.get('Cookie') ?? '', name) || undefined

/** The secret of a request's session; whether it is still good is not checked. */
export const sessionOf = (headers: Headers): string | undefined => cookie(headers, 'sessionid')

export const csrfTokenOf = (headers: Headers): string | undefined => cookie(headers, 'csrftoken')

/** How long a session lasts without use, and at most, in s (`docs/threats.md`, Headers: its cookie). */
const SESSION_S = 14 * DAY_S
/** A session's or token's last use is noted once in this time, in ms: not every read is a write. */
const NOTED_MS = 10 * 60 * 1000
const AGENT_MAX = 200
/** A person's oldest sessions end beyond this many. */
const SESSIONS_MAX = 50

/** What a browser gets when a user signs in. */
export type OpenSession = { secret: string; csrf: string }

/** Who is signed in, and their record. */
type Identity = { actor: SignedInActor; user: UserRecord; sessionId?: string }

type SessionFor = {
  userId: string
  /** The browser's name of itself, cut to 200 characters, by which people tell their sessions apart. */
  agent: string
  /** The session that the browser had before, if any: it ends (T31: a new id at each sign-in). */
  before?: string | undefined
  nowMs: number
}

/** A new session, and the statements that open it: they may be in one batch with what it follows from. */
export async function newSession(db: Database, { userId, agent, before, nowMs }: SessionFor) {
  const secret = newSecret()
  const at = isoTime(nowMs)
  const kept = db
    .select({ id: sessions.id })
    .from(sessions)
    .where(eq(sessions.user_id, userId))
    .orderBy(desc(sessions.created_at))
    .limit(SESSIONS_MAX - 1)
  const session: OpenSession = { secret, csrf: await csrfOf(secret) }
  const statements = [
    db.delete(sessions).where(lte(sessions.expires_at, at)),
    db.delete(sessions).where(eq(sessions.hash, before ? await hashOf(before) : '')),
    db.delete(sessions).where(and(eq(sessions.user_id, userId), sql`${sessions.id} NOT IN ${kept}`)),
    db.insert(sessions).values({
      hash: await hashOf(secret),
      id: newId(),
      user_id: userId,
      agent: agent.slice(0, AGENT_MAX),
      created_at: at,
      last_used_at: at,
      expires_at: isoTime(nowMs + SESSION_S * 1000),
    }),
  ] as const
  return { session, statements }
}

/** Whose session this is; undefined if it has ended, or its user may not sign in. */
export async function identityOfSession(
  db: Database,
  secret: string,
  nowMs: number,
): Promise<Identity | undefined> {
  const hash = await hashOf(secret)
  const [row] = await db
    .select({ user: users, id: sessions.id, last_used_at: sessions.last_used_at })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.user_id))
    .where(and(eq(sessions.hash, hash), gt(sessions.expires_at, isoTime(nowMs)), eq(users.state, 'active')))
  if (!row) return undefined
  if (Date.parse(row.last_used_at) < nowMs - NOTED_MS) {
    const noted = { last_used_at: isoTime(nowMs), expires_at: isoTime(nowMs + SESSION_S * 1000) }
    await db.update(sessions).set(noted).where(eq(sessions.hash, hash))
  }
  const { id, role } = row.user
  return { actor: { id, role, by: 'session' }, user: row.user, sessionId: row.id }
}

/** Whose API token this is; undefined if it is unknown or has expired. */
async function identityOfToken(db: Database, secret: string, nowMs: number): Promise<Identity | undefined> {
  const hash = await hashOf(secret)
  const [row] = await db
    .select({ user: users, expires_at: tokens.expires_at, last_used_at: tokens.last_used_at })
    .from(tokens)
    .innerJoin(users, eq(users.id, tokens.user_id))
    .where(and(eq(tokens.hash, hash), eq(users.state, 'active')))
  if (!row || (row.expires_at !== null && row.expires_at <= isoTime(nowMs))) return undefined
  if (Date.parse(row.last_used_at ?? '') >= nowMs - NOTED_MS) return identity(row.user)
  await db
    .update(tokens)
    .set({ last_used_at: isoTime(nowMs) })
    .where(eq(tokens.hash, hash))
  return identity(row.user)
}

const identity = (user: UserRecord): Identity => ({
  actor: { id: user.id, role: user.role, by: 'token' },
  user,
})

/** Ends the session of a browser. */
export async function endSession(db: Database, secret: string): Promise<void> {
  await db.delete(sessions).where(eq(sessions.hash, await hashOf(secret)))
}

/** A statement that ends all sessions of a user. */
export const endAllSessions = (db: Database, userId: string) =>
  db.delete(sessions).where(eq(sessions.user_id, userId))
