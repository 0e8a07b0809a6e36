import { AppError } from '../../../shared/errors.ts'
import { endAccess } from '../../people/access.ts'
import { hashOf } from '../../people/secrets.ts'
import { sessionOf } from '../../people/sessions.ts'
import { userById } from '../../people/users.ts'
import { auditIfChanged, auditRow, personOf } from '../actor.ts'
import type { SiteHandlers } from '../site-handlers.ts'
import { personJson } from './people.ts'
import { sessionsOf, tokensOf } from './sessions-and-tokens.ts'
import { setUserState } from './user-state.ts'

/** What staff do about a person's access. */
export const staffAccessHandlers = {
  async setState(deps, { id, state, reason }) {
    return { body: personJson(await setUserState(deps, { id, state, reason }), deps.publicUrl) }
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

  async personSessions({ d1, headers, nowMs }, { id }) {
    await userById(d1, id)
    return { body: await sessionsOf(d1, id, await hashOf(sessionOf(headers) ?? ''), nowMs) }
  },

  async endPersonSession({ d1, actor, nowMs }, { id, session }) {
    const act = { action: 'session.end', target: `user/${id}`, reason: session, nowMs }
    const [ended] = await d1.batch([
      d1.prepare('DELETE FROM sessions WHERE id = ?1 AND user_id = ?2').bind(session, id),
      auditIfChanged(d1, personOf(actor), act),
    ])
    if (!ended?.meta.changes) throw new AppError('not-found', 'There is no such session')
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
