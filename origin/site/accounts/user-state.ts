import type { D1PreparedStatement } from '@cloudflare/workers-types'
import { AppError, fieldError } from '../../../shared/errors.ts'
import type { STANDINGS } from '../../../shared/schema/choices.ts'
import { isoTime } from '../../../shared/time.ts'
import { tellPerson } from '../../mail/notices.ts'
import { endAccess } from '../../people/access.ts'
import { MAY_SIGN_IN, type UserRecord, userById } from '../../people/users.ts'
import { beginItems, startItems } from '../../uploads/person-items.ts'
import { auditIfChanged, personOf } from '../actor.ts'
import type { SiteRequest } from '../site-handlers.ts'

export type UserState = (typeof STANDINGS)[number]

/** SQL: suspending `users` leaves someone of the staff. */
export const LEAVES_STAFF = `(users.role <> 'staff'
       OR EXISTS (SELECT 1 FROM users AS other WHERE other.role = 'staff' AND ${MAY_SIGN_IN} AND other.id <> users.id))`

// ?1 user, ?2 state, ?3 reason. Someone of the staff is always there.
const SET_STATE = `
  UPDATE users SET standing = ?2, standing_reason = ?3, updated_at = ?4
   WHERE id = ?1 AND (standing <> ?2 OR standing_reason <> ?3)
     AND (?2 <> 'suspended' OR ${LEAVES_STAFF})`

type Setting = {
  user: UserRecord
  state: UserState
  /** What the audit log keeps. */
  note: string
  /** What the person reads. */
  reason: string
}

/**
 * The statements of a person's new state, for one batch. Where `set`, the first, has changed nothing, the others do nothing. The last
 * returns the mail's id; `startItems` follows the batch.
 * @param set writes the state, and `updated_at` as now
 */
export function stateStatements(
  deps: SiteRequest,
  set: D1PreparedStatement,
  { user, state, note, reason }: Setting,
): D1PreparedStatement[] {
  const { d1, actor, nowMs } = deps
  const said = `${state}${note && `: ${note}`}`
  return [
    set,
    auditIfChanged(d1, personOf(actor), {
      action: 'user.state',
      target: `user/${user.id}`,
      reason: said,
      nowMs,
    }),
    beginItems(d1, user.id, 'state', nowMs),
    ...(state === 'suspended' ? endAccess(d1, user.id, 'suspension', { ifChanged: true }) : []),
    tellPerson(d1, state, { user, hash: `${state} ${isoTime(nowMs)}`, reason }, deps),
  ]
}

/**
 * Sets a person's state, for staff: who is suspended is out at once, their items follow, and a mail tells them. A state that is
 * set again changes nothing.
 * @param deps the request of the staff member who decides it
 * @returns the person as they are now
 * @throws InputError without a reason, AppError 'not-found', 'conflict' for oneself and for the last of the staff
 */
export async function setUserState(
  deps: SiteRequest,
  { id, state, reason }: { id: string; state: UserState; reason: string },
): Promise<UserRecord> {
  const { d1, actor, enqueue, nowMs } = deps
  const before = await userById(d1, id)
  const person = personOf(actor)
  if (state !== 'active' && reason === '') throw fieldError('reason', 'reason is required')
  if (state !== 'active' && person.id === id) {
    throw new AppError('conflict', 'You cannot limit or suspend yourself: ask someone else of the staff')
  }
  const set = d1.prepare(SET_STATE).bind(id, state, state === 'active' ? '' : reason, isoTime(nowMs))
  const results = await d1.batch<{ id: number }>(
    stateStatements(deps, set, { user: before, state, note: reason, reason }),
  )
  const user = await userById(d1, id)
  if (user.standing !== state) {
    throw new AppError('conflict', 'This is the last of the staff: make someone else staff first')
  }
  if (results[0]?.meta.changes) {
    enqueue({ kind: 'mail', id: results.at(-1)?.results[0]?.id ?? 0 })
    await startItems(deps, id)
  }
  return user
}
