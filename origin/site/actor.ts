import type { D1Database, D1PreparedStatement } from '@cloudflare/workers-types'
import { ROLE_RANK, type Role } from '../../shared/calls/call.ts'
import { AppError } from '../../shared/errors.ts'
import type { Actor, SignedInActor } from '../../shared/server/origin.ts'
import { isPassword } from '../people/secrets.ts'
import { type UserRecord, userById } from '../people/users.ts'

/** The person who calls. @throws AppError 'unauthorized' for a visitor, whom the Worker does not let get here */
export function personOf(actor: Actor): SignedInActor {
  if (actor.role === 'visitor')
    throw new AppError('unauthorized', 'This call is for people who are logged in')
  return actor
}

/** @throws AppError 'forbidden' for a wrong password. An account without one has nothing to check. */
export async function assertPassword({ password }: UserRecord, given: string): Promise<void> {
  if (password === null || (await isPassword(given, password))) return
  throw new AppError('forbidden', 'The password is wrong')
}

/** Whether the actor gets the full record: the user and staff do. */
export const isFull = (actor: Actor, { id }: Pick<UserRecord, 'id'>): boolean =>
  actor.role === 'staff' || (actor.role !== 'visitor' && actor.id === id)

/**
 * The row of an id, or of `self`. Who has not confirmed their address is there for themselves and staff alone.
 * @throws AppError 'not-found'; 'unauthorized' for a visitor's `self`
 */
export async function shownUser(d1: D1Database, actor: Actor, id: string): Promise<UserRecord> {
  const user = await userById(d1, id === 'self' ? personOf(actor).id : id)
  if (isFull(actor, user) || user.state === 'active') return user
  throw new AppError('not-found', 'There is no such user')
}

/** What people do with rows that have an owner. */
export type RowAction = 'see' | 'edit' | 'hide' | 'delete'

/** Who may do it to every row; the owner may do all of it to their own (`docs/contract.md`, Roles). */
const FROM: Record<RowAction, Role> = { see: 'moderator', edit: 'staff', hide: 'moderator', delete: 'staff' }

/** A row's owner; null where it has none. `isHidden` rows are seen by few. */
type OwnedRow = { user_id: string | null; isHidden?: boolean }

const isOwner = (actor: Actor, { user_id }: OwnedRow) => actor.role !== 'visitor' && actor.id === user_id

/** Whether the actor may act on a row. A row that is not hidden is seen by all. */
export function can(actor: Actor, action: RowAction, row: OwnedRow): boolean {
  if (action === 'see' && !row.isHidden) return true
  return isOwner(actor, row) || ROLE_RANK[actor.role] >= ROLE_RANK[FROM[action]]
}

/**
 * @param row undefined where it does not exist.
 * @throws AppError 'not-found' for a row that is not there or that the actor may not see, 'forbidden' for one they may see
 * and not act on (T35).
 */
export function assertCan<Row extends OwnedRow>(
  actor: Actor,
  action: RowAction,
  row: Row | undefined,
): asserts row is Row {
  if (!row || !can(actor, 'see', row)) throw new AppError('not-found', 'There is no such record')
  if (!can(actor, action, row)) throw new AppError('forbidden', 'This record belongs to someone else')
}

/** What a user did: `action` like `user.role`, `target` like `user/{id}`. */
type Act = { action: string; target: string; reason?: string; nowMs: number }

const auditWhere =
  (condition: string) =>
  (
    d1: D1Database,
    { id, name }: Pick<SignedInActor, 'id' | 'name'>,
    { action, target, reason = '', nowMs }: Act,
  ) =>
    d1
      .prepare(
        `INSERT INTO audit (actor_id, actor, action, target, reason, created_at)
         SELECT ?1, coalesce(?2, (SELECT username FROM users WHERE id = ?1)), ?3, ?4, ?5, ?6 WHERE ${condition}`,
      )
      .bind(id, name ?? null, action, target, reason, new Date(nowMs).toISOString())

/** The statement that notes an act under the person's name, in its batch. It fails for one of our users who is gone. */
export const auditRow = auditWhere('true')

/** Likewise, right behind a statement that may have found nothing to change: there was no act then. */
export const auditIfChanged = auditWhere('changes() > 0')

/** The statement that notes an act on a row of someone else; none for the row's owner. */
export function auditOthers(
  { d1, actor, nowMs }: { d1: D1Database; actor: Actor; nowMs: number },
  owner: string | null,
  act: Pick<Act, 'action' | 'target'>,
  noted = auditRow,
): D1PreparedStatement[] {
  const person = personOf(actor)
  return person.id === owner ? [] : [noted(d1, person, { ...act, nowMs })]
}
