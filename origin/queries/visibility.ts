import type { D1Database } from '@cloudflare/workers-types'
import * as v from 'valibot'
import type { ReadVisibility } from '../../shared/server/origin.ts'
import { readPrimary } from '../nearby.ts'

const ChangeRows = v.array(
  v.object({
    seq: v.number(),
    gif_id: v.string(),
    state: v.picklist(['open', 'unlisted', 'hidden', 'deleted', 'removed', 'restored']),
  }),
)

const MAX_ROWS = 10_000

const CHANGES = `SELECT seq, gif_id, state FROM visibility_log WHERE seq > ?1 ORDER BY seq LIMIT ${MAX_ROWS}`

// No copy outlives an hour. The last rows say how far the log goes; the first part is for a provider that does not know
// our decisions (?1).
const STATE = `
  SELECT 0 AS seq, gif_id, 'removed' AS state
    FROM (SELECT id, gif_id FROM removals WHERE ?1 = 1 AND restored_at IS NULL ORDER BY id DESC LIMIT ${MAX_ROWS})
   UNION ALL
  SELECT seq, gif_id, state
    FROM (SELECT seq, gif_id, state FROM visibility_log
           WHERE at >= strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-2 hours') ORDER BY seq DESC LIMIT ${MAX_ROWS})
   UNION
  SELECT seq, gif_id, state FROM visibility_log
   WHERE seq IN ((SELECT max(seq) FROM visibility_log),
                 (SELECT max(seq) FROM visibility_log WHERE state = 'restored'))
   ORDER BY seq`

/** Reads the log of changes of who may see an item. @param isElsewhere the GIFs are a configured provider's. */
export const visibilityReader =
  (db: D1Database, isElsewhere: boolean): ReadVisibility =>
  (after) =>
    // At the primary: a replica may not know of a takedown yet.
    readPrimary(db, async (primary) => {
      const statement =
        after === undefined
          ? primary.prepare(STATE).bind(isElsewhere ? 1 : 0)
          : primary.prepare(CHANGES).bind(after)
      const { results } = await statement.all()
      return v.parse(ChangeRows, results)
    })
