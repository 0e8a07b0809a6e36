import type { D1Database } from '@cloudflare/workers-types'
import type { PingbackEvent } from '../../shared/schema/pingback.ts'
import { heatOf, RAISED_HEAT } from './heat.ts'

type Action = PingbackEvent['action_type']

/** Something a visitor did with an item; `times` when several are counted as one. */
export type CountedEvent = { gifId: string; action: Action; times?: number }

/** How much each action adds to an item's heat. */
const WEIGHTS: Record<Action, number> = { SEEN: 1, HOVER: 2, CLICK: 5 }

// ?1 is a JSON list of [id, heat].
const RAISE_HEAT = `
  UPDATE gifs SET heat = ${RAISED_HEAT}
    FROM (SELECT value ->> 0 AS of, value ->> 1 AS more FROM json_each(?1))
   WHERE id = of`

// ?1 is a JSON list of [id, action, times]. The join leaves out ids that no item has.
const COUNT_ACTIONS = `
  INSERT INTO counters (gif_id, action, count)
  SELECT g.id, e.value ->> 1, e.value ->> 2
    FROM json_each(?1) AS e
    JOIN gifs          AS g ON g.id = e.value ->> 0
   WHERE true
      ON CONFLICT (gif_id, action) DO UPDATE SET count = count + excluded.count`

/** Counts events in one batch, all or none: the permanent counters, and heat (trending) at the time `nowMs`. */
export async function countEvents(
  db: D1Database,
  events: readonly CountedEvent[],
  nowMs: number,
): Promise<void> {
  if (events.length === 0) return
  const weights = new Map<string, number>()
  const counts = new Map<string, [string, Action, number]>()
  for (const { gifId, action, times = 1 } of events) {
    weights.set(gifId, (weights.get(gifId) ?? 0) + WEIGHTS[action] * times)
    const count = counts.get(`${action} ${gifId}`) ?? [gifId, action, 0]
    counts.set(`${action} ${gifId}`, [gifId, action, count[2] + times])
  }
  const heats = [...weights].map(([id, weight]) => [id, heatOf(weight, nowMs)])
  await db.batch([
    db.prepare(RAISE_HEAT).bind(JSON.stringify(heats)),
    db.prepare(COUNT_ACTIONS).bind(JSON.stringify([...counts.values()])),
  ])
}
