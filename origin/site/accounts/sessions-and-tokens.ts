import { and, count, desc, eq } from 'drizzle-orm'
import { AppError, InputError } from '../../../shared/errors.ts'
import { hashOf, newId, newSecret } from '../../people/secrets.ts'
import { NO_SESSION, sessionOf } from '../../people/sessions.ts'
import { sessions, tokens } from '../../schema/people.ts'
import { personOf } from '../can.ts'
import type { SiteHandlers } from '../site-handlers.ts'

const TOKENS_MAX = 50

const SHOWN = {
  id: tokens.id,
  name: tokens.name,
  created_at: tokens.created_at,
  last_used_at: tokens.last_used_at,
  expires_at: tokens.expires_at,
}

const notFound = () => new AppError('not-found', 'There is no such record')

/** The ISO form of a `Moment` (`shared/calls/site-fields.ts`): ISO 8601 already, or seconds since 1970. */
function isoOf(moment: string | number): string | undefined {
  const ms = /^\d+$/.test(String(moment)) ? Number(moment) * 1000 : Date.parse(String(moment))
  const date = new Date(ms)
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString()
}

function expiryOf(moment: string | number | undefined, nowMs: number): string | null {
  if (moment === undefined) return null
  const at = isoOf(moment)
  if (at && Date.parse(at) > nowMs) return at
  const message = 'expires must be in the future'
  throw new InputError(message, { expires: message })
}

/** What people are signed in by: each sees and ends their own. */
export const sessionHandlers = {
  async sessions({ db, actor, headers, nowMs }) {
    const { id } = personOf(actor)
    const own = await hashOf(sessionOf(headers) ?? '')
    const rows = await db
      .select()
      .from(sessions)
      .where(eq(sessions.user_id, id))
      .orderBy(desc(sessions.created_at))
    const results = rows
      .filter(({ expires_at }) => Date.parse(expires_at) > nowMs)
      .map(({ id, hash, agent, created_at, last_used_at }) => ({
        id,
        agent,
        created_at,
        last_used_at,
        is_current: hash === own,
      }))
    return { body: { results, count: results.length } }
  },

  async endSession({ db, actor, headers }, { id }) {
    const [ended] = await db
      .delete(sessions)
      .where(and(eq(sessions.id, id), eq(sessions.user_id, personOf(actor).id)))
      .returning({ hash: sessions.hash })
    if (!ended) throw notFound()
    return ended.hash === (await hashOf(sessionOf(headers) ?? '')) ? { cookies: NO_SESSION } : {}
  },

  async tokens({ db, actor }) {
    const results = await db
      .select(SHOWN)
      .from(tokens)
      .where(eq(tokens.user_id, personOf(actor).id))
      .orderBy(desc(tokens.created_at))
    return { body: { results, count: results.length } }
  },

  /** A token makes no tokens: one that was stolen would never end. */
  async createToken({ db, actor, nowMs }, { name, expires }) {
    const { id: user_id, by } = personOf(actor)
    if (by === 'token') throw new AppError('forbidden', 'Sign in to make a token')
    if (name.trim() === '') throw new InputError('name is required', { name: 'name is required' })
    const expires_at = expiryOf(expires, nowMs)
    const [had] = await db.select({ count: count() }).from(tokens).where(eq(tokens.user_id, user_id))
    if ((had?.count ?? 0) >= TOKENS_MAX) {
      throw new AppError('conflict', `There are ${TOKENS_MAX} tokens already: delete one first`)
    }
    const token = newSecret()
    const id = newId()
    const created_at = new Date(nowMs).toISOString()
    await db.insert(tokens).values({ hash: await hashOf(token), id, user_id, name, created_at, expires_at })
    return { body: { id, name, token }, status: 201 }
  },

  async deleteToken({ db, actor }, { id }) {
    const [gone] = await db
      .delete(tokens)
      .where(and(eq(tokens.id, id), eq(tokens.user_id, personOf(actor).id)))
      .returning({ id: tokens.id })
    if (!gone) throw notFound()
    return {}
  },
} satisfies SiteHandlers
