import type { D1Database } from '@cloudflare/workers-types'
import * as v from 'valibot'
import type { PartnerKeys } from '../../shared/server/origin.ts'
import { utcDay } from '../../shared/time.ts'
import { findRow } from '../sql.ts'

const FIND = 'SELECT id, rate, rating, blocked FROM keys WHERE hash = ?1'

const COUNT = `
  INSERT INTO key_usage (key_id, day, requests, refused)
  SELECT e.value ->> 'id', ?2, e.value ->> 'requests', e.value ->> 'refused'
    FROM json_each(?1) AS e WHERE e.value ->> 'id' IN (SELECT id FROM keys)
      ON CONFLICT (key_id, day)
      DO UPDATE SET requests = requests + excluded.requests, refused = refused + excluded.refused`

const KeySchema = v.object({
  id: v.string(),
  rate: v.number(),
  rating: v.string(),
  // A version of the Worker before the list wrote a number.
  blocked: v.fallback(v.pipe(v.string(), v.parseJson(), v.array(v.string())), []),
})

/** The partners' keys, for checking requests. */
export const createPartnerKeys = (db: D1Database, now: () => number = Date.now): PartnerKeys => ({
  async find(hash) {
    return findRow(KeySchema, db.prepare(FIND).bind(hash))
  },

  async count(uses) {
    const day = utcDay(now())
    await db.prepare(COUNT).bind(JSON.stringify(uses), day).run()
  },
})
