import * as v from 'valibot'
import { momentMs } from '../../../shared/calls/moment.ts'
import { AppError, fieldError } from '../../../shared/errors.ts'
import { ApiTokenSchema, SessionSchema } from '../../../shared/schema/own/people.ts'
import { isoTime } from '../../../shared/time.ts'
import { hasRoom, spend, throwRefusal } from '../../bounds.ts'
import { hashOf, newId, newSecret } from '../../people/secrets.ts'
import { isOpenSession, NO_SESSION, sessionOf, sessionTimes } from '../../people/sessions.ts'
import { BitColumn, findRows, insertRow } from '../../sql.ts'
import { personOf } from '../actor.ts'
import type { SiteHandlers } from '../site-handlers.ts'

const SESSIONS = `
  SELECT s.id, s.agent, s.created_at, s.last_used_at, s.hash = ?2 AS is_current
    FROM sessions AS s JOIN users AS u ON u.id = s.user_id
   WHERE s.user_id = ?1 AND ${isOpenSession(3)} ORDER BY s.created_at DESC`
const SessionRow = v.object({ ...SessionSchema.entries, is_current: BitColumn })

const TOKENS = `
  SELECT id, name, created_at, last_used_at, expires_at FROM tokens WHERE user_id = ?1 ORDER BY created_at DESC`

const notFound = () => new AppError('not-found', 'There is no such record')

function expiryOf(moment: string | number | undefined, nowMs: number): string | null {
  if (moment === undefined) return null
  const ms = momentMs(moment)
  if (ms > nowMs) return isoTime(ms)
  throw fieldError('expires', 'expires must be in the future')
}

/** What people are signed in by: each sees and ends their own. */
export const sessionHandlers = {
  async sessions({ d1, actor, headers, nowMs }) {
    const own = await hashOf(sessionOf(headers) ?? '')
    const query = d1.prepare(SESSIONS).bind(personOf(actor).id, own, ...sessionTimes(nowMs))
    const results = await findRows(SessionRow, query)
    return { body: { results, count: results.length } }
  },

  async endSession({ d1, actor, headers }, { id }) {
    const hash = await d1
      .prepare('DELETE FROM sessions WHERE id = ?1 AND user_id = ?2 RETURNING hash')
      .bind(id, personOf(actor).id)
      .first<string>('hash')
    if (hash === null) throw notFound()
    return hash === (await hashOf(sessionOf(headers) ?? '')) ? { cookies: NO_SESSION } : {}
  },

  async tokens({ d1, actor }) {
    const results = await findRows(ApiTokenSchema, d1.prepare(TOKENS).bind(personOf(actor).id))
    return { body: { results, count: results.length } }
  },

  /** A token makes no tokens: one that was stolen would never end. */
  async createToken({ d1, actor, nowMs }, { name, expires }) {
    const { id: user_id, by } = personOf(actor)
    if (by === 'token') throw new AppError('forbidden', 'Sign in to make a token')
    if (name.trim() === '') throw fieldError('name', 'name is required')
    const expires_at = expiryOf(expires, nowMs)
    const token = newSecret()
    const id = newId()
    const created_at = new Date(nowMs).toISOString()
    const row = { hash: await hashOf(token), id, user_id, name, created_at, expires_at }
    const [made] = await d1.batch([
      insertRow(d1, 'tokens', row, { sql: hasRoom('tokens', '?3') }),
      spend(d1, 'tokens', user_id),
    ])
    if (made?.meta.changes === 0) await throwRefusal(d1, 'tokens', user_id)
    return { body: { id, name, token }, status: 201 }
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
