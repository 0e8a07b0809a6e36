import type { D1Database } from '@cloudflare/workers-types'
import type { Action, PingbackAction } from '../shared/schema/own/gateway.ts'
import { HOUR_MS } from '../shared/time.ts'
import { heatOf, RAISED_HEAT } from './heat.ts'
import { pairsStatement } from './pairs.ts'

/** Something a visitor did with an item. `visitor` is a hash of who it was, '' where that is not known. */
export type CountedEvent = {
  gifId: string
  action: Action
  visitor: string
  atMs: number
  /** The origin of the site that embeds it; '' where that is not known. */
  site?: string
  /** What it is opened with is not counted. */
  isUntold?: boolean | undefined
}

/** How much the actions weigh that count for trending. All others weigh nothing, and are counted by day alone. */
const WEIGHTS: Record<PingbackAction, number> & Partial<Record<Action, number>> = {
  SEEN: 1,
  HOVER: 2,
  CLICK: 5,
}

/** How long it is remembered who was counted, in hours. */
const REMEMBERED_HOURS = 2

// ?1 is a JSON list of [hour, id, action, visitor, weight, site, untold], ?2 the batch. The join leaves out ids that no item has.
const COUNT_ONCE = `
  INSERT OR IGNORE INTO counted (hour, gif_id, action, visitor, batch)
  SELECT e.value ->> 0, g.id, e.value ->> 2, e.value ->> 3, ?2
    FROM json_each(?1) AS e
    JOIN gifs          AS g ON g.id = e.value ->> 1`

// Those of the list that were not counted before, in the same hour.
const ALL_FRESH = `
  SELECT c.hour, c.gif_id, c.action, e.value ->> 4 AS weight, e.value ->> 5 AS site
    FROM json_each(?1) AS e
    JOIN counted       AS c ON c.hour = e.value ->> 0 AND c.gif_id = e.value ->> 1
                           AND c.action = e.value ->> 2 AND c.visitor = e.value ->> 3
   WHERE c.batch = ?2`

const FRESH = `SELECT * FROM (${ALL_FRESH}) WHERE weight > 0`

/** By which factor an hour's weight must grow before it raises heat: of an item that is seen all the time, each write costs its indexes. */
const GROWTH = 1.04
const HAS_GROWN = `(1 + weight) >= ${GROWTH} * (1 + weight - added)`

// `added` is what has not raised heat: where it had grown enough, the batch before took it.
const TALLY = `
  INSERT INTO tallies (hour, gif_id, weight, added)
  SELECT hour, gif_id, sum(weight), sum(weight) FROM (${FRESH}) WHERE true GROUP BY hour, gif_id
      ON CONFLICT (hour, gif_id) DO UPDATE
     SET weight = weight + excluded.weight, added = excluded.added + iif(${HAS_GROWN}, 0, added)`

// An hour's weight counts as its logarithm, so that one visitor is seen, and a crowd of them is no flood. ?3 is the heat
// of weight 1.
const RAISE_HEAT = `
  UPDATE gifs SET heat = ${RAISED_HEAT}
    FROM (SELECT gif_id AS of, ?3 + log2(sum(log2((1 + weight) / (1 + weight - added)))) AS more
            FROM tallies
           WHERE (hour, gif_id) IN (SELECT hour, gif_id FROM (${FRESH})) AND ${HAS_GROWN}
           GROUP BY gif_id)
   WHERE id = of`

const COUNT_ACTIONS = `
  INSERT INTO counters (gif_id, action, count)
  SELECT gif_id, action, count(*) FROM (${FRESH}) WHERE true GROUP BY gif_id, action
      ON CONFLICT (gif_id, action) DO UPDATE SET count = count + excluded.count`

const COUNT_DAYS = `
  INSERT INTO day_counts (gif_id, day, action, count)
  SELECT gif_id, date(hour * 3600, 'unixepoch') AS day, action, count(*) FROM (${ALL_FRESH}) WHERE true
   GROUP BY gif_id, day, action
      ON CONFLICT (gif_id, day, action) DO UPDATE SET count = count + excluded.count`

const COUNT_TOTALS = `
  INSERT INTO day_totals (day, action, count)
  SELECT date(hour * 3600, 'unixepoch') AS day, action, count(*) FROM (${ALL_FRESH}) WHERE true GROUP BY day, action
      ON CONFLICT (day, action) DO UPDATE SET count = count + excluded.count`

/** How many sites of an item and day have a count of their own; the others share one. */
const SITES_MAX = 100

const COUNT_SITES = `
  WITH fresh AS MATERIALIZED (
    SELECT gif_id, date(hour * 3600, 'unixepoch') AS day, site, action, count(*) AS more FROM (${ALL_FRESH})
     WHERE site <> '' GROUP BY gif_id, day, site, action)
  INSERT INTO site_counts (gif_id, day, site, action, count)
  SELECT gif_id, day,
         iif(EXISTS (SELECT 1 FROM site_counts AS s WHERE s.gif_id = f.gif_id AND s.day = f.day AND s.site = f.site)
             OR (SELECT count(DISTINCT site) FROM site_counts AS s WHERE s.gif_id = f.gif_id AND s.day = f.day) < ${SITES_MAX},
             site, '') AS place,
         action, sum(more)
    FROM fresh AS f WHERE true GROUP BY gif_id, day, place, action
      ON CONFLICT (gif_id, day, site, action) DO UPDATE SET count = count + excluded.count`

const FORGET_COUNTED = 'DELETE FROM counted WHERE hour < ?1'
const FORGET_TALLIES = 'DELETE FROM tallies WHERE hour < ?1'

/**
 * Counts events in one batch, all or none: the counters by day and for ever, and heat (trending) at the time `nowMs`. A
 * visitor counts once an hour for an item and action.
 */
export async function countEvents(
  db: D1Database,
  events: readonly CountedEvent[],
  nowMs: number,
): Promise<void> {
  if (events.length === 0) return
  const rows = new Map(
    events.map(({ gifId, action, visitor, atMs, site = '', isUntold = false }) => {
      const who = [Math.floor(atMs / HOUR_MS), gifId, action, visitor]
      return [who.join(), [...who, WEIGHTS[action] ?? 0, site, Number(isUntold)]]
    }),
  )
  const list = JSON.stringify([...rows.values()])
  const batch = crypto.randomUUID()
  const oldest = Math.floor(nowMs / HOUR_MS) - REMEMBERED_HOURS
  await db.batch([
    db.prepare(COUNT_ONCE).bind(list, batch),
    db.prepare(TALLY).bind(list, batch),
    db.prepare(RAISE_HEAT).bind(list, batch, heatOf(1, nowMs)),
    db.prepare(COUNT_ACTIONS).bind(list, batch),
    db.prepare(COUNT_DAYS).bind(list, batch),
    db.prepare(COUNT_TOTALS).bind(list, batch),
    db.prepare(COUNT_SITES).bind(list, batch),
    pairsStatement(db, list, batch, nowMs),
    db.prepare(FORGET_COUNTED).bind(oldest),
    db.prepare(FORGET_TALLIES).bind(oldest),
  ])
}
