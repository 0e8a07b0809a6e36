import type { D1Database } from '@cloudflare/workers-types'
import { eq, sql } from 'drizzle-orm'
import { AppError } from '../../../shared/errors.ts'
import { inOrder, pageOf } from '../../queries/page.ts'
import { movedItems } from '../../queries/redirects.ts'
import type { Database } from '../../schema/database.ts'
import { removals } from '../../schema/decisions.ts'
import { users } from '../../schema/people.ts'
import { personOf } from '../can.ts'
import type { SiteHandlers } from '../site-handlers.ts'
import { restore } from './set-hidden.ts'
import { type Takedown, takeDown } from './take-down.ts'

const takedownRows = (db: Database) =>
  db
    .select({
      id: removals.id,
      gif_id: removals.gif_id,
      reason: removals.reason,
      note: removals.note,
      actor: sql<string>`coalesce(${users.username}, '')`,
      created_at: removals.created_at,
      restored_at: removals.restored_at,
    })
    .from(removals)
    .leftJoin(users, eq(users.id, removals.actor_id))

/** A claim names the address that it was found at, maybe an old one (`docs/moving.md`): the item is what it is about. */
async function ofOwnIds(d1: D1Database, takedowns: readonly Takedown[]): Promise<Takedown[]> {
  const moved = await movedItems(
    d1,
    takedowns.map(({ gif_id }) => gif_id),
  )
  return takedowns.map((each) => ({ ...each, gif_id: moved.get(each.gif_id) ?? each.gif_id }))
}

/** Takedown (§7), its list, and restore. */
export const removalHandlers = {
  async takedown({ actor, publicUrl, nowMs, ...deps }, { takedowns: named, note = '', send_email }) {
    const decision = { actor: personOf(actor), publicUrl, nowMs }
    const takedowns = deps.isLibrary ? await ofOwnIds(deps.d1, named) : named
    const removed = await takeDown(deps, decision, { takedowns, note, sendEmail: send_email })
    const statusOf = (id: string) => (removed.has(id) ? 'removed' : 'already removed')
    return { body: { takedowns: takedowns.map((each) => ({ ...each, status: statusOf(each.gif_id) })) } }
  },

  async takedowns({ db, publicUrl }, page) {
    const { limit, offset } = pageOf(page)
    const [results, count] = await Promise.all([
      takedownRows(db).orderBy(inOrder(removals.id, page.order)).limit(limit).offset(offset),
      db.$count(removals),
    ])
    const next = offset + results.length
    const address = `${publicUrl}/api/v3/content-takedown/?limit=${limit}&offset=${next}&order=${page.order}`
    return { body: { results, count, next: results.length > 0 && next < count ? address : '' } }
  },

  async restoreTakedown({ actor, publicUrl, nowMs, ...deps }, { id, reason = '' }) {
    const number = /^\d{1,15}$/.test(id) ? Number(id) : 0
    await restore(deps, { actor: personOf(actor), publicUrl, nowMs }, { id: number, reason })
    const [row] = await takedownRows(deps.db).where(eq(removals.id, number))
    if (!row) throw new AppError('not-found', 'There is no such takedown')
    return { body: row }
  },
} satisfies SiteHandlers
