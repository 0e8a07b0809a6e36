import type { D1Database } from '@cloudflare/workers-types'
import { AppError } from '../../../shared/errors.ts'
import { TakedownSchema } from '../../../shared/schema/own/people.ts'
import { movedItems } from '../../queries/redirects.ts'
import { findPart, findRow, partOf, rowNumber } from '../../sql.ts'
import { personOf } from '../actor.ts'
import type { SiteHandlers, SiteRequest } from '../site-handlers.ts'
import { restore, type Takedown, takeDown } from './removals.ts'

const COLUMNS = `
  r.id, r.gif_id, r.title, r.reason, r.note, coalesce((SELECT username FROM users WHERE id = r.actor_id), '') AS actor,
  r.created_at, r.restored_at,
  coalesce((SELECT u.username FROM gifs AS g JOIN users AS u ON u.id = g.user_id WHERE g.id = r.gif_id), '') AS username`

// ?1 words of a title, an id, a reason, or an owner's name, ?2 a state; each null for any
const FILTERED = `
  (SELECT r.*, coalesce((SELECT u.username FROM gifs AS g JOIN users AS u ON u.id = g.user_id WHERE g.id = r.gif_id), '') AS owner
     FROM removals AS r) AS r
   WHERE (?1 IS NULL OR instr(lower(r.title || ' ' || r.gif_id || ' ' || r.reason || ' ' || r.owner), lower(?1)) > 0)
     AND (?2 IS NULL OR (r.restored_at IS NULL) = (?2 = 'removed'))`

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

const KNOWN = 'SELECT id FROM gifs WHERE id IN (SELECT value FROM json_each(?1))'

/** Of ids that are taken down, those of items; of a configured provider's, all. Any other is blocked, and is no item. */
async function knownIds({ d1, isLibrary }: SiteRequest, takedowns: readonly Takedown[]) {
  const ids = takedowns.map(({ gif_id }) => gif_id)
  if (!isLibrary) return new Set(ids)
  const { results } = await d1.prepare(KNOWN).bind(JSON.stringify(ids)).all<{ id: string }>()
  return new Set(results.map(({ id }) => id))
}

/** Takedown (§7), its list, and restore. */
export const removalHandlers = {
  async takedown(deps, { takedowns: named, note = '', send_email }) {
    const takedowns = deps.isLibrary ? await ofOwnIds(deps, named) : named
    const known = await knownIds(deps, takedowns)
    const removed = await takeDown(deps, { takedowns, note, sendEmail: send_email })
    const statusOf = (id: string) =>
      !known.has(id) ? 'unknown' : removed.has(id) ? 'removed' : 'already removed'
    return { body: { takedowns: takedowns.map((each) => ({ ...each, status: statusOf(each.gif_id) })) } }
  },

  async takedowns({ d1, publicUrl }, { q, state, ...page }) {
    const { limit, offset } = partOf(page)
    const list = { columns: COLUMNS, from: FILTERED, by: `r.id ${page.order}` }
    const { results, count } = await findPart(TakedownSchema, d1, list, page, q ?? null, state ?? null)
    const next = offset + results.length
    const filters = new URLSearchParams({ ...(q && { q }), ...(state && { state }), order: page.order })
    const address = `${publicUrl}/api/v3/content-takedown/?limit=${limit}&offset=${next}&${filters}`
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
