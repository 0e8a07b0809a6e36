import { eq } from 'drizzle-orm'
import { ROLE_RANK, type Role } from '../../shared/calls/call.ts'
import { AppError } from '../../shared/errors.ts'
import type { Actor, SignedInActor } from '../../shared/server/origin.ts'
import { isPassword } from '../people/secrets.ts'
import type { Database } from '../schema/database.ts'
import { type UserRecord, users } from '../schema/people.ts'

/** The person who calls. @throws AppError 'unauthorized' for a visitor, whom the Worker does not let get here */
export function personOf(actor: Actor): SignedInActor {
  if (actor.role === 'visitor')
    throw new AppError('unauthorized', 'This call is for people who are logged in')
  return actor
}

/** A user's row. @throws AppError 'not-found' */
export async function userById(db: Database, id: string): Promise<UserRecord> {
  const [user] = await db.select().from(users).where(eq(users.id, id))
  if (!user) throw new AppError('not-found', 'There is no such user')
  return user
}

/** @throws AppError 'forbidden' for a wrong password. An account without one has nothing to check. */
export async function assertPassword({ password }: UserRecord, given: string): Promise<void> {
  if (password === null || (await isPassword(given, password))) return
  throw new AppError('forbidden', 'The password is wrong')
}

/** What people do with rows that have an owner. */
export type Action = 'see' | 'edit' | 'hide' | 'delete'

/** Who may do it to every row; the owner may do all of it to their own (`docs/contract.md`, Roles). */
const FROM: Record<Action, Role> = { see: 'moderator', edit: 'staff', hide: 'moderator', delete: 'staff' }

/** A row's owner; null where it has none. `isHidden` rows are seen by few. */
type OwnedRow = { user_id: string | null; isHidden?: boolean }

const isOwner = (actor: Actor, { user_id }: OwnedRow) => actor.role !== 'visitor' && actor.id === user_id

/** Whether the actor may act on a row. A row that is not hidden is seen by all. */
export function can(actor: Actor, action: Action, row: OwnedRow): boolean {
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
  action: Action,
  row: Row | undefined,
): asserts row is Row {
  if (!row || !can(actor, 'see', row)) throw new AppError('not-found', 'There is no such record')
  if (!can(actor, action, row)) throw new AppError('forbidden', 'This record belongs to someone else')
}
