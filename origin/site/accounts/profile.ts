import { AppError } from '../../../shared/errors.ts'
import type { SignedInActor } from '../../../shared/server/origin.ts'
import { mailStatements, writeMails } from '../../mail/write-mail.ts'
import { publicRecord, type UserRecord, userById, userRecordJson } from '../../people/users.ts'
import { equal } from '../../sql.ts'
import { assertCan, assertPassword, auditOthers, isFull, personOf, shownUser } from '../actor.ts'
import type { SiteHandlers } from '../site-handlers.ts'

/** What a user sets of their own record (T34), and when. */
const COLUMNS = [
  'display_name',
  'description',
  'website_url',
  'avatar_url',
  'banner_url',
  'facebook_url',
  'instagram_url',
  'tumblr_url',
  'twitter',
  'is_public',
  'is_freelance',
  'updated_at',
] as const

/** The full record for the user and for staff; others get what a page shows. */
const recordFor = (actor: SignedInActor, user: UserRecord, publicUrl: string) =>
  isFull(actor, user) ? userRecordJson(user, publicUrl) : publicRecord(user, publicUrl)

/** §6 The password header: a wrong one is refused, and a new address needs it. @throws AppError 'forbidden' */
async function assertHeader(user: UserRecord, headers: Headers, isNeeded: boolean): Promise<void> {
  const given = headers.get('Password')
  if (given !== null) return assertPassword(user, given)
  if (isNeeded && user.password !== null) {
    throw new AppError('forbidden', 'A new e-mail address needs your password')
  }
}

const isSame = (a: string | null, b: string) => a?.toLowerCase() === b.toLowerCase()

/** A new address counts once the link in its mail was opened (`registerConfirm`). One that is taken gets no mail. */
const newAddress = ({ id }: UserRecord, email: string) => ({
  who: 'id = ?1 AND NOT EXISTS (SELECT 1 FROM users AS u WHERE u.email = ?5)',
  value: id,
  email,
  newEmail: email,
})

/** A user's record (§7), by the schema's list of fields (T34). */
export const profileHandlers = {
  async user({ d1, actor, headers, publicUrl }, { id }) {
    const person = personOf(actor)
    const user = await shownUser(d1, person, id)
    if (person.id === user.id) await assertHeader(user, headers, false)
    return { body: recordFor(person, user, publicUrl) }
  },

  async updateUser({ d1, actor, enqueue, ...cause }, { id, email, ...fields }) {
    const person = personOf(actor)
    const user = await shownUser(d1, person, id)
    assertCan(actor, 'edit', { user_id: user.id })
    const newEmail = email !== undefined && !isSame(user.email, email) ? email : undefined
    const isOwn = person.id === user.id
    if (isOwn) await assertHeader(user, cause.headers, newEmail !== undefined)
    const updated_at = new Date(cause.nowMs).toISOString()
    const set = equal(COLUMNS, { ...fields, updated_at })
    const act = { action: 'user.update', target: `user/${user.id}` }
    const mails = await writeMails(['email'], cause)
    const mail = newEmail ? mailStatements(d1, mails.email, newAddress(user, newEmail)) : []
    const results = await d1.batch<{ id: number }>([
      ...mail,
      d1.prepare(`UPDATE users SET ${set.terms.join(', ')} WHERE id = ?`).bind(...set.values, user.id),
      ...auditOthers({ d1, actor, nowMs: cause.nowMs }, user.id, act),
    ])
    if (newEmail) enqueue({ kind: 'mail', id: results[1]?.results[0]?.id ?? 0 })
    return { body: recordFor(person, await userById(d1, user.id), cause.publicUrl) }
  },

  async build({ build, publicUrl }) {
    const env = publicUrl.startsWith('https:') ? 'production' : 'development'
    return { body: { build, env, version: build } }
  },
} satisfies SiteHandlers
