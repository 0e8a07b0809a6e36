import { within } from '../../shared/server/deadline.ts'
import { DAY_MS, isoTime } from '../../shared/time.ts'
import type { Job, JobDeps } from '../job.ts'
import { withoutSecrets } from './secret-links.ts'

/** ms that the mail service may take. */
const SEND_MS = 10_000
/** A mail's links are good for a day: later it is not sent any more. */
const TRIES_MAX = 20
const FAILURE_MAX = 200
/** What one night sends again. */
const AGAIN_MAX = 500

const TEXT = 'SELECT text FROM outbox WHERE id = ?1 AND sent_at IS NULL'
const FAIL = 'UPDATE outbox SET failure = ?2 WHERE id = ?1'

const TRY = `
  UPDATE outbox SET tries = tries + 1 WHERE id = ?1 AND sent_at IS NULL
  RETURNING recipient, subject, text, created_at`
type Mail = Record<'recipient' | 'subject' | 'text' | 'created_at', string>

const UNSENT = `
  SELECT id FROM outbox WHERE sent_at IS NULL AND created_at > ?1 AND tries < ${TRIES_MAX} LIMIT ${AGAIN_MAX}`

/** A line that is a link, as the texts of mails have it; of a mail that was written without an address, a path. */
const LINKS = /^(?:https?:\/\/\S+|\/\S*)$/gm

/**
 * T62: why a mail may not leave. Its links have to lead to the configured address: who has a mail has what its link opens.
 * @returns undefined for a mail that may.
 */
function heldBack(text: string, mailUrl: string): string | undefined {
  const links = text.match(LINKS) ?? []
  if (links.length === 0) return undefined
  if (mailUrl === '') return 'PUBLIC_URL is not set: mails with links do not leave'
  if (links.every((link) => link.startsWith(`${mailUrl}/`))) return undefined
  return 'Its link leads elsewhere than to PUBLIC_URL'
}

/**
 * Sends a mail of the outbox by the platform's binding. Without one it stays there, where staff find its link.
 * https://developers.cloudflare.com/email-service/
 * @throws what the service throws; the row says why
 */
export async function sendMail({ DB, MAIL, mailUrl, brand, mailFrom }: JobDeps, id: number): Promise<void> {
  const text = await DB.prepare(TEXT).bind(id).first<string>('text')
  const held = text === null ? undefined : heldBack(text, mailUrl)
  if (held) {
    await DB.prepare(FAIL).bind(id, held).run()
    return
  }
  if (!MAIL) return
  const mail = await DB.prepare(TRY).bind(id).first<Mail>()
  if (!mail || Date.parse(mail.created_at) < Date.now() - DAY_MS) return
  const { recipient: to, subject } = mail
  const sent = { from: { email: mailFrom, name: brand }, to, subject, text: mail.text }
  try {
    await within(SEND_MS, () => MAIL.send(sent))
  } catch (error) {
    const failure = (error instanceof Error ? error.message : String(error)).slice(0, FAILURE_MAX)
    await DB.prepare(FAIL).bind(id, failure).run()
    throw error
  }
  // The link is the recipient's from now on.
  await DB.prepare("UPDATE outbox SET sent_at = ?2, failure = '', text = ?3 WHERE id = ?1")
    .bind(id, isoTime(Date.now()), withoutSecrets(mail.text))
    .run()
}

/** The mails of the last day that were not sent. */
export async function unsentMails({ DB, MAIL }: JobDeps): Promise<Job[]> {
  if (!MAIL) return []
  const { results } = await DB.prepare(UNSENT)
    .bind(isoTime(Date.now() - DAY_MS))
    .all<{ id: number }>()
  return results.map(({ id }) => ({ kind: 'mail', id }))
}
