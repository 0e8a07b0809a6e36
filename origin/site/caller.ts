import { eq } from 'drizzle-orm'
import { AppError } from '../../shared/errors.ts'
import type { Actor, SignedInActor } from '../../shared/server/origin.ts'
import { isPassword } from '../people/passwords.ts'
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
