import type { D1Database } from '@cloudflare/workers-types'
import { assertMailRoom } from '../../mail/mail-room.ts'
import { mailStatements, writeMails } from '../../mail/write-mail.ts'
import type { UserRecord } from '../../people/users.ts'
import { personOf } from '../actor.ts'
import type { SiteHandlers } from '../site-handlers.ts'

type Cause = Parameters<typeof writeMails>[1]

// ?1 is the user. There is one pending address at most.
const DROP_PENDING = "DELETE FROM links WHERE user_id = ?1 AND purpose = 'email'"

// ?1 the link's hash, ?2 the new address. An address that is taken is pending as any other is, so that nothing tells.
const DROP_IF_TAKEN = `
  DELETE FROM outbox WHERE id = (SELECT max(id) FROM outbox) AND EXISTS (SELECT 1 FROM links WHERE hash = ?1)
     AND EXISTS (SELECT 1 FROM users WHERE email = ?2)`

// ?1 user, ?2 now
const PENDING = `
  SELECT l.email FROM links AS l JOIN users AS u ON u.id = l.user_id AND u.access_version = l.access_version
   WHERE l.user_id = ?1 AND l.purpose = 'email' AND l.expires_at > ?2`

/** The address that a user has asked for and not confirmed yet; '' for none. */
export const pendingAddress = async (d1: D1Database, userId: string, nowMs: number): Promise<string> =>
  (await d1.prepare(PENDING).bind(userId, new Date(nowMs).toISOString()).first<string>('email')) ?? ''

/**
 * The statements that ask for a new address, which counts once the link in its mail was opened (`confirm.ts`). The old address
 * is told, with a link that takes the account back.
 * @returns the statements, and which of them return the id of a mail
 * @throws RateLimitError where the old address has had its mails of the day
 */
export async function askForAddress(d1: D1Database, user: UserRecord, email: string, cause: Cause) {
  // Nothing is asked for that the old address is not told of.
  if (user.email !== null) await assertMailRoom(d1, user.email, cause.nowMs)
  const { email: link } = await writeMails(['email'], cause, user.language)
  const { address } = await writeMails(['address'], cause, user.language)
  const self = { who: 'id = ?1', value: user.id, version: user.access_version }
  const asked = [
    d1.prepare(DROP_PENDING).bind(user.id),
    ...mailStatements(d1, link, { ...self, email, linkEmail: email }),
    d1.prepare(DROP_IF_TAKEN).bind(link.hash, email),
  ]
  if (user.email === null) return { statements: asked, mails: [2] }
  const told = mailStatements(d1, address, { ...self, email: user.email, linkEmail: user.email })
  return { statements: [...asked, ...told], mails: [2, asked.length + 1] }
}

/** A new address that one has asked for. */
export const newAddressHandlers = {
  /** Nothing is pending afterwards. */
  async cancelNewAddress({ d1, actor }) {
    await d1.prepare(DROP_PENDING).bind(personOf(actor).id).run()
    return {}
  },
} satisfies SiteHandlers
