import type { D1Database } from '@cloudflare/workers-types'
import { AppError } from '../../shared/errors.ts'
import { TOKEN_SCOPES } from '../../shared/schema/choices.ts'
import type { Actor, SignedInActor } from '../../shared/server/origin.ts'
import { DAY_MS } from '../../shared/time.ts'
import { auditRow, personOf } from '../site/actor.ts'

const TOKEN_DAYS = 30

/**
 * Lets read or write a whole library: its answers have the hashes of passwords. The token that is presented has all scopes, and
 * is at most 30 days old; a session is fresh, which its call says.
 * @throws AppError 'forbidden'
 */
export function mayBackUp(actor: Actor, nowMs: number): SignedInActor {
  const person = personOf(actor)
  if (person.by === 'session') return person
  const { scopes = [], madeAt = '' } = person
  const isNew = Date.parse(madeAt) > nowMs - TOKEN_DAYS * DAY_MS
  if (isNew && TOKEN_SCOPES.every((scope) => scopes.includes(scope))) return person
  throw new AppError(
    'forbidden',
    `A backup is for a token with all scopes that is at most ${TOKEN_DAYS} days old: make one at /account`,
  )
}

/** The note of a use. */
export const noteBackup = (
  d1: D1Database,
  person: SignedInActor,
  action: 'backup.read' | 'backup.write',
  nowMs: number,
) => auditRow(d1, person, { action, target: 'library', nowMs })
