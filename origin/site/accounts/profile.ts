import type { D1Database } from '@cloudflare/workers-types'
import { AppError } from '../../../shared/errors.ts'
import type { PictureName, SignedInActor } from '../../../shared/server/origin.ts'
import { publicRecord, type UserRecord, userById, userRecordJson } from '../../people/users.ts'
import { equal } from '../../sql.ts'
import { setPicture } from '../../uploads/user-pictures.ts'
import { assertFresh, assertPassword, isFull, permitUser, personOf, shownUser } from '../actor.ts'
import type { SiteHandlers, SiteRequest } from '../site-handlers.ts'
import { askForAddress, pendingAddress } from './new-address.ts'

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

type Deps = { d1: D1Database; publicUrl: string; nowMs: number }

/** The full record for the user and for staff; others get what a page shows. */
async function recordFor({ d1, publicUrl, nowMs }: Deps, actor: SignedInActor, user: UserRecord) {
  if (!isFull(actor, user)) return publicRecord(user, publicUrl)
  return { ...userRecordJson(user, publicUrl), pending_email: await pendingAddress(d1, user.id, nowMs) }
}

/** §6 The password header: a wrong one is refused, and a new address needs it. @throws AppError 'forbidden' */
async function assertHeader(user: UserRecord, headers: Headers, isNeeded: boolean): Promise<void> {
  const given = headers.get('Password')
  if (given !== null) return assertPassword(user, given)
  if (isNeeded && user.password !== null) {
    throw new AppError('forbidden', 'A new e-mail address needs your password')
  }
}

const isSame = (a: string | null, b: string) => a?.toLowerCase() === b.toLowerCase()

/** Takes away a person's picture, its files, and a link to one. @returns the record as it is then */
async function removePicture(request: SiteRequest, id: string, name: PictureName) {
  const { d1, actor, enqueue, nowMs } = request
  const { user, audit } = await permitUser(request, id, `user.${name}`)
  await d1.batch([...setPicture(d1, user.id, name, null, nowMs), ...audit])
  enqueue({ kind: 'files' })
  return recordFor(request, personOf(actor), await userById(d1, user.id))
}

/** A user's record (§7), by the schema's list of fields (T34). */
export const profileHandlers = {
  async user({ d1, actor, headers, publicUrl, nowMs }, { id }) {
    const person = personOf(actor)
    const user = await shownUser(d1, person, id)
    if (person.id === user.id) await assertHeader(user, headers, false)
    return { body: await recordFor({ d1, publicUrl, nowMs }, person, user) }
  },

  async updateUser({ d1, actor, enqueue, ...cause }, { id, email, ...fields }) {
    const person = personOf(actor)
    const { user, audit } = await permitUser({ d1, actor, nowMs: cause.nowMs }, id, 'user.update')
    const newEmail = email !== undefined && !isSame(user.email, email) ? email : undefined
    const isOwn = person.id === user.id
    if (newEmail) assertFresh(person)
    if (isOwn) await assertHeader(user, cause.headers, newEmail !== undefined)
    const updated_at = new Date(cause.nowMs).toISOString()
    const set = equal(COLUMNS, { ...fields, updated_at })
    const asked = newEmail ? await askForAddress(d1, user, newEmail, cause) : { statements: [], mails: [] }
    const results = await d1.batch<{ id: number }>([
      ...asked.statements,
      d1.prepare(`UPDATE users SET ${set.terms.join(', ')} WHERE id = ?`).bind(...set.values, user.id),
      ...audit,
    ])
    for (const at of asked.mails) enqueue({ kind: 'mail', id: results[at]?.results[0]?.id ?? 0 })
    return { body: await recordFor({ d1, ...cause }, person, await userById(d1, user.id)) }
  },

  async removeAvatar(request, { id }) {
    return { body: await removePicture(request, id, 'avatar') }
  },

  async removeBanner(request, { id }) {
    return { body: await removePicture(request, id, 'banner') }
  },

  async build({ build, publicUrl }) {
    const env = publicUrl.startsWith('https:') ? 'production' : 'development'
    return { body: { build, env, version: build } }
  },
} satisfies SiteHandlers
