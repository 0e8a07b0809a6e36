import { InputError } from '../../../shared/errors.ts'
import { mailToAddress, writeMails } from '../../mail/write-mail.ts'
import { hashOf, hashPassword } from '../../people/secrets.ts'
import { endAllSessions, newSession, sessionCookies, sessionOf } from '../../people/sessions.ts'
import { userById } from '../../people/users.ts'
import { assertPassword, personOf } from '../actor.ts'
import type { SiteHandlers } from '../site-handlers.ts'

const CHANGE = 'UPDATE users SET password = ?2, updated_at = ?3 WHERE id = ?1'

// ?1 the link's hash, ?2 now
const LINK = `SELECT user_id FROM links WHERE hash = ?1 AND purpose = 'reset' AND expires_at > ?2`

// A link that was mailed proves the address, so it confirms an account as well.
const RESET = `
  UPDATE users SET password = ?3, state = 'active', updated_at = ?2 WHERE id = (${LINK}) RETURNING id`
const END_SESSIONS = `DELETE FROM sessions WHERE user_id = (${LINK})`
const DROP_LINKS = `
  DELETE FROM links WHERE user_id = (${LINK}) AND (purpose <> 'confirm' OR email IS NULL)`

/** A password, by who has the old one or the address. */
export const passwordHandlers = {
  /** All sessions end; the browser that makes the call gets a new one. */
  async changePassword({ d1, actor, headers, nowMs }, given) {
    const { id, by } = personOf(actor)
    await assertPassword(await userById(d1, id), given.current)
    const changes = [
      d1.prepare(CHANGE).bind(id, await hashPassword(given.new), new Date(nowMs).toISOString()),
      d1.prepare("DELETE FROM links WHERE user_id = ?1 AND purpose <> 'confirm'").bind(id),
      endAllSessions(d1, id),
    ]
    if (by === 'token' || !sessionOf(headers)) {
      await d1.batch(changes)
      return {}
    }
    const agent = headers.get('User-Agent') ?? ''
    const { session, statements } = await newSession(d1, { userId: id, agent, nowMs })
    await d1.batch([...changes, ...statements])
    return { cookies: sessionCookies(session) }
  },

  /** T33: the response never tells whether there is an account. */
  async resetPassword({ d1, enqueue, ...cause }, { email }) {
    const { reset } = await writeMails(['reset'], cause)
    enqueue({ kind: 'mail', id: await mailToAddress(d1, reset, { who: 'email = ?1', value: email, email }) })
    const message = 'If there is an account with this address, we have sent a link to it.'
    return { body: { status: 'sent', message } }
  },

  async confirmReset({ d1, nowMs }, given) {
    const link = [await hashOf(given.token), new Date(nowMs).toISOString()]
    // Always: a good token takes as long as a bad one.
    const password = await hashPassword(given.new)
    const [changed] = await d1.batch([
      d1.prepare(RESET).bind(...link, password),
      d1.prepare(END_SESSIONS).bind(...link),
      d1.prepare(DROP_LINKS).bind(...link),
    ])
    if (changed?.results.length) return {}
    const message = 'This link does not work any more'
    throw new InputError(message, { token: message })
  },
} satisfies SiteHandlers
