import type { D1Database } from '@cloudflare/workers-types'
import type * as v from 'valibot'
import { AppError } from '../../../shared/errors.ts'
import { MailSchema } from '../../../shared/schema/own/staff.ts'
import { DAY_MS, isoTime } from '../../../shared/time.ts'
import { assertMailRoom } from '../../mail/mail-room.ts'
import { writeNotice } from '../../mail/notices.ts'
import { withoutSecrets } from '../../mail/secret-links.ts'
import { findUser } from '../../people/users.ts'
import { findPart, findRow, insertRow, rowNumber } from '../../sql.ts'
import { auditIfChanged, personOf } from '../actor.ts'
import type { SiteHandlers } from '../site-handlers.ts'

const MAILS = 'id, recipient AS "to", subject, text, created_at, sent_at, failure'
const ONE = `SELECT ${MAILS} FROM outbox WHERE id = ?1`
type Mail = v.InferOutput<typeof MailSchema>

const OF_STATE = { unsent: ' WHERE sent_at IS NULL', sent: ' WHERE sent_at IS NOT NULL' } as const

// ?1 the mail, ?2 its target, ?3 how lately it was asked for: a repetition is the same act. ?4 why it stays, if it does.
const AGAIN = `
  UPDATE outbox SET tries = 0, failure = ?4
   WHERE id = ?1 AND sent_at IS NULL AND NOT EXISTS (
           SELECT 1 FROM audit WHERE target = ?2 AND action = 'mail.resend' AND created_at > ?3)`
const AGAIN_MS = 60_000
const NO_SERVICE = 'There is no mail service: mails stay in the outbox'

// An address that is not confirmed yet is its link's, too.
const BY_ADDRESS = `
  SELECT * FROM users
   WHERE email = ?1 OR id = (SELECT user_id FROM links WHERE email = ?1 AND purpose = 'email' LIMIT 1) LIMIT 1`

// ?5 who, ?6 action, ?7 target, ?8 reason: a repetition is the same act.
const NOT_NOTED =
  'NOT EXISTS (SELECT 1 FROM audit WHERE actor_id = ?5 AND action = ?6 AND target = ?7 AND reason = ?8)'

const masked = (mail: Mail): Mail => ({ ...mail, text: withoutSecrets(mail.text) })

/** Whom a mail to an address is about; by the address alone where there is no account. */
async function personAt(d1: D1Database, address: string) {
  const user = await findUser(d1.prepare(BY_ADDRESS).bind(address))
  return { username: user?.username ?? address, language: user?.language || ('en' as const) }
}

/** @throws AppError 'not-found'; 'conflict' for one that was sent */
async function unsentMail(d1: D1Database, id: string): Promise<Mail> {
  const mail = await findRow(MailSchema, d1.prepare(ONE).bind(rowNumber(id)))
  if (!mail) throw new AppError('not-found', 'There is no such mail')
  if (mail.sent_at !== null)
    throw new AppError('conflict', 'This mail was sent: only its reader has the link')
  return mail
}

/** The mails, for staff: a link in one lets its person in, and so is no one else's. */
export const outboxHandlers = {
  async outbox({ d1 }, { state, ...page }) {
    const list = { columns: MAILS, from: `outbox${state ? OF_STATE[state] : ''}`, by: `id ${page.order}` }
    const { results, count } = await findPart(MailSchema, d1, list, page)
    return { body: { results: results.map(masked), count } }
  },

  /** For who gets no mail from here: noted with the reason, and told to the person. */
  async revealMail({ d1, actor, enqueue, ...cause }, { id, reason }) {
    const mail = await unsentMail(d1, id)
    if (masked(mail).text === mail.text) return { body: mail }
    const { nowMs } = cause
    // Nothing is revealed that its person is not told of.
    await assertMailRoom(d1, mail.to, nowMs)
    const notice = writeNotice('revealed', await personAt(d1, mail.to), cause, reason.replace(/\s+/g, ' '))
    const person = personOf(actor)
    const act = { action: 'mail.reveal', target: `mail/${mail.id}`, reason }
    const row = { recipient: mail.to, ...notice, created_at: isoTime(nowMs) }
    const [told] = await d1.batch([
      insertRow(d1, 'outbox', row, { sql: NOT_NOTED, values: [person.id, act.action, act.target, reason] }),
      auditIfChanged(d1, person, { ...act, nowMs }),
    ])
    if (told?.meta.changes) enqueue({ kind: 'mail', id: told.meta.last_row_id })
    return { body: mail }
  },

  /**
   * Tries again at once, with all tries. One that is older than its links is not sent any more; without a mail service none is, and
   * `failure` says so.
   */
  async resendMail({ d1, actor, enqueue, nowMs, MAIL }, { id }) {
    const mail = await unsentMail(d1, id)
    if (Date.parse(mail.created_at) < nowMs - DAY_MS)
      throw new AppError('conflict', 'This mail is older than a day: its link has expired')
    const act = { action: 'mail.resend', target: `mail/${mail.id}`, nowMs }
    const failure = MAIL ? '' : NO_SERVICE
    const [again] = await d1.batch([
      d1.prepare(AGAIN).bind(mail.id, act.target, isoTime(nowMs - AGAIN_MS), failure),
      auditIfChanged(d1, personOf(actor), act),
    ])
    if (again?.meta.changes) enqueue({ kind: 'mail', id: mail.id })
    return { body: masked({ ...mail, failure }) }
  },
} satisfies SiteHandlers
