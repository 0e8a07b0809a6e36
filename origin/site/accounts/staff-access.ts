import { AppError, fieldError } from '../../../shared/errors.ts'
import { isoTime } from '../../../shared/time.ts'
import { endAccess } from '../../people/access.ts'
import { MAY_SIGN_IN, userById } from '../../people/users.ts'
import { auditIfChanged, auditRow, personOf } from '../actor.ts'
import type { SiteHandlers } from '../site-handlers.ts'
import { personJson } from './people.ts'
import { tokensOf } from './sessions-and-tokens.ts'

// ?1 user, ?2 state, ?3 reason. Someone of the staff is always there.
const SET_STATE = `
  UPDATE users SET standing = ?2, standing_reason = ?3, updated_at = ?4
   WHERE id = ?1 AND (standing <> ?2 OR standing_reason <> ?3)
     AND (?2 <> 'suspended' OR role <> 'staff'
       OR EXISTS (SELECT 1 FROM users WHERE role = 'staff' AND ${MAY_SIGN_IN} AND id <> ?1))`

/** What staff do about a person's access. */
export const staffAccessHandlers = {
  /** Who is suspended is out at once, and stays out. A state that is set again changes nothing. */
  async setState({ d1, actor, publicUrl, nowMs }, { id, state, reason }) {
    await userById(d1, id)
    const person = personOf(actor)
    if (state !== 'active' && reason === '') throw fieldError('reason', 'reason is required')
    if (state === 'suspended' && person.id === id) {
      throw new AppError('conflict', 'You cannot suspend yourself: ask someone else of the staff')
    }
    const said = `${state}${reason && `: ${reason}`}`
    const act = { action: 'user.state', target: `user/${id}`, reason: said, nowMs }
    await d1.batch([
      d1.prepare(SET_STATE).bind(id, state, state === 'active' ? '' : reason, isoTime(nowMs)),
      auditIfChanged(d1, person, act),
      ...(state === 'suspended' ? endAccess(d1, id, 'suspension', { ifChanged: true }) : []),
    ])
    const user = await userById(d1, id)
    if (user.standing === state) return { body: personJson(user, publicUrl) }
    throw new AppError('conflict', 'This is the last of the staff: make someone else staff first')
  },

  /** Everything ends that lets the person in. */
  async endPersonSessions({ d1, actor, nowMs }, { id }) {
    await userById(d1, id)
    await d1.batch([
      ...endAccess(d1, id, 'sign-out'),
      auditRow(d1, personOf(actor), { action: 'user.sign-out', target: `user/${id}`, nowMs }),
    ])
    return {}
  },

  async personTokens({ d1 }, { id }) {
    await userById(d1, id)
    return { body: await tokensOf(d1, id) }
  },

  async deletePersonToken({ d1, actor, nowMs }, { id, token }) {
    const act = { action: 'token.delete', target: `user/${id}`, reason: token, nowMs }
    const [deleted] = await d1.batch([
      d1.prepare('DELETE FROM tokens WHERE id = ?1 AND user_id = ?2').bind(token, id),
      auditIfChanged(d1, personOf(actor), act),
    ])
    if (!deleted?.meta.changes) throw new AppError('not-found', 'There is no such token')
    return {}
  },
} satisfies SiteHandlers
