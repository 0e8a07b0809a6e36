import type { D1Database, D1PreparedStatement } from '@cloudflare/workers-types'
import * as v from 'valibot'
import { AppError } from '../../../shared/errors.ts'
import { INVITATION_MAX, type SettingsFields } from '../../../shared/schema/own/rules.ts'
import { OwnInvitation } from '../../../shared/schema/own/settings.ts'
import { DAY_MS, isoTime } from '../../../shared/time.ts'
import { hashOf, newId, newSecret } from '../../people/secrets.ts'
import { userById } from '../../people/users.ts'
import { findRows, insertRow, json } from '../../sql.ts'
import { auditIfChanged, personOf } from '../actor.ts'
import type { SiteHandlers } from '../site-handlers.ts'

const LISTED = 200

const PEOPLE = `
  (SELECT json_group_array(json_object('id', u.id, 'username', u.username))
     FROM invited AS b JOIN users AS u ON u.id = b.user_id WHERE b.invitation_id = i.id)`
const LIST = `
  SELECT i.id, i.uses, i.created_at, i.expires_at, i.revoked_at, ${PEOPLE} AS people,
         coalesce((SELECT username FROM users WHERE id = i.created_by), '') AS created_by
    FROM invitations AS i ORDER BY i.created_at DESC, i.id LIMIT ${LISTED}`
const Row = v.object({ ...OwnInvitation.entries, people: json(OwnInvitation.entries.people) })

/** SQL: whether an invitation (`i`) is still good at a time. */
const isGood = (now: string) => `
  i.revoked_at IS NULL AND i.expires_at > ${now}
  AND (SELECT count(*) FROM invited WHERE invitation_id = i.id) < i.uses`

const ROOM = `(SELECT count(*) FROM invitations AS o WHERE o.revoked_at IS NULL AND o.expires_at > ?5) < ${INVITATION_MAX.open}`

/** Links that people register by. */
export const invitationHandlers = {
  async invitations({ d1 }) {
    const results = await findRows(Row, d1.prepare(LIST))
    return { body: { results, count: results.length } }
  },

  /** The only answer that has the link. */
  async createInvitation({ d1, actor, nowMs, publicUrl, mailUrl }, { uses, days }) {
    const person = personOf(actor)
    const { username } = await userById(d1, person.id)
    const [id, secret] = [newId(), newSecret()]
    const expires_at = isoTime(nowMs + days * DAY_MS)
    const row = {
      id,
      hash: await hashOf(secret),
      uses,
      created_by: person.id,
      created_at: isoTime(nowMs),
      expires_at,
    }
    const act = {
      action: 'invitation.create',
      target: `invitation/${id}`,
      reason: `${uses}, ${days} d`,
      nowMs,
    }
    const [made] = await d1.batch([
      insertRow(d1, 'invitations', row, { sql: ROOM }),
      auditIfChanged(d1, person, act),
    ])
    if (!made?.meta.changes)
      throw new AppError(
        'conflict',
        `There are ${INVITATION_MAX.open} open invitations already: revoke one first`,
      )
    const { hash: _, ...shown } = row
    const link = `${mailUrl || publicUrl}/register?invite=${secret}`
    return { status: 201, body: { ...shown, created_by: username, people: [], revoked_at: null, link } }
  },

  /** Who came by it stays. */
  async revokeInvitation({ d1, actor, nowMs }, { id }) {
    const act = { action: 'invitation.revoke', target: `invitation/${id}`, nowMs }
    const revoke = 'UPDATE invitations SET revoked_at = ?2 WHERE id = ?1 AND revoked_at IS NULL'
    const [revoked] = await d1.batch([
      d1.prepare(revoke).bind(id, isoTime(nowMs)),
      auditIfChanged(d1, personOf(actor), act),
    ])
    if (!revoked?.meta.changes) throw new AppError('not-found', 'There is no such invitation that is open')
    return {}
  },
} satisfies SiteHandlers

/** Lets a new account in: a condition for the statement that writes it, and the statement behind it. */
export type Admission = { where: string; note: (userId: string) => D1PreparedStatement[] }

type Wanted = { registration: SettingsFields['registration']; invite: string | undefined; nowMs: number }

/**
 * How a new account may be written: `where` has no parameters.
 * @throws AppError 'forbidden' where registration is closed, or needs an invitation that is good
 */
export async function admit(d1: D1Database, { registration, invite, nowMs }: Wanted): Promise<Admission> {
  if (registration === 'closed') throw new AppError('forbidden', 'Registration is closed')
  const find = `SELECT i.id FROM invitations AS i WHERE i.hash = ?1 AND ${isGood('?2')}`
  const id =
    invite === undefined
      ? null
      : await d1
          .prepare(find)
          .bind(await hashOf(invite), isoTime(nowMs))
          .first<string>('id')
  if (id === null) {
    if (registration === 'open') return { where: 'true', note: () => [] }
    throw new AppError(
      'forbidden',
      'Registration is by invitation: this one is missing, used up, or has ended',
    )
  }
  // Its id is our own, and the time as we write it.
  const good = `EXISTS (SELECT 1 FROM invitations AS i WHERE i.id = '${id}' AND ${isGood(`'${isoTime(nowMs)}'`)})`
  const note = 'INSERT INTO invited (user_id, invitation_id) SELECT id, ?2 FROM users WHERE id = ?1'
  return {
    where: registration === 'open' ? 'true' : good,
    note: (userId) => [d1.prepare(note).bind(userId, id)],
  }
}
