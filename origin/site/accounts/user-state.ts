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

// ?1 user, ?2 state, ?3 reason. Someone of the staff is always there.
const SET_STATE = `
  UPDATE users SET standing = ?2, standing_reason = ?3, updated_at = ?4
   WHERE id = ?1 AND (standing <> ?2 OR standing_reason <> ?3)
     AND (?2 <> 'suspended' OR role <> 'staff'
       OR EXISTS (SELECT 1 FROM users WHERE role = 'staff' AND ${MAY_SIGN_IN} AND id <> ?1))`

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
  const at = isoTime(nowMs)
  const said = `${state}${reason && `: ${reason}`}`
  const act = { action: 'user.state', target: `user/${id}`, reason: said, nowMs }
  const set = d1.prepare(SET_STATE).bind(id, state, state === 'active' ? '' : reason, at)
  const results = await d1.batch<{ id: number }>([
    set,
    auditIfChanged(d1, person, act),
    beginItems(d1, id, 'state', nowMs),
    ...(state === 'suspended' ? endAccess(d1, id, 'suspension', { ifChanged: true }) : []),
    tellPerson(d1, state, { user: before, hash: `${state} ${at}`, reason }, deps),
  ])
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
