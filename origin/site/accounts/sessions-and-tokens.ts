import type { D1Database } from '@cloudflare/workers-types'
import * as v from 'valibot'
import { momentMs } from '../../../shared/calls/moment.ts'
import { AppError, fieldError } from '../../../shared/errors.ts'
import type { TokenScope } from '../../../shared/schema/choices.ts'
import { ApiTokenSchema, SessionSchema } from '../../../shared/schema/own/people.ts'
import { isoTime } from '../../../shared/time.ts'
import { hasRoom, spend, throwRefusal } from '../../bounds.ts'
import { tellPerson } from '../../mail/notices.ts'
import { hashOf, newId, newSecret } from '../../people/secrets.ts'
import {
  isFreshAt,
  isOpenSession,
  NO_SESSION,
  noteConfirmed,
  ScopesColumn,
  sessionOf,
  sessionTimes,
} from '../../people/sessions.ts'
import { userById } from '../../people/users.ts'
import { BitColumn, findRows } from '../../sql.ts'
import { assertPassword, personOf } from '../actor.ts'
import type { SiteHandlers } from '../site-handlers.ts'

const SESSIONS = `
  SELECT s.id, s.agent, s.created_at, s.last_used_at, s.hash = ?2 AS is_current,
         max(s.created_at, s.confirmed_at) AS given_at
    FROM sessions AS s JOIN users AS u ON u.id = s.user_id AND u.access_version = s.access_version
   WHERE s.user_id = ?1 AND ${isOpenSession(3)} ORDER BY s.created_at DESC`
const { is_fresh, ...sessionEntries } = SessionSchema.entries
const SessionRow = v.object({ ...sessionEntries, is_current: BitColumn, given_at: v.string() })

// ?1 is the person.
const TOKENS = `
  SELECT t.id, t.name, t.created_at, t.last_used_at, t.expires_at, t.scopes
    FROM tokens AS t JOIN users AS u ON u.id = t.user_id AND u.access_version = t.access_version
   WHERE t.user_id = ?1 ORDER BY t.created_at DESC`
const TokenRow = v.object({ ...ApiTokenSchema.entries, scopes: ScopesColumn })

// Only while the session that makes it is good: ?1 is its hash, ?8 its person.
const ADD_TOKEN = `
  INSERT INTO tokens (hash, id, user_id, name, created_at, expires_at, scopes, access_version)
  SELECT ?2, ?3, u.id, ?4, ?5, ?6, ?7, u.access_version
    FROM sessions AS s JOIN users AS u ON u.id = s.user_id AND u.access_version = s.access_version
   WHERE s.hash = ?1 AND u.id = ?8 AND ${hasRoom('tokens', '?8')}`

/** What a token is for where its maker says nothing. */
const DEFAULT_SCOPES: readonly TokenScope[] = ['read', 'upload']

const notFound = () => new AppError('not-found', 'There is no such record')

function expiryOf(moment: string | number | undefined, nowMs: number): string | null {
  if (moment === undefined) return null
  const ms = momentMs(moment)
  if (ms > nowMs) return isoTime(ms)
  throw fieldError('expires', 'expires must be in the future')
}

/** The tokens of a person, without their secrets. */
export async function tokensOf(d1: D1Database, userId: string) {
  const results = await findRows(TokenRow, d1.prepare(TOKENS).bind(userId))
  return { results, count: results.length }
}

/** What a person is signed in by. @param own the hash of the session that asks */
export async function sessionsOf(d1: D1Database, userId: string, own: string, nowMs: number) {
  const rows = await findRows(SessionRow, d1.prepare(SESSIONS).bind(userId, own, ...sessionTimes(nowMs)))
  const results = rows.map(({ given_at, ...row }) => ({ ...row, is_fresh: isFreshAt(given_at, nowMs) }))
  return { results, count: results.length }
}

/** What people are signed in by: each sees and ends their own. */
export const sessionHandlers = {
  async sessions({ d1, actor, headers, nowMs }) {
    const own = await hashOf(sessionOf(headers) ?? '')
    return { body: await sessionsOf(d1, personOf(actor).id, own, nowMs) }
  },

  async endSession({ d1, actor, headers }, { id }) {
    const hash = await d1
      .prepare('DELETE FROM sessions WHERE id = ?1 AND user_id = ?2 RETURNING hash')
      .bind(id, personOf(actor).id)
      .first<string>('hash')
    if (hash === null) throw notFound()
    return hash === (await hashOf(sessionOf(headers) ?? '')) ? { cookies: NO_SESSION } : {}
  },

  async confirmSession({ d1, actor, headers, nowMs }, { password }) {
    const user = await userById(d1, personOf(actor).id)
    if (user.password === null) throw new AppError('conflict', 'This account has no password: sign in again')
    await assertPassword(user, password)
    await noteConfirmed(d1, sessionOf(headers) ?? '', nowMs)
    return {}
  },

  async tokens({ d1, actor }) {
    return { body: await tokensOf(d1, personOf(actor).id) }
  },

  /** A token of a stolen session would outlive it: the person is told by mail. */
  async createToken({ d1, actor, enqueue, ...cause }, { name, expires, scopes = DEFAULT_SCOPES }) {
    const { nowMs, headers } = cause
    if (name.trim() === '') throw fieldError('name', 'name is required')
    const expires_at = expiryOf(expires, nowMs)
    const person = personOf(actor)
    if (person.needsFactor && scopes.includes('moderate')) {
      throw new AppError(
        'second-factor-needed',
        'Tokens that moderate need a second factor: set one up first',
      )
    }
    const user = await userById(d1, person.id)
    const token = newSecret()
    const [hash, session] = [await hashOf(token), await hashOf(sessionOf(headers) ?? '')]
    const id = newId()
    const values = [hash, id, name, isoTime(nowMs), expires_at, JSON.stringify(scopes), user.id]
    const [made, , told] = await d1.batch<{ id: number }>([
      d1.prepare(ADD_TOKEN).bind(session, ...values),
      spend(d1, 'tokens', user.id),
      tellPerson(d1, 'token', { user, hash }, cause),
    ])
    if (made?.meta.changes === 0) await throwRefusal(d1, 'tokens', user.id)
    enqueue({ kind: 'mail', id: told?.results[0]?.id ?? 0 })
    return { body: { id, name, token, scopes: [...scopes] }, status: 201 }
  },

  async deleteToken({ d1, actor }, { id }) {
    const { meta } = await d1
      .prepare('DELETE FROM tokens WHERE id = ?1 AND user_id = ?2')
      .bind(id, personOf(actor).id)
      .run()
    if (meta.changes === 0) throw notFound()
    return {}
  },
} satisfies SiteHandlers
