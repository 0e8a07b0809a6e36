import { isoTime } from '../../shared/time.ts'
import type { JobDeps } from '../job.ts'
import { hasMailRoom } from '../mail/mail-room.ts'
import { writeNotice } from '../mail/notices.ts'
import { MAY_SIGN_IN, UserRecord } from '../people/users.ts'
import { findRows } from '../sql.ts'

// ?1 the webhook, ?2 why
const OFF = `
  UPDATE webhooks SET is_active = 0, off_because = ?2 WHERE id = ?1 AND is_active = 1 RETURNING url`
const AUDIT = `
  INSERT INTO audit (actor_id, actor, action, target, reason, created_at)
  SELECT 'webhooks', 'webhooks', 'webhook.off', ?1, ?2, ?3 WHERE changes() > 0`

/** Whom it is mailed to. The audit log tells the others. */
const STAFF_MAX = 20
const STAFF = `
  SELECT * FROM users WHERE role = 'staff' AND ${MAY_SIGN_IN} AND email IS NOT NULL ORDER BY created_at LIMIT ${STAFF_MAX}`
const WRITE = `
  INSERT INTO outbox (recipient, subject, text, created_at)
  SELECT ?1, ?2, ?3, ?4 WHERE ${hasMailRoom('?1', '?4', 'account')} RETURNING id`

/** Switches a webhook off whose address is dead, and tells staff: in the audit log, and by mail in their languages. */
export async function switchOff(
  { DB, brand, mailUrl }: JobDeps,
  id: string,
  because: string,
): Promise<number[]> {
  const nowMs = Date.now()
  const at = isoTime(nowMs)
  const [changed] = await DB.batch<{ url: string }>([
    DB.prepare(OFF).bind(id, because),
    DB.prepare(AUDIT).bind(`webhook/${id}`, because, at),
  ])
  const url = changed?.results[0]?.url
  if (url === undefined) return []
  const staff = await findRows(UserRecord, DB.prepare(STAFF))
  if (staff.length === 0) return []
  const cause = { brand, mailUrl, headers: new Headers(), nowMs }
  const { host } = new URL(url)
  const written = await DB.batch<{ id: number }>(
    staff.map((person) => {
      const { subject, text } = writeNotice('webhook', person, cause, host)
      return DB.prepare(WRITE).bind(person.email, subject, text, at)
    }),
  )
  return written.flatMap(({ results }) => results.map((row) => row.id))
}
