import { and, eq, gt, isNull, lt, sql } from 'drizzle-orm'
import { within } from '../../shared/server/deadline.ts'
import { DAY_MS, isoTime } from '../../shared/time.ts'
import type { Job, JobDeps } from '../job.ts'
import { databaseOf } from '../schema/database.ts'
import { outbox } from '../schema/people.ts'

/** ms that the mail service may take. */
const SEND_MS = 10_000
/** A mail's links are good for a day: later it is not sent any more. */
const TRIES_MAX = 20
const FAILURE_MAX = 200
/** What one night sends again. */
const AGAIN_MAX = 500

/**
 * Sends a mail of the outbox by the platform's binding. Without one it stays there, where staff find its link.
 * https://developers.cloudflare.com/email-service/
 * @throws what the service throws; the row says why
 */
export async function sendMail({ DB, MAIL, brand, mailFrom }: JobDeps, id: number): Promise<void> {
  if (!MAIL) return
  const db = databaseOf(DB)
  const [mail] = await db
    .update(outbox)
    .set({ tries: sql`${outbox.tries} + 1` })
    .where(and(eq(outbox.id, id), isNull(outbox.sent_at)))
    .returning()
  if (!mail || Date.parse(mail.created_at) < Date.now() - DAY_MS) return
  const { recipient: to, subject, text } = mail
  try {
    await within(SEND_MS, () => MAIL.send({ from: { email: mailFrom, name: brand }, to, subject, text }))
  } catch (error) {
    const failure = (error instanceof Error ? error.message : String(error)).slice(0, FAILURE_MAX)
    await db.update(outbox).set({ failure }).where(eq(outbox.id, id))
    throw error
  }
  await db
    .update(outbox)
    .set({ sent_at: isoTime(Date.now()), failure: '' })
    .where(eq(outbox.id, id))
}

/** The mails of the last day that were not sent. */
export async function unsentMails({ DB, MAIL }: JobDeps): Promise<Job[]> {
  if (!MAIL) return []
  const rows = await databaseOf(DB)
    .select({ id: outbox.id })
    .from(outbox)
    .where(
      and(
        isNull(outbox.sent_at),
        gt(outbox.created_at, isoTime(Date.now() - DAY_MS)),
        lt(outbox.tries, TRIES_MAX),
      ),
    )
    .limit(AGAIN_MAX)
  return rows.map(({ id }) => ({ kind: 'mail', id }))
}
