import type { D1PreparedStatement } from '@cloudflare/workers-types'
import { personOf } from '../actor.ts'
import type { CheckedRequest } from '../call-origin.ts'
import type { SiteDeps } from '../site-handlers.ts'

const AUDIT = `
  INSERT INTO audit (actor_id, actor, action, target, created_at)
  SELECT id, username, ?2, ?3, ?4 FROM users WHERE id = ?1`

/** The line of the audit log for what staff do to a user's channel; none for its owner. */
export function actOnOthers(
  { d1, actor, nowMs }: Pick<SiteDeps, 'd1'> & Pick<CheckedRequest, 'actor' | 'nowMs'>,
  { id, user_id }: { id: number; user_id: string | null },
  action: string,
): D1PreparedStatement[] {
  const person = personOf(actor)
  if (person.id === user_id) return []
  return [d1.prepare(AUDIT).bind(person.id, action, `channel/${id}`, new Date(nowMs).toISOString())]
}
