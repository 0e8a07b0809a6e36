import type { D1Database } from '@cloudflare/workers-types'
import * as v from 'valibot'
import { isoTime } from '../../../shared/time.ts'
import { tellPerson } from '../../mail/notices.ts'
import { endAccess } from '../../people/access.ts'
import { assertUncommon } from '../../people/common-passwords.ts'
import { hashOf, hashPassword } from '../../people/secrets.ts'
import { UserRecord } from '../../people/users.ts'
import { findRow } from '../../sql.ts'
import { auditIfChanged } from '../actor.ts'
import type { SiteHandlers } from '../site-handlers.ts'
import { badLink } from './confirm.ts'

// ?1 the link's hash, ?2 now. Its user, and whose address it gives back.
const BY_LINK = `
  SELECT u.*, l.purpose, l.expires_at, l.email AS link_email
    FROM links AS l JOIN users AS u ON u.id = l.user_id AND u.access_version = l.access_version
   WHERE l.hash = ?1 AND l.purpose IN ('reset', 'take-back') AND l.expires_at > ?2 AND u.standing <> 'suspended'`
const LinkRow = v.object({
  ...UserRecord.entries,
  purpose: v.picklist(['reset', 'take-back']),
  expires_at: v.string(),
  link_email: v.nullable(v.string()),
})
type LinkRow = v.InferOutput<typeof LinkRow>

// A link that was mailed proves the address, so it confirms an account as well. ?5 is the address that it gives back, which
// someone else may have by now: then the account has none.
const RESET = `
  UPDATE users SET password = ?2, state = 'active', updated_at = ?3,
         email = CASE WHEN ?5 IS NULL THEN email
                      WHEN EXISTS (SELECT 1 FROM users AS u WHERE u.email = ?5 AND u.id <> ?1) THEN NULL ELSE ?5 END
   WHERE id = ?1 AND EXISTS (SELECT 1 FROM links WHERE hash = ?4 AND user_id = ?1 AND access_version = users.access_version)
   RETURNING id`

// Who has the mail has the address: it is free of those who only said so.
const FREE_ADDRESS = "DELETE FROM users WHERE email = ?2 AND id <> ?1 AND state = 'unconfirmed'"

// An intruder may have had a later address: its link gives back nothing. ?2 is when the one that is used would have ended.
const DROP_LATER = "DELETE FROM links WHERE user_id = ?1 AND purpose = 'take-back' AND expires_at >= ?2"

const takeBack = (d1: D1Database, { id, purpose, expires_at, link_email }: LinkRow) =>
  purpose === 'take-back'
    ? {
        before: [d1.prepare(FREE_ADDRESS).bind(id, link_email)],
        after: [d1.prepare(DROP_LATER).bind(id, expires_at)],
      }
    : { before: [], after: [] }

/** A new password, by a link that was mailed. */
export const recoveryHandlers = {
  /** The link of the mail to an old address gives the account that address again. */
  async confirmReset({ d1, enqueue, ...cause }, given) {
    await assertUncommon('new', given.new, cause.ASSETS)
    const now = isoTime(cause.nowMs)
    const hash = await hashOf(given.token)
    const user = await findRow(LinkRow, d1.prepare(BY_LINK).bind(hash, now))
    // Always: a good token takes as long as a bad one.
    const password = await hashPassword(given.new)
    if (!user) throw badLink()
    const { before, after } = takeBack(d1, user)
    const act = { action: 'user.password', target: `user/${user.id}`, nowMs: cause.nowMs }
    const results = await d1.batch<{ id: number | string }>([
      ...before,
      d1.prepare(RESET).bind(user.id, password, now, hash, user.link_email),
      // Noted, as a link may have been revealed (T55).
      auditIfChanged(d1, { id: user.id }, act),
      ...endAccess(d1, user.id, 'reset', { ifChanged: true }),
      d1.prepare('DELETE FROM links WHERE hash = ?1').bind(hash),
      ...after,
      tellPerson(d1, 'password', { user, hash: password }, cause),
    ])
    if (!results[before.length]?.results.length) throw badLink()
    enqueue({ kind: 'mail', id: Number(results.at(-1)?.results[0]?.id ?? 0) })
    return {}
  },
} satisfies SiteHandlers
