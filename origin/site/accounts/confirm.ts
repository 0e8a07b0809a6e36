import type { D1Database, D1PreparedStatement } from '@cloudflare/workers-types'
import * as v from 'valibot'
import { fieldError } from '../../../shared/errors.ts'
import { isoTime } from '../../../shared/time.ts'
import { endAccess } from '../../people/access.ts'
import { assertUncommon } from '../../people/common-passwords.ts'
import { hashOf, hashPassword } from '../../people/secrets.ts'
import { endSession, newSessionCookies, registrationOf } from '../../people/sessions.ts'
import { UserRecord } from '../../people/users.ts'
import { findRow } from '../../sql.ts'
import type { SiteHandlers } from '../site-handlers.ts'
import { openSession } from './open-session.ts'

// ?1 the link's hash, ?2 now
const BY_LINK = `
  SELECT u.*, l.purpose, l.browser, coalesce(l.email, u.email) AS email
    FROM links AS l JOIN users AS u ON u.id = l.user_id AND u.access_version = l.access_version
   WHERE l.hash = ?1 AND l.purpose IN ('confirm', 'email') AND l.expires_at > ?2 AND u.standing <> 'suspended'`
const LinkRow = v.object({
  ...UserRecord.entries,
  purpose: v.picklist(['confirm', 'email']),
  browser: v.string(),
})
type LinkRow = v.InferOutput<typeof LinkRow>

// Who has the mail has the address: it is free of those who only said so.
const FREE_ADDRESS = "DELETE FROM users WHERE state = 'unconfirmed' AND email = ?2 AND id <> ?1"

// ?1 user, ?2 address, ?3 now, ?4 the link's hash, ?5 a new password or null
const CONFIRM = `
  UPDATE users SET state = 'active', email = ?2, password = coalesce(?5, password), updated_at = ?3
   WHERE id = ?1 AND EXISTS (SELECT 1 FROM links WHERE hash = ?4 AND user_id = ?1 AND access_version = users.access_version)
     AND NOT EXISTS (SELECT 1 FROM users AS u WHERE u.email = ?2 AND u.id <> ?1)`

const DROP_LINKS = "DELETE FROM links WHERE purpose = 'confirm' AND user_id = ?1 AND changes() > 0"

/** For a link that is unknown, used or over. */
export const badLink = () => fieldError('token', 'This link does not work any more')

/** T54: what ends with a link. Its browser chose the password of a registration; from another one it is new. */
function endsWith(d1: D1Database, { id, purpose }: LinkRow, isNew: boolean): D1PreparedStatement[] {
  if (purpose === 'email') return endAccess(d1, id, 'address', { ifChanged: true })
  return isNew ? endAccess(d1, id, 'reset', { ifChanged: true }) : [d1.prepare(DROP_LINKS).bind(id)]
}

/** An address, by the link that was mailed to it. */
export const confirmHandlers = {
  /**
   * Who registers an address that is not theirs has nothing of it when its owner opens the link: the password counts in the
   * browser that registered alone. Any other chooses one. Both are signed in: they know the password, and have the mail.
   */
  async registerConfirm(deps, { token, new: given }) {
    const { d1, headers, nowMs, ASSETS } = deps
    if (given !== undefined) await assertUncommon('new', given, ASSETS)
    const now = isoTime(nowMs)
    const hash = await hashOf(token)
    const link = await findRow(LinkRow, d1.prepare(BY_LINK).bind(hash, now))
    if (!link?.email) throw badLink()
    const isNew = link.purpose === 'confirm' && link.browser !== (await hashOf(registrationOf(headers) ?? ''))
    if (isNew && given === undefined) {
      throw fieldError('new', 'Choose a password: this is not the browser that the account was made in')
    }
    const password = isNew && given !== undefined ? await hashPassword(given) : null
    const statements = [
      d1.prepare(FREE_ADDRESS).bind(link.id, link.email),
      d1.prepare(CONFIRM).bind(link.id, link.email, now, hash, password),
      ...endsWith(d1, link, isNew),
    ]
    const body = { status: 'confirmed', message: 'Your e-mail address is confirmed.' } as const
    if (link.purpose === 'email') {
      const [, confirmed] = await d1.batch(statements)
      if (!confirmed?.meta.changes) throw badLink()
      return { body }
    }
    // T54: a new password is a new version, and another event meanwhile one more: then there is no session.
    const user = { ...link, access_version: link.access_version + Number(isNew) }
    const { session, changed, isOpen } = await openSession(deps, { user, before: statements, isFirst: true })
    if (changed[1]) return { body, ...(isOpen && { cookies: newSessionCookies(session) }) }
    // Another request has used the link in the meantime. The session's secret was sent to no one.
    await endSession(d1, session.secret)
    throw badLink()
  },
} satisfies SiteHandlers
