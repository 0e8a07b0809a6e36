import type { D1Database, D1PreparedStatement } from '@cloudflare/workers-types'
import { ROLE_RANK, type Role } from '../../shared/calls/call.ts'
import { AppError, fieldError } from '../../shared/errors.ts'
import type { Actor, SignedInActor } from '../../shared/server/origin.ts'
import { refusalOf } from '../../shared/server/scopes.ts'
import { isPassword } from '../people/secrets.ts'
import { findUser, type UserRecord, userById } from '../people/users.ts'

/** The person who calls. @throws AppError 'unauthorized' for a visitor, whom the Worker does not let get here */
export function personOf(actor: Actor): SignedInActor {
  if (actor.role === 'visitor')
    throw new AppError('unauthorized', 'This call is for people who are logged in')
  return actor
}

/**
 * T55: for what one field of a call changes. Whole calls say so in the catalogue (`wantsFresh`).
 * @throws AppError 'forbidden' for a token, 'password-needed' where the sign-in is too old
 */
export function assertFresh(actor: SignedInActor): void {
  const refusal = refusalOf({ scope: 'none', wantsFresh: true }, actor)
  if (refusal) throw refusal
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

/** What people read of rows that have an owner: `see` what is hidden, `read` what its owner alone sees. */
type Reading = 'see' | 'read'
/** What they write. It has no way around `permit`. */
export type Writing = 'edit' | 'hide' | 'delete'
export type RowAction = Reading | Writing

/** Who may do it to every row; the owner may do all of it to their own (`docs/contract.md`, Roles). */
const FROM: Record<RowAction, Role> = {
  see: 'moderator',
  read: 'staff',
  edit: 'staff',
  hide: 'moderator',
  delete: 'staff',
}

/** A row's owner; null where it has none. `isHidden` rows are seen by few. */
type OwnedRow = { user_id: string | null; isHidden?: boolean }

/** Whether a row is the actor's own. */
export const isOwner = (actor: Actor, { user_id }: OwnedRow) =>
  actor.role !== 'visitor' && actor.id === user_id

/** Whether the actor may act on a row. A row that is not hidden is seen by all. */
export function can(actor: Actor, action: RowAction, row: OwnedRow): boolean {
  if (action === 'see' && !row.isHidden) return true
  return isOwner(actor, row) || ROLE_RANK[actor.role] >= ROLE_RANK[FROM[action]]
}

/** @throws AppError 'not-found', 'forbidden' */
function assertMay<Row extends OwnedRow>(
  actor: Actor,
  action: RowAction,
  row: Row | undefined,
): asserts row is Row {
  if (!row || !can(actor, 'see', row)) throw new AppError('not-found', 'There is no such record')
  if (!can(actor, action, row)) throw new AppError('forbidden', 'This record belongs to someone else')
}

/**
 * Lets read a row. Who writes needs a `permit`.
 * @param row undefined where it does not exist.
 * @throws AppError 'not-found' for a row that is not there or that the actor may not see, 'forbidden' for one they may see
 * and not act on (T35).
 */
export function assertCan<Row extends OwnedRow>(
  actor: Actor,
  action: Reading,
  row: Row | undefined,
): asserts row is Row {
  assertMay(actor, action, row)
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

/**
 * Likewise, unless it is the last act on its target, of this minute, with this reason: a repetition, whose response was lost.
 * Statements behind it see by `changes()` whether it is one.
 */
export const auditOnce = auditWhere(`NOT EXISTS (
  SELECT 1 FROM audit
   WHERE id = (SELECT max(id) FROM audit WHERE target = ?4) AND actor_id = ?1 AND action = ?3 AND reason = ?5
     AND unixepoch(?6) - unixepoch(created_at) < 60)`)

/** The act that a permit is for. */
export type PermittedAct = Pick<Act, 'action' | 'target' | 'reason'> & {
  /** Whether it is noted also where the row is the actor's own. */
  ofOwner?: boolean
  /** Whether the note comes right behind a statement that may find nothing to change. */
  ifChanged?: boolean
}

/** The caller of a write, and when it is. */
export type Writer = { d1: D1Database; actor: Actor; nowMs: number }

/**
 * Lets write a row, and gives the statements of its note in the audit log, for the batch of the write (T58): one row where the
 * row is someone else's, none for its owner. So no right over others leaves no trace.
 * @param row undefined where it does not exist.
 * @throws AppError 'not-found', 'forbidden' as `assertCan` does
 */
export function permit<Row extends OwnedRow>(
  { d1, actor, nowMs }: Writer,
  action: Writing,
  row: Row | undefined,
  { ofOwner = false, ifChanged = false, ...act }: PermittedAct,
): { row: Row; audit: D1PreparedStatement[] } {
  assertMay(actor, action, row)
  if (isOwner(actor, row) && !ofOwner) return { row, audit: [] }
  const noted = ifChanged ? auditIfChanged : auditRow
  return { row, audit: [noted(d1, personOf(actor), { ...act, nowMs })] }
}

/** A person's own record, or one that staff may change, and the note of it. @throws AppError 'not-found', 'forbidden' (T35) */
export async function permitUser(
  writer: Writer,
  id: string,
  action: string,
): Promise<{ user: UserRecord; audit: D1PreparedStatement[] }> {
  const user = await shownUser(writer.d1, personOf(writer.actor), id)
  const { audit } = permit(writer, 'edit', { user_id: user.id }, { action, target: `user/${user.id}` })
  return { user, audit }
}

/** A person by their username. @throws InputError where there is no such person, or one who has not confirmed their address */
export async function personNamed(d1: D1Database, field: string, username: string): Promise<UserRecord> {
  const user = await findUser(d1.prepare('SELECT * FROM users WHERE username = ?1').bind(username))
  if (user?.state === 'active') return user
  throw fieldError(field, `${field} must be the username of a person: there is no ${username}`)
}
