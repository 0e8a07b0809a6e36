import type { D1Database } from '@cloudflare/workers-types'
import type { Recents } from '../shared/server/origin.ts'
import { DAY_MS } from '../shared/time.ts'
import { hasRoom, spend } from './bounds.ts'
import { createStoredKey, createVisitorHash } from './stored-key.ts'

/** ms that what a customer has used is remembered, and how many items of a type. */
export const RECENT_MS = 30 * DAY_MS
const RECENT_MAX = 50

const NOTE = `
  INSERT INTO recents (customer, type, gif_id, at)
  SELECT ?1, ?2, ?3, ?4 WHERE ${hasRoom('recents', '?5')}
      ON CONFLICT (customer, type, gif_id) DO UPDATE SET at = excluded.at`

const TRIM = `
  DELETE FROM recents
   WHERE customer = ?1 AND type = ?2
     AND gif_id IN (SELECT gif_id FROM recents WHERE customer = ?1 AND type = ?2
                     ORDER BY at DESC, gif_id LIMIT -1 OFFSET ${RECENT_MAX})`

const LIST = `
  SELECT gif_id FROM recents WHERE customer = ?1 AND type = ?2 AND at > ?3
   ORDER BY at DESC, gif_id LIMIT ${RECENT_MAX}`

const DROP = 'DELETE FROM recents WHERE customer = ?1 AND type = ?2 AND (?3 IS NULL OR gif_id = ?3)'

/** What customers of partners have used lately, by a keyed hash: no row says whose it is. */
export function createRecents(db: D1Database, now: () => number = Date.now): Recents {
  const sign = createStoredKey(db)
  const hashVisitor = createVisitorHash(db)
  const nameOf = ({ key, customer }: { key: string; customer: string }) =>
    sign(JSON.stringify([key, customer]), 'recents')
  return {
    async note({ type, gif, network, ...whose }) {
      const [name, visitor] = await Promise.all([nameOf(whose), hashVisitor(network)])
      await db.batch([
        db.prepare(NOTE).bind(name, type, gif, now(), visitor),
        spend(db, 'recents', visitor),
        db.prepare(TRIM).bind(name, type),
      ])
    },

    async list({ type, ...whose }) {
      const { results } = await db
        .prepare(LIST)
        .bind(await nameOf(whose), type, now() - RECENT_MS)
        .all<{ gif_id: string }>()
      return results.map(({ gif_id }) => gif_id)
    },

    async drop({ type, gif, ...whose }) {
      await db
        .prepare(DROP)
        .bind(await nameOf(whose), type, gif ?? null)
        .run()
    },
  }
}
