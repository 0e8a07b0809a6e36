import type { D1Database } from '@cloudflare/workers-types'
import * as v from 'valibot'
import { ROLE_RANK } from '../../shared/calls/call.ts'
import { cookieOf } from '../../shared/net/headers.ts'
import { TOKEN_SCOPES } from '../../shared/schema/choices.ts'
import type { Identify, SignedInActor } from '../../shared/server/origin.ts'
import { DAY_MS, DAY_S, HOUR_MS, isoTime } from '../../shared/time.ts'
import { UNCONFIRMED_MS } from '../nightly.ts'
import { findRow, json } from '../sql.ts'
import { endFirstLink } from './first-link.ts'
import { csrfOf, hashOf, newId, newSecret } from './secrets.ts'
import { MAY_SIGN_IN, UserRecord } from './users.ts'

/** The maker that `npm start` and `serve` run: it takes work, and sends what it has made. It's no person, and stores nothing else. */
const MAKER: SignedInActor = { id: '', name: 'maker', role: 'staff', by: 'token', scopes: ['read', 'upload'] }

/**
 * Looks people up at each request, so that a session or token that ended is worth nothing from then on.
 * @param options `makerHash`: the hash of the maker's token; '' for none. `wantsFactor` as in `identityOfSession`
 */
export function createIdentify(
  d1: D1Database,
  { makerHash = '', wantsFactor = false }: { makerHash?: string; wantsFactor?: boolean } = {},
  now: () => number = Date.now,
): Identify {
  return async ({ session, token }) => {
    // A token goes before a session, and a wrong one does not fall back to it.
    if (token) {
      const isMaker = makerHash !== '' && (await hashOf(token)) === makerHash
      const actor = isMaker ? MAKER : await actorOfToken(d1, token, now())
      return actor && { actor, csrf: undefined }
    }
    const found = session ? await identityOfSession(d1, session, now(), wantsFactor) : undefined
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

/** The cookie of a browser that registers: it alone confirms with the password that it chose. As long as accounts wait. */
export const registrationCookie = (secret: string): string =>
  `registration=${secret}; Max-Age=${UNCONFIRMED_MS / 1000}`

export const registrationOf = (headers: Headers): string | undefined => cookie(headers, 'registration')

const cookie = (headers: Headers, name: string): string | undefined =>
  cookieOf(headers.get('Cookie') ?? '', name) || undefined

/** The secret of a request's session; whether it is still good is not checked. */
export const sessionOf = (headers: Headers): string | undefined => cookie(headers, 'sessionid')

export const csrfTokenOf = (headers: Headers): string | undefined => cookie(headers, 'csrftoken')

/** How long a session lasts at most, used or not, in s (`docs/threats.md`, Headers: its cookie). */
const SESSION_S = 30 * DAY_S
/** How long without use, in ms: who decides about others comes back to a browser that has forgotten them. */
const IDLE_MS = { people: 14 * DAY_MS, staff: 12 * HOUR_MS } as const
/** How long a sign-in is fresh, in ms: what changes access wants one (T55). */
const FRESH_MS = 15 * 60 * 1000
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
  /** The version of what its person has given (`access.ts`). */
  version: number
  /** The browser's name of itself, cut to 200 characters, by which people tell their sessions apart. */
  agent: string
  /** The session that the browser had before, if any: it ends (T31: a new id at each sign-in). */
  before?: string | undefined
  /** Whether an issuer has signed the person in (T64). */
  byIssuer?: boolean
  nowMs: number
}

const DROP_OLDEST = `
  DELETE FROM sessions WHERE user_id = ?1
     AND id NOT IN (SELECT id FROM sessions WHERE user_id = ?1 ORDER BY created_at DESC LIMIT ${SESSIONS_MAX - 1})`

const DROP = 'DELETE FROM sessions WHERE hash = ?1'

// T54: only for the version that was proved. What is written under another would be let in by the next event.
const ADD = `
  INSERT INTO sessions (hash, id, user_id, access_version, agent, created_at, last_used_at, expires_at, by_issuer)
  SELECT ?1, ?2, id, access_version, ?5, ?6, ?6, ?7, ?8 FROM users WHERE id = ?3 AND access_version = ?4`

/** A new session, and the statements that open it; the last one writes it. They may be in one batch with what it follows from. */
export async function newSession(
  d1: D1Database,
  { userId, version, agent, before, byIssuer = false, nowMs }: SessionFor,
) {
  const secret = newSecret()
  const at = isoTime(nowMs)
  const session: OpenSession = { secret, csrf: await csrfOf(secret) }
  const statements = [
    d1.prepare('DELETE FROM sessions WHERE expires_at <= ?1').bind(at),
    d1.prepare(DROP).bind(before ? await hashOf(before) : ''),
    d1.prepare(DROP_OLDEST).bind(userId),
    endFirstLink(d1, userId),
    d1
      .prepare(ADD)
      .bind(
        await hashOf(secret),
        newId(),
        userId,
        version,
        agent.slice(0, AGENT_MAX),
        at,
        isoTime(nowMs + SESSION_S * 1000),
        Number(byIssuer),
      ),
  ]
  return { session, statements }
}

/**
 * SQL that is true of a session `s` of a user `u` that has not ended.
 * @param at the number of the first of the four parameters that `sessionTimes` gives.
 */
export const isOpenSession = (at: number): string => `
  (s.expires_at > ?${at} AND s.created_at > ?${at + 1} AND s.last_used_at >
    CASE WHEN u.role IN ('staff', 'moderator') THEN ?${at + 3} ELSE ?${at + 2} END)`

/** Now, when a session that lives began at the earliest, and when it was last used: by people, and by staff. */
export const sessionTimes = (
  nowMs: number,
): [now: string, begun: string, used: string, staffUsed: string] => [
  isoTime(nowMs),
  isoTime(nowMs - SESSION_S * 1000),
  isoTime(nowMs - IDLE_MS.people),
  isoTime(nowMs - IDLE_MS.staff),
]

const OF_SESSION = `
  SELECT u.*, s.last_used_at, max(s.created_at, s.confirmed_at) AS given_at,
         s.by_issuer OR EXISTS (SELECT 1 FROM factors WHERE user_id = u.id) AS has_factor
    FROM sessions AS s JOIN users AS u ON u.id = s.user_id AND u.access_version = s.access_version
   WHERE s.hash = ?1 AND ${isOpenSession(2)} AND ${MAY_SIGN_IN}`
const SessionRow = v.object({ ...UserRecord.entries, last_used_at: v.string(), given_at: v.string() })
const NOTE_SESSION = 'UPDATE sessions SET last_used_at = ?2 WHERE hash = ?1'

/** Whether a sign-in, or a password that was given again, is fresh. */
export const isFreshAt = (givenAt: string, nowMs: number): boolean => Date.parse(givenAt) > nowMs - FRESH_MS

const NOTE_PASSWORD = 'UPDATE sessions SET confirmed_at = ?2 WHERE hash = ?1'

/** Notes that the person of a session has given the password again. */
export async function noteConfirmed(d1: D1Database, secret: string, nowMs: number): Promise<void> {
  await d1
    .prepare(NOTE_PASSWORD)
    .bind(await hashOf(secret), isoTime(nowMs))
    .run()
}

/**
 * Whose session this is; undefined if it has ended, or its user may not sign in.
 * @param wantsFactor whether who may moderate or more needs a second factor for it (T74)
 */
export async function identityOfSession(
  d1: D1Database,
  secret: string,
  nowMs: number,
  wantsFactor = false,
): Promise<Identity | undefined> {
  const hash = await hashOf(secret)
  const row = await findRow(SessionRow, d1.prepare(OF_SESSION).bind(hash, ...sessionTimes(nowMs)))
  if (!row) return undefined
  const { last_used_at, given_at, ...user } = row
  if (Date.parse(last_used_at) < nowMs - NOTED_MS) {
    await d1.prepare(NOTE_SESSION).bind(hash, isoTime(nowMs)).run()
  }
  const isFresh = isFreshAt(given_at, nowMs)
  const { id, role } = user
  const actor = { id, role, by: 'session', isFresh } as const
  if (!wantsFactor || user.has_factor || !decides(role)) return { actor, user }
  return { actor: { ...actor, role: 'user', needsFactor: true }, user }
}

/** Whether a role decides about others. */
export const decides = (role: UserRecord['role']): boolean => ROLE_RANK[role] >= ROLE_RANK.moderator

/** What tokens may be used for, as it is stored. */
export const ScopesColumn = json(v.array(v.picklist(TOKEN_SCOPES)))

const OF_TOKEN = `
  SELECT u.id, u.role, t.created_at, t.last_used_at, t.scopes
    FROM tokens AS t JOIN users AS u ON u.id = t.user_id AND u.access_version = t.access_version
   WHERE t.hash = ?1 AND ${MAY_SIGN_IN} AND (t.expires_at IS NULL OR t.expires_at > ?2)`
const { id, role } = UserRecord.entries
const TokenRow = v.object({
  id,
  role,
  created_at: v.string(),
  last_used_at: v.nullable(v.string()),
  scopes: ScopesColumn,
})

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
  // T55: what a right over others' rows allows, a token needs its scope for, in each call.
  const isPlain = !row.scopes.includes('moderate') && decides(row.role)
  return {
    id: row.id,
    role: isPlain ? 'user' : row.role,
    by: 'token',
    scopes: row.scopes,
    madeAt: row.created_at,
  }
}

/** Ends the session of a browser. */
export async function endSession(d1: D1Database, secret: string): Promise<void> {
  await d1
    .prepare(DROP)
    .bind(await hashOf(secret))
    .run()
}
