import type { D1Database } from '@cloudflare/workers-types'

const MERGE_GIF_WORDS = "INSERT INTO gif_words (gif_words) VALUES ('optimize')"
const MERGE_CHANNEL_WORDS = "INSERT INTO channel_words (channel_words) VALUES ('optimize')"

// Isolates read what is new; one that starts reads two hours, and the last row of a takedown that ended.
const FORGET_CHANGES = `
  DELETE FROM visibility_log
   WHERE at < strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-1 day') AND state <> 'restored'`

// The query planner chooses indices by these statistics.
const REFRESH_STATISTICS = 'PRAGMA optimize'

/** Optimizes the database every night: merges full-text indices, refreshes statistics. Heat needs no update (`heat.ts`). */
export async function optimizeLibrary(db: D1Database): Promise<void> {
  await db.batch([
    db.prepare(MERGE_GIF_WORDS),
    db.prepare(MERGE_CHANNEL_WORDS),
    db.prepare(FORGET_CHANGES),
    db.prepare(REFRESH_STATISTICS),
  ])
}
