import type { D1Database, D1PreparedStatement } from '@cloudflare/workers-types'
import * as v from 'valibot'
import { cookieOf } from '../../shared/net/headers.ts'
import type { Identify, SignedInActor } from '../../shared/server/origin.ts'
import { DAY_S, isoTime } from '../../shared/time.ts'
import { findRow, insertRow } from '../sql.ts'
import { csrfOf, hashOf, newId, newSecret } from './secrets.ts'
import { UserRecord } from './users.ts'

/** Looks people up at each request, so that a session or token that ended is worth nothing from then on. */
export function createIdentify(d1: D1Database, now: () => number = Date.now): Identify {
  return async ({ session, token }) => {
    // A token goes before a session, and a wrong one does not fall back to it.
    if (token) {
      const actor = await actorOfToken(d1, token, now())
      return actor && { actor, csrf: undefined }
    }
    const found = session ? await identityOfSession(d1, session, now()) : undefined
    return found && session ? { actor: found.actor, csrf: await csrfOf(session) } : undefined
  }
}

/** The cookies of calls, by the site's names; the Worker sets their attributes (`worker/http/credentials.ts`). */
export const newSessionCookies = ({ secret, csrf }: OpenSession): string[] => [
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
type Identity = { actor: SignedInActor; user: UserRecord }

type SessionFor = {
  userId: string
  /** The browser's name of itself, cut to 200 characters, by which people tell their sessions apart. */
  agent: string
  /** The session that the browser had before, if any: it ends (T31: a new id at each sign-in). */
  before?: string | undefined
  nowMs: number
}

const DROP_OLDEST = `
  DELETE FROM sessions WHERE user_id = ?1
     AND id NOT IN (SELECT id FROM sessions WHERE user_id = ?1 ORDER BY created_at DESC LIMIT ${SESSIONS_MAX - 1})`

const DROP = 'DELETE FROM sessions WHERE hash = ?1'

/** A new session, and the statements that open it: they may be in one batch with what it follows from. */
export async function newSession(d1: D1Database, { userId, agent, before, nowMs }: SessionFor) {
  const secret = newSecret()
  const at = isoTime(nowMs)
  const session: OpenSession = { secret, csrf: await csrfOf(secret) }
  const statements = [
    d1.prepare('DELETE FROM sessions WHERE expires_at <= ?1').bind(at),
    d1.prepare(DROP).bind(before ? await hashOf(before) : ''),
    d1.prepare(DROP_OLDEST).bind(userId),
    insertRow(d1, 'sessions', {
      hash: await hashOf(secret),
      id: newId(),
      user_id: userId,
      agent: agent.slice(0, AGENT_MAX),
      created_at: at,
      last_used_at: at,
      expires_at: isoTime(nowMs + SESSION_S * 1000),
    }),
  ]
  return { session, statements }
}

const OF_SESSION = `
  SELECT u.*, s.last_used_at FROM sessions AS s JOIN users AS u ON u.id = s.user_id
   WHERE s.hash = ?1 AND s.expires_at > ?2 AND u.state = 'active'`
const SessionRow = v.object({ ...UserRecord.entries, last_used_at: v.string() })
const NOTE_SESSION = 'UPDATE sessions SET last_used_at = ?2, expires_at = ?3 WHERE hash = ?1'

/** Whose session this is; undefined if it has ended, or its user may not sign in. */
export async function identityOfSession(
  d1: D1Database,
  secret: string,
  nowMs: number,
): Promise<Identity | undefined> {
  const hash = await hashOf(secret)
  const row = await findRow(SessionRow, d1.prepare(OF_SESSION).bind(hash, isoTime(nowMs)))
  if (!row) return undefined
  const { last_used_at, ...user } = row
  if (Date.parse(last_used_at) < nowMs - NOTED_MS) {
    await d1
      .prepare(NOTE_SESSION)
      .bind(hash, isoTime(nowMs), isoTime(nowMs + SESSION_S * 1000))
      .run()
  }
  return { actor: { id: user.id, role: user.role, by: 'session' }, user }
}

const OF_TOKEN = `
  SELECT u.id, u.role, t.last_used_at FROM tokens AS t JOIN users AS u ON u.id = t.user_id
   WHERE t.hash = ?1 AND u.state = 'active' AND (t.expires_at IS NULL OR t.expires_at > ?2)`
const { id, role } = UserRecord.entries
const TokenRow = v.object({ id, role, last_used_at: v.nullable(v.string()) })

/** Whose API token this is; undefined if it is unknown or has expired. */
async function actorOfToken(
  d1: D1Database,
  secret: string,
  nowMs: number,
): Promise<SignedInActor | undefined> {
  const hash = await hashOf(secret)
  const now = isoTime(nowMs)
  const row = await findRow(TokenRow, d1.prepare(OF_TOKEN).bind(hash, now))
  if (!row) return undefined
  if (!(Date.parse(row.last_used_at ?? '') >= nowMs - NOTED_MS)) {
    await d1.prepare('UPDATE tokens SET last_used_at = ?2 WHERE hash = ?1').bind(hash, now).run()
  }
  return { id: row.id, role: row.role, by: 'token' }
}

/** Ends the session of a browser. */
export async function endSession(d1: D1Database, secret: string): Promise<void> {
  await d1
    .prepare(DROP)
    .bind(await hashOf(secret))
    .run()
}

/** A statement that ends all sessions of a user. */
export const endAllSessions = (d1: D1Database, userId: string): D1PreparedStatement =>
  d1.prepare('DELETE FROM sessions WHERE user_id = ?1').bind(userId)
