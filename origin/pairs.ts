import type { D1Database, D1PreparedStatement } from '@cloudflare/workers-types'
import { DAY_MS } from '../shared/time.ts'

/** As many networks make a pair on a day: one alone makes none (T44). */
const NETWORKS_MIN = 3
/** A network that has opened more items in the last hours is many people, or none. */
const OPENED_MAX = 12
/** Pairs of an item, new pairs of a day, and what one weighs at most. */
const BOUNDS = { ofItem: 100, ofDay: 20_000, weight: 1000 } as const
/** Days that a pair stays since it was last seen. */
const KEPT_DAYS = 60

/** What a visitor's hash begins with, in the order of the bits of `seen`. */
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
const BIT = `1 << (instr('${LETTERS}', substr(visitor, 1, 1)) - 1)`

// What was clicked in this batch, with what the same networks have clicked in the last hours. ?1 and ?2 as in `countEvents`, ?3
// is the day.
const COUNT_PAIRS = `
  WITH clicked AS MATERIALIZED (
    SELECT c.gif_id, c.visitor,
           (SELECT json_group_array(gif_id)
              FROM (SELECT DISTINCT gif_id FROM counted INDEXED BY counted_by_visitor
                     WHERE visitor = c.visitor AND action = 'CLICK' LIMIT ${OPENED_MAX + 1})) AS opened
      FROM json_each(?1) AS e
      JOIN counted       AS c ON c.hour = e.value ->> 0 AND c.gif_id = e.value ->> 1
                             AND c.action = e.value ->> 2 AND c.visitor = e.value ->> 3
     WHERE c.batch = ?2 AND c.action = 'CLICK' AND e.value ->> 6 = 0 AND instr('${LETTERS}', substr(c.visitor, 1, 1)) > 0),
  pairs AS MATERIALIZED (
    SELECT gif_id, value AS other_id, visitor FROM clicked, json_each(opened)
     WHERE json_array_length(opened) <= ${OPENED_MAX} AND value <> gif_id),
  both AS (SELECT gif_id, other_id, visitor FROM pairs UNION SELECT other_id, gif_id, visitor FROM pairs)
  INSERT INTO gif_pairs (gif_id, other_id, day, networks, seen)
  SELECT gif_id, other_id, ?3, 1, ${BIT}
    FROM both AS b
   WHERE EXISTS (SELECT 1 FROM gif_pairs AS p WHERE p.gif_id = b.gif_id AND p.other_id = b.other_id)
      OR (NOT EXISTS (SELECT 1 FROM gif_pairs AS p WHERE p.gif_id = b.gif_id LIMIT 1 OFFSET ${BOUNDS.ofItem - 1})
          AND coalesce((SELECT items FROM list_counts WHERE list = 'pairs/' || CAST(?3 AS INTEGER)), 0) < ${BOUNDS.ofDay})
      ON CONFLICT (gif_id, other_id) DO UPDATE SET
         weight = min(${BOUNDS.weight}, weight + CASE
                    WHEN day <> excluded.day OR seen & excluded.seen <> 0 OR networks + 1 < ${NETWORKS_MIN} THEN 0
                    WHEN networks + 1 = ${NETWORKS_MIN} THEN ${NETWORKS_MIN} ELSE 1 END),
         networks = iif(day <> excluded.day, 1, networks + (seen & excluded.seen = 0)),
         seen = iif(day <> excluded.day, excluded.seen, seen | excluded.seen),
         day = excluded.day`

const dayOf = (nowMs: number): number => Math.floor(nowMs / DAY_MS)

/**
 * Counts what visitors open together, next to the counters of a batch: of no one is it stored what they opened. A pair counts on
 * days on which three networks have opened both.
 * @param list `batch` as `countEvents` has them
 */
export const pairsStatement = (
  db: D1Database,
  list: string,
  batch: string,
  nowMs: number,
): D1PreparedStatement => db.prepare(COUNT_PAIRS).bind(list, batch, dayOf(nowMs))

/** Drops every night what no three networks have opened together, and pairs of long ago. */
export const pairsCare = (db: D1Database, nowMs: number): D1PreparedStatement[] => [
  db
    .prepare('DELETE FROM gif_pairs WHERE day < ?1 AND (weight = 0 OR day < ?1 - ?2)')
    .bind(dayOf(nowMs), KEPT_DAYS),
  db.prepare('UPDATE gif_pairs SET seen = 0 WHERE day < ?1 AND seen <> 0').bind(dayOf(nowMs)),
  db
    .prepare("DELETE FROM list_counts WHERE list GLOB 'pairs/*' AND list <> 'pairs/' || CAST(?1 AS INTEGER)")
    .bind(dayOf(nowMs)),
]
