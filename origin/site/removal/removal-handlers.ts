import type { D1Database } from '@cloudflare/workers-types'
import { AppError } from '../../../shared/errors.ts'
import { TakedownSchema } from '../../../shared/schema/own/people.ts'
import { movedItems } from '../../queries/redirects.ts'
import { findPart, findRow, partOf, rowNumber } from '../../sql.ts'
import { personOf } from '../actor.ts'
import type { SiteHandlers, SiteRequest } from '../site-handlers.ts'
import { restore, type Takedown, takeDown } from './removals.ts'

const COLUMNS = `
  r.id, r.gif_id, r.reason, r.note, coalesce((SELECT username FROM users WHERE id = r.actor_id), '') AS actor,
  r.created_at, r.restored_at`

const ONE = `SELECT ${COLUMNS} FROM removals AS r WHERE r.id = ?1`

// ?1 the takedown, ?2 the person
const OWN = `
  SELECT 1 FROM removals AS r JOIN gifs AS g ON g.id = r.gif_id
   WHERE r.id = ?1 AND r.restored_at IS NULL AND g.user_id = ?2 AND r.actor_id <> ?2`

/** @throws AppError 'forbidden' for an item of the person's own that another of the staff has taken down (T57) */
async function assertNotOwn(d1: D1Database, takedown: number, person: string): Promise<void> {
  if (await d1.prepare(OWN).bind(takedown, person).first())
    throw new AppError('forbidden', 'No one decides about their own GIF')
}

/** A claim names the address that it was found at, maybe an old one (`docs/moving.md`): the item is what it is about. */
async function ofOwnIds({ d1 }: SiteRequest, takedowns: readonly Takedown[]): Promise<Takedown[]> {
  const moved = await movedItems(
    d1,
    takedowns.map(({ gif_id }) => gif_id),
  )
  return takedowns.map((each) => ({ ...each, gif_id: moved.get(each.gif_id) ?? each.gif_id }))
}

/** Takedown (§7), its list, and restore. */
export const removalHandlers = {
  async takedown(deps, { takedowns: named, note = '', send_email }) {
    const takedowns = deps.isLibrary ? await ofOwnIds(deps, named) : named
    const removed = await takeDown(deps, { takedowns, note, sendEmail: send_email })
    const statusOf = (id: string) => (removed.has(id) ? 'removed' : 'already removed')
    return { body: { takedowns: takedowns.map((each) => ({ ...each, status: statusOf(each.gif_id) })) } }
  },

  async takedowns({ d1, publicUrl }, page) {
    const { limit, offset } = partOf(page)
    const list = { columns: COLUMNS, from: 'removals AS r', by: `r.id ${page.order}` }
    const { results, count } = await findPart(TakedownSchema, d1, list, page)
    const next = offset + results.length
    const address = `${publicUrl}/api/v3/content-takedown/?limit=${limit}&offset=${next}&order=${page.order}`
    return { body: { results, count, next: results.length > 0 && next < count ? address : '' } }
  },

  async restoreTakedown(deps, { id, reason = '' }) {
    const number = rowNumber(id)
    await assertNotOwn(deps.d1, number, personOf(deps.actor).id)
    await restore(deps, { id: number, reason })
    const row = await findRow(TakedownSchema, deps.d1.prepare(ONE).bind(number))
    if (!row) throw new AppError('not-found', 'There is no such takedown')
    return { body: row }
  },
} satisfies SiteHandlers
