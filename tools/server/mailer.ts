import { createHash } from 'node:crypto'
import { createTransport } from 'nodemailer'
import * as v from 'valibot'

/** A mail as the Worker gives it to its binding (`origin/mail/send-mail.ts`). */
const MailSchema = v.object({
  from: v.object({ email: v.string(), name: v.string() }),
  to: v.string(),
  subject: v.string(),
  text: v.string(),
})

/** ms until a mail server is given up; below those that the Worker waits. */
const TIMEOUTS = { connectionTimeout: 5000, greetingTimeout: 5000, socketTimeout: 8000 } as const
/** Mails that are remembered as sent. */
const REMEMBERED = 5000

export type Mailer = { send: (text: string) => Promise<void>; close: () => void }

/**
 * Hands mails to a mail server by SMTP. A mail that the Worker gave up waiting for and brings again goes out once: it has an id of
 * its own, and what is under way is waited for.
 * @param url `smtp://` or `smtps://`, with user and password
 * @throws Error where the mail server has not taken it
 */
export function createMailer(url: string): Mailer {
  const { protocol } = new URL(url)
  if (!['smtp:', 'smtps:'].includes(protocol)) throw new Error('SMTP_URL begins with smtp:// or smtps://')
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: 2,
    disableFileAccess: true,
    disableUrlAccess: true,
    ...TIMEOUTS,
  })
  const known = new Map<string, Promise<unknown>>()
  return {
    async send(text) {
      const { from, to, subject, text: words } = v.parse(MailSchema, JSON.parse(text))
      const id = createHash('sha256')
        .update(JSON.stringify([to, subject, words]))
        .digest('hex')
        .slice(0, 32)
      const under = known.get(id)
      if (under) return void (await under)
      const host = from.email.split('@').at(-1) ?? 'localhost'
      const sent = transport.sendMail({
        from: { name: from.name, address: from.email },
        to: { name: '', address: to },
        subject,
        text: words,
        messageId: `<${id}@${host}>`,
        headers: { 'Auto-Submitted': 'auto-generated' },
      })
      known.set(id, sent)
      const [oldest] = known.keys()
      if (known.size > REMEMBERED && oldest) known.delete(oldest)
      try {
        await sent
      } catch (error) {
        known.delete(id)
        throw error
      }
    },
    close: () => transport.close(),
  }
}
