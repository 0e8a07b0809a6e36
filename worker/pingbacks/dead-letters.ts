import type { D1Database } from '@cloudflare/workers-types'
import { type PingbackEvent, withoutDoor } from '../../shared/schema/pingback.ts'
import { within } from '../../shared/server/deadline.ts'
import type { Bindings } from '../env.ts'
import type { Forward } from './forward.ts'

/** Where events are queued and counted, and where those that fail end. */
export type SinkBindings = Pick<Bindings, 'PINGBACKS' | 'EVENTS' | 'DB'>

/** An event that its upstream will not take, or did not take in all its tries. */
type Refused = { event: PingbackEvent; reason: string }

/** A stored one; `died_at` is UTC, `YYYY-MM-DD hh:mm:ss`. */
export type DeadLetter = Refused & { id: number; died_at: string }

/** Which letters: all, those that are marked, or those with an id. */
type Which = 'all' | 'marked' | readonly number[]

/** The newest are kept: anyone who sends one bad event can send many. */
const KEPT = 10_000
const STORE_MS = 2000

// ?1 is a JSON list of letters.
const STORE = `
  INSERT INTO dead_letters (event, reason)
  SELECT value -> 'event', value ->> 'reason' FROM json_each(?1)`

const BOUND = `DELETE FROM dead_letters WHERE id <= (SELECT max(id) FROM dead_letters) - ${KEPT}`

// ?1 is 'all', 'marked', or a JSON list of ids.
const WHICH = `
  CASE ?1 WHEN 'all' THEN 1 WHEN 'marked' THEN resend = 1
  ELSE id IN (SELECT value FROM json_each(CASE json_valid(?1) WHEN 1 THEN ?1 ELSE '[]' END)) END`

const LIST = `SELECT id, event, reason, died_at FROM dead_letters WHERE ${WHICH} ORDER BY id DESC LIMIT ?2`
const DROP = `DELETE FROM dead_letters WHERE ${WHICH}`

// ?1 is a JSON list of ids with reasons.
const UNMARK = `
  UPDATE dead_letters SET resend = 0, reason = f.value ->> 'reason'
    FROM json_each(?1) AS f
   WHERE dead_letters.id = f.value ->> 'id'`

const toText = (which: Which) => (typeof which === 'string' ? which : JSON.stringify(which))

/** Stores letters, all or none, within 2 s. @throws what the database throws, DeadlineError, or Error without a database */
export async function storeLetters(db: D1Database | undefined, letters: readonly Refused[]): Promise<void> {
  if (letters.length === 0) return
  if (!db) throw new Error('there is no database for dead letters')
  const rows = letters.map(({ event, reason }) => ({ event: withoutDoor(event), reason }))
  const statements = [db.prepare(STORE).bind(JSON.stringify(rows)), db.prepare(BOUND)]
  await within(STORE_MS, () => db.batch(statements))
}

/** The newest letters, at most `limit`. */
export async function listLetters(db: D1Database, which: Which, limit = 100): Promise<DeadLetter[]> {
  type Row = Omit<DeadLetter, 'event'> & { event: string }
  const { results } = await db.prepare(LIST).bind(toText(which), limit).all<Row>()
  return results.map(({ event, ...row }) => ({ ...row, event: JSON.parse(event) as PingbackEvent }))
}

/** Drops letters for good. @returns how many */
export async function dropLetters(db: D1Database, which: Which): Promise<number> {
  const { meta } = await db.prepare(DROP).bind(toText(which)).run()
  return meta.changes
}

/** Sends letters to their upstream again, each alone; those that arrive are dropped. At most 500 a call. */
export async function resendLetters(
  db: D1Database,
  forward: Forward,
  which: Which,
): Promise<{ sent: number[]; failed: { id: number; reason: string }[] }> {
  const sent: number[] = []
  const failed: { id: number; reason: string }[] = []
  for (const { id, event } of await listLetters(db, which, 500)) {
    try {
      await forward([event])
      // One by one: what is interrupted here must not send the others twice.
      await dropLetters(db, [id])
      sent.push(id)
    } catch (error) {
      failed.push({ id, reason: error instanceof Error ? error.message : 'failed' })
    }
  }
  return { sent, failed }
}

/** Letters that failed again: no night sends them, and they have the new reason. */
export async function unmarkLetters(
  db: D1Database,
  failed: readonly { id: number; reason: string }[],
): Promise<void> {
  if (failed.length > 0) await db.prepare(UNMARK).bind(JSON.stringify(failed)).run()
}
