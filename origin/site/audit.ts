import type { D1Database } from '@cloudflare/workers-types'
import { sql } from 'drizzle-orm'
import type { SignedInActor } from '../../shared/server/origin.ts'
import type { Database } from '../schema/database.ts'
import { audit } from '../schema/decisions.ts'

/** What a user did: `action` like `user.role`, `target` like `user/{id}`. */
type Act = { action: string; target: string; reason?: string; nowMs: number }

/** The statement that notes an act under the person's name, in its batch. It fails for one of our users who is gone. */
export const auditRow = (
  db: Database,
  { id, name }: Pick<SignedInActor, 'id' | 'name'>,
  { action, target, reason = '', nowMs }: Act,
) =>
  db.insert(audit).values({
    actor_id: id,
    actor: name ?? sql`(SELECT username FROM users WHERE id = ${id})`,
    action,
    target,
    reason,
    created_at: new Date(nowMs).toISOString(),
  })

const IF_CHANGED = `
  INSERT INTO audit (actor_id, actor, action, target, reason, created_at)
  SELECT ?1, coalesce(?2, (SELECT username FROM users WHERE id = ?1)), ?3, ?4, ?5, ?6 WHERE changes() > 0`

/** Likewise, right behind a statement that may have found nothing to change: there was no act then. */
export const auditIfChanged = (
  d1: D1Database,
  { id, name }: Pick<SignedInActor, 'id' | 'name'>,
  { action, target, reason = '', nowMs }: Act,
) => d1.prepare(IF_CHANGED).bind(id, name ?? null, action, target, reason, new Date(nowMs).toISOString())
