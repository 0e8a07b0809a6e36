import type { D1Database } from '@cloudflare/workers-types'
import { AppError } from '../../shared/errors.ts'
import { TOKEN_SCOPES } from '../../shared/schema/choices.ts'
import type { Actor, SignedInActor } from '../../shared/server/origin.ts'
import { DAY_MS, isoTime } from '../../shared/time.ts'
import { auditRow, personOf } from '../site/actor.ts'

const TOKEN_DAYS = 30

// A token with all scopes, made lately; only tokens of this person's that let in today count.
const NEW_TOKEN = `
  SELECT 1 FROM tokens AS t JOIN users AS u ON u.id = t.user_id AND u.access_version = t.access_version
   WHERE t.user_id = ?1 AND t.created_at > ?2 AND t.last_used_at >= ?3 AND json_array_length(t.scopes) >= ${TOKEN_SCOPES.length} LIMIT 1`

/**
 * Lets read or write a whole library: its answers have the hashes of passwords. A token has all scopes, and is at most 30 days
 * old; a session is fresh, which its call says.
 * @throws AppError 'forbidden'
 */
export async function mayBackUp(d1: D1Database, actor: Actor, nowMs: number): Promise<SignedInActor> {
  const person = personOf(actor)
  if (person.by === 'session') return person
  const { scopes = [] } = person
  const hasAll = TOKEN_SCOPES.every((scope) => scopes.includes(scope))
  const times = [isoTime(nowMs - TOKEN_DAYS * DAY_MS), isoTime(nowMs - DAY_MS)]
  if (
    hasAll &&
    (await d1
      .prepare(NEW_TOKEN)
      .bind(person.id, ...times)
      .first())
  )
    return person
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
