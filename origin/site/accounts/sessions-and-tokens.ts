import * as v from 'valibot'
import { AppError, fieldError } from '../../../shared/errors.ts'
import { ApiTokenSchema, SessionSchema } from '../../../shared/schema/own/people.ts'
import { hashOf, newId, newSecret } from '../../people/secrets.ts'
import { NO_SESSION, sessionOf } from '../../people/sessions.ts'
import { BitColumn, findRows, insertRow } from '../../sql.ts'
import { personOf } from '../actor.ts'
import type { SiteHandlers } from '../site-handlers.ts'

const TOKENS_MAX = 50

const SESSIONS = `
  SELECT id, agent, created_at, last_used_at, hash = ?2 AS is_current
    FROM sessions WHERE user_id = ?1 AND expires_at > ?3 ORDER BY created_at DESC`
const SessionRow = v.object({ ...SessionSchema.entries, is_current: BitColumn })

const TOKENS = `
  SELECT id, name, created_at, last_used_at, expires_at FROM tokens WHERE user_id = ?1 ORDER BY created_at DESC`

const notFound = () => new AppError('not-found', 'There is no such record')

/** The ISO form of a `Moment` (`shared/calls/fields.ts`): ISO 8601 already, or seconds since 1970. */
function isoOf(moment: string | number): string | undefined {
  const ms = /^\d+$/.test(String(moment)) ? Number(moment) * 1000 : Date.parse(String(moment))
  const date = new Date(ms)
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString()
}

function expiryOf(moment: string | number | undefined, nowMs: number): string | null {
  if (moment === undefined) return null
  const at = isoOf(moment)
  if (at && Date.parse(at) > nowMs) return at
  throw fieldError('expires', 'expires must be in the future')
}

/** What people are signed in by: each sees and ends their own. */
export const sessionHandlers = {
  async sessions({ d1, actor, headers, nowMs }) {
    const own = await hashOf(sessionOf(headers) ?? '')
    const now = new Date(nowMs).toISOString()
    const results = await findRows(SessionRow, d1.prepare(SESSIONS).bind(personOf(actor).id, own, now))
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
    const had = await d1
      .prepare('SELECT count(*) AS n FROM tokens WHERE user_id = ?1')
      .bind(user_id)
      .first('n')
    if (Number(had) >= TOKENS_MAX) {
      throw new AppError('conflict', `There are ${TOKENS_MAX} tokens already: delete one first`)
    }
    const token = newSecret()
    const id = newId()
    const created_at = new Date(nowMs).toISOString()
    await insertRow(d1, 'tokens', {
      hash: await hashOf(token),
      id,
      user_id,
      name,
      created_at,
      expires_at,
    }).run()
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
