import type { D1Database } from '@cloudflare/workers-types'
import { DAY_MS, isoTime, utcDay } from '../shared/time.ts'
import { pairsCare } from './pairs.ts'
import { RECENT_MS } from './recents.ts'

/** An account that is not confirmed in this time, in ms, is dropped, and its name is free again. */
export const UNCONFIRMED_MS = 7 * DAY_MS
/** Mails stay in the outbox for this time, in ms. */
const MAILS_MS = 30 * DAY_MS
/** Likewise what was done with items, and with keys, by day. */
const COUNTS_MS = 400 * DAY_MS

/** Drops every night what has expired: sessions, links, mails, shares, what was spent of bounds, old counts, unconfirmed accounts. */
export async function dropExpired(d1: D1Database, nowMs: number): Promise<void> {
  const counted = utcDay(nowMs - COUNTS_MS)
  const before: [condition: string, time: string][] = [
    ['sessions WHERE expires_at < ?1', isoTime(nowMs)],
    ['links WHERE expires_at < ?1', isoTime(nowMs)],
    ['outbox WHERE created_at < ?1', isoTime(nowMs - MAILS_MS)],
    ['shares WHERE day < ?1', utcDay(nowMs)],
    ['spent WHERE day < ?1', utcDay(nowMs)],
    ['day_counts WHERE day < ?1', counted],
    ['site_counts WHERE day < ?1', counted],
    ['key_usage WHERE day < ?1', counted],
    ['day_totals WHERE day < ?1', counted],
    ["users WHERE state = 'unconfirmed' AND created_at < ?1", isoTime(nowMs - UNCONFIRMED_MS)],
  ]
  await d1.batch([
    ...before.map(([condition, time]) => d1.prepare(`DELETE FROM ${condition}`).bind(time)),
    d1.prepare('DELETE FROM guesses WHERE at < ?1').bind(nowMs - DAY_MS),
    d1.prepare('DELETE FROM recents WHERE at < ?1').bind(nowMs - RECENT_MS),
    ...pairsCare(d1, nowMs),
  ])
}

const MERGE_CHANNEL_WORDS = "INSERT INTO channel_words (channel_words) VALUES ('optimize')"

// Isolates read what is new; one that starts reads two hours, and the last row of a takedown that ended.
const FORGET_CHANGES = `
  DELETE FROM visibility_log
   WHERE at < strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-1 day') AND state <> 'restored'`

// Lists keep places for what is new (`search/`), which it is for a week.
const END_NEW = "UPDATE gifs SET is_new = 0 WHERE is_new = 1 AND import_datetime < datetime('now', '-7 days')"

// Words that no listed item has any more. The last one stays, so that its number never means another.
const DROP_TERMS = `
  DELETE FROM search_terms
   WHERE id IN (SELECT id FROM search_terms INDEXED BY search_terms_unused
                 WHERE items = 0 AND id < (SELECT max(id) FROM search_terms) LIMIT 5000)`

// The query planner chooses indices by these statistics.
const REFRESH_STATISTICS = 'PRAGMA optimize'

/** Optimizes the database every night: merges the full-text index of channels, refreshes statistics. Heat needs no update (`heat.ts`). */
export async function optimizeLibrary(db: D1Database): Promise<void> {
  await db.batch([
    db.prepare(MERGE_CHANNEL_WORDS),
    db.prepare(FORGET_CHANGES),
    db.prepare(END_NEW),
    db.prepare(DROP_TERMS),
    db.prepare(REFRESH_STATISTICS),
  ])
}
