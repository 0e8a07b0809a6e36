import * as v from 'valibot'
import { AppError } from '../../shared/errors.ts'
import type { Actor } from '../../shared/server/origin.ts'
import { BitColumn, findPart, json } from '../sql.ts'
import { personOf } from './actor.ts'
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

// ?1 and ?2 are the first and last id, ?3 the person, ?4 their name at a site elsewhere, ?5 the time. An act is written on the condition of its change, before
// it: a repetition writes nothing.
const actOf = (action: string, target: string, reason: string, where: string) => `
  INSERT INTO audit (actor_id, actor, action, target, reason, created_at)
  SELECT ?3, coalesce(?4, (SELECT username FROM users WHERE id = ?3)), '${action}', ${target}, ${reason}, ?5
    FROM dead_letters WHERE ${where} LIMIT 1`

const MARKABLE = 'id BETWEEN ?1 AND ?2 AND resend = 0'
const MARKED_ACT = actOf('pingback.resend', "iif(?1 = ?2, 'pingback/' || id, 'pingback')", "''", MARKABLE)
const MARK = `UPDATE dead_letters SET resend = 1 WHERE ${MARKABLE} RETURNING id`
const DROPPED_ACT = actOf('pingback.drop', "'pingback/' || id", 'reason', 'id BETWEEN ?1 AND ?2')
const DROP = 'DELETE FROM dead_letters WHERE id = ?1'

function whoAndWhen(actor: Actor, nowMs: number): [id: string, name: string | null, at: string] {
  const { id, name = null } = personOf(actor)
  return [id, name, new Date(nowMs).toISOString()]
}

const numberOf = (id: string) => (/^\d{1,15}$/.test(id) ? Number(id) : 0)

const notFound = () => new AppError('not-found', 'There is no such pingback')

/** Pingbacks that did not arrive, for staff: their list, the newest first; they are sent again, or dropped. */
export const deadLetterHandlers = {
  async deadLetters({ d1 }, page) {
    const list = { columns: COLUMNS, from: 'dead_letters', by: `id ${page.order}` }
    return { body: await findPart(LetterRow, d1, list, page) }
  },

  async deleteDeadLetter({ d1, actor, nowMs }, { id }) {
    const number = numberOf(id)
    const [, dropped] = await d1.batch([
      d1.prepare(DROPPED_ACT).bind(number, number, ...whoAndWhen(actor, nowMs)),
      d1.prepare(DROP).bind(number),
    ])
    if (!dropped?.meta.changes) throw notFound()
    return {}
  },

  async resendDeadLetters({ d1, actor, nowMs, resendLetters, waitUntil }, { id }) {
    const [first, last] =
      id === undefined ? [1, Number.MAX_SAFE_INTEGER] : ([numberOf(id), numberOf(id)] as const)
    const [, marked] = await d1.batch<{ id: number }>([
      d1.prepare(MARKED_ACT).bind(first, last, ...whoAndWhen(actor, nowMs)),
      d1.prepare(MARK).bind(first, last),
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
