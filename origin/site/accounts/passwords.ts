import { AppError } from '../../../shared/errors.ts'
import { isoTime } from '../../../shared/time.ts'
import { tellPerson } from '../../mail/notices.ts'
import { mailToAddress, writeMails } from '../../mail/write-mail.ts'
import { endAccess } from '../../people/access.ts'
import { assertUncommon } from '../../people/common-passwords.ts'
import { hashPassword } from '../../people/secrets.ts'
import { endSession, newSession, newSessionCookies } from '../../people/sessions.ts'
import { userById } from '../../people/users.ts'
import { assertPassword, personOf } from '../actor.ts'
import type { SiteHandlers } from '../site-handlers.ts'

// Only by who has given the password that is still the account's.
const CHANGE = `
  UPDATE users SET password = ?2, updated_at = ?3 WHERE id = ?1 AND access_version = ?4`

/** A password, by who has the old one; a link to a new one, by who has the address (`recovery.ts`). */
export const passwordHandlers = {
  /** Everything ends that was made under the old one; the browser that makes the call gets a new session. */
  async changePassword({ d1, actor, enqueue, ...cause }, given) {
    const { headers, nowMs } = cause
    await assertUncommon('new', given.new, cause.ASSETS)
    const user = await userById(d1, personOf(actor).id)
    await assertPassword(user, given.current)
    const { id, access_version } = user
    const password = await hashPassword(given.new)
    const agent = headers.get('User-Agent') ?? ''
    const opened = await newSession(d1, { userId: id, version: access_version + 1, agent, nowMs })
    const [changed, ...rest] = await d1.batch<{ id: number }>([
      d1.prepare(CHANGE).bind(id, password, isoTime(nowMs), access_version),
      ...endAccess(d1, id, 'password', { ifChanged: true }),
      ...opened.statements,
      tellPerson(d1, 'password', { user, hash: password }, cause),
    ])
    if (!changed?.meta.changes) {
      await endSession(d1, opened.session.secret)
      throw new AppError('forbidden', 'The password has changed in the meantime')
    }
    enqueue({ kind: 'mail', id: rest.at(-1)?.results[0]?.id ?? 0 })
    return { cookies: newSessionCookies(opened.session) }
  },

  /** T33: the response never tells whether there is an account. */
  async resetPassword({ d1, enqueue, ...cause }, { email }) {
    const { reset } = await writeMails(['reset'], cause)
    const who = `email = ?1 AND standing <> 'suspended'`
    enqueue({ kind: 'mail', id: await mailToAddress(d1, reset, { who, value: email, email }) })
    const message = 'If there is an account with this address, we have sent a link to it.'
    return { body: { status: 'sent', message } }
  },
} satisfies SiteHandlers
