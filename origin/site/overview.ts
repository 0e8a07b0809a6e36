import { PINGBACK_ACTIONS, type PingbackAction } from '../../shared/schema/own/gateway.ts'
import { type Overview, WAITING, WAITING_MAX, type Waiting } from '../../shared/schema/own/staff.ts'
import { DAY_MS, utcDay } from '../../shared/time.ts'
import type { SiteHandlers } from './site-handlers.ts'

const DAYS = 30

/** What waits, each by an index that has no more. */
const ROWS: Readonly<Record<Waiting, string>> = {
  moderation: 'moderation_queue',
  reports: "reports WHERE state = 'open'",
  claims: "claims WHERE state = 'open'",
  schedule: `(SELECT id FROM scheduled_gifs WHERE done_at IS NULL
              UNION ALL SELECT id FROM trending_stories WHERE done_at IS NULL)`,
  uploads: "uploads WHERE state = 'failed'",
  pingbacks: 'dead_letters',
  mails: '(SELECT 1 FROM outbox WHERE sent_at IS NULL UNION ALL SELECT 1 FROM decision_mails)',
}

/** The statement that counts what waits, each up to `WAITING_MAX`. */
export const COUNT_WAITING = `SELECT ${WAITING.map(
  (what) => `(SELECT count(*) FROM (SELECT 1 FROM ${ROWS[what]} LIMIT ${WAITING_MAX})) AS ${what}`,
).join(', ')}`

// ?1 is the first day, ?2 a JSON list of actions.
const TOTALS = `
  SELECT day, action, count FROM day_totals WHERE day >= ?1 AND action IN (SELECT value FROM json_each(?2))`

type Total = { day: string; action: PingbackAction; count: number }

/** What moderators and staff see first. */
export const overviewHandlers = {
  async overview({ d1, actor, nowMs }) {
    const days = Array.from({ length: DAYS }, (_, n) => ({
      day: utcDay(nowMs - (DAYS - 1 - n) * DAY_MS),
      SEEN: 0,
      HOVER: 0,
      CLICK: 0,
    }))
    const [waiting, totals] = await d1.batch<unknown>([
      d1.prepare(COUNT_WAITING),
      d1.prepare(TOTALS).bind(days[0]?.day, JSON.stringify(PINGBACK_ACTIONS)),
    ])
    for (const { day, action, count } of (totals?.results ?? []) as Total[]) {
      const row = days.find((each) => each.day === day)
      if (row) row[action] = count
    }
    const [counts] = (waiting?.results ?? []) as Overview['waiting'][]
    if (!counts) throw new Error('The counts of what waits are one row')
    // Claims are for staff alone (T78).
    const claims = actor.role === 'staff' ? counts.claims : 0
    return { body: { waiting: { ...counts, claims }, days } }
  },
} satisfies SiteHandlers
