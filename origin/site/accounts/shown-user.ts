import { AppError } from '../../../shared/errors.ts'
import type { Actor } from '../../../shared/server/origin.ts'
import { userRecordJson } from '../../json/user-json.ts'
import type { Database } from '../../schema/database.ts'
import type { UserRecord } from '../../schema/people.ts'
import { personOf, userById } from '../can.ts'

/** Whether the actor gets the full record: the user and staff do. */
export const isFull = (actor: Actor, { id }: Pick<UserRecord, 'id'>): boolean =>
  actor.role === 'staff' || (actor.role !== 'visitor' && actor.id === id)

/**
 * The row of an id, or of `self`. Who has not confirmed their address is there for themselves and staff alone.
 * @throws AppError 'not-found'; 'unauthorized' for a visitor's `self`
 */
export async function shownUser(db: Database, actor: Actor, id: string): Promise<UserRecord> {
  const user = await userById(db, id === 'self' ? personOf(actor).id : id)
  if (isFull(actor, user) || user.state === 'active') return user
  throw new AppError('not-found', 'There is no such user')
}

/** What others see of a record. */
export const publicRecord = (user: UserRecord, publicUrl: string) => ({
  ...userRecordJson(user, publicUrl),
  email: '',
  role: '' as const,
  user_type: '' as const,
})
