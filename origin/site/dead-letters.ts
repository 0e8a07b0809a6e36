import * as v from 'valibot'
import { AppError } from '../../shared/errors.ts'
import { BitColumn, findPart, json, rowNumber } from '../sql.ts'
import { auditIfChanged, personOf } from './actor.ts'
import type { SiteHandlers } from './site-handlers.ts'

/** So many are sent at once after the response; the night has the rest. */
const SENT_AT_ONCE = 100

const COLUMNS = "id, event, reason, replace(died_at, ' ', 'T') || 'Z' AS died_at, resend AS is_marked"
const LetterRow = v.object({
  id: v.number(),
  event: json(v.looseObject({ action_type: v.string() })),
  reason: v.string(),
  died_at: v.string(),
  is_marked: BitColumn,
})

// ?1 and ?2 are the first and last id.
const MARK = 'UPDATE dead_letters SET resend = 1 WHERE id BETWEEN ?1 AND ?2 AND resend = 0 RETURNING id'

// ?1 is the id, ?2 the person, ?3 their name at a site elsewhere, ?4 the time. Before it is gone: a repetition writes nothing.
const DROPPED = `
  INSERT INTO audit (actor_id, actor, action, target, reason, created_at)
  SELECT ?2, coalesce(?3, (SELECT username FROM users WHERE id = ?2)), 'pingback.drop', 'pingback/' || id, reason, ?4
    FROM dead_letters WHERE id = ?1`

const notFound = () => new AppError('not-found', 'There is no such pingback')

/** Pingbacks that did not arrive, for staff: their list, the newest first; they are sent again, or dropped. */
export const deadLetterHandlers = {
  async deadLetters({ d1 }, page) {
    const list = { columns: COLUMNS, from: 'dead_letters', by: `id ${page.order}` }
    return { body: await findPart(LetterRow, d1, list, page) }
  },

  async deleteDeadLetter({ d1, actor, nowMs }, { id }) {
    const number = rowNumber(id)
    const person = personOf(actor)
    const [, dropped] = await d1.batch([
      d1.prepare(DROPPED).bind(number, person.id, person.name ?? null, new Date(nowMs).toISOString()),
      d1.prepare('DELETE FROM dead_letters WHERE id = ?1').bind(number),
    ])
    if (!dropped?.meta.changes) throw notFound()
    return {}
  },

  async resendDeadLetters({ d1, actor, nowMs, resendLetters, waitUntil }, { id }) {
    const [first, last] =
      id === undefined ? [1, Number.MAX_SAFE_INTEGER] : ([rowNumber(id), rowNumber(id)] as const)
    const target = id === undefined ? 'pingback' : `pingback/${first}`
    const [marked] = await d1.batch<{ id: number }>([
      d1.prepare(MARK).bind(first, last),
      auditIfChanged(d1, personOf(actor), { action: 'pingback.resend', target, nowMs }),
    ])
    const ids = (marked?.results ?? []).map((row) => row.id)
    if (ids.length === 0 && id !== undefined) {
      const row = await d1.prepare('SELECT id FROM dead_letters WHERE id = ?1').bind(first).first()
      throw row ? new AppError('conflict', 'This pingback is being sent already') : notFound()
    }
    const sending = resendLetters?.(ids.slice(0, SENT_AT_ONCE))
    if (sending) waitUntil(sending.catch((error) => console.error('pingbacks are left for the night', error)))
    return { body: { count: ids.length } }
  },
} satisfies SiteHandlers
