import type { D1Database } from '@cloudflare/workers-types'
import type { Counted } from '../shared/schema/own/transparency.ts'

const decided = (table: string, where: string) => `
  SELECT decided_at AS at, state AS name, (julianday(decided_at) - julianday(created_at)) * 86400 AS s
    FROM ${table} WHERE decided_at IS NOT NULL AND state <> 'open' AND ${where}`
const of = (columns: string, from: string) => `SELECT ${columns}, NULL AS s FROM ${from}`

// A takedown that has no row of `moderations` was made by its own call, or of what is no item.
const ALONE = `
  removals AS r WHERE NOT EXISTS (SELECT 1 FROM moderations AS m WHERE m.gif_id = r.gif_id AND m.created_at = r.created_at)`
const HELD = "moderations WHERE undone_at IS NULL AND action <> 'skip'"

/** What is counted: SQL of when it was, its name, and the seconds that its decision took. */
const EVENTS: Readonly<Record<Counted, string>> = {
  reports: of('r.created_at AS at, reason.value AS name', 'reports AS r, json_each(r.reasons) AS reason'),
  'report-results': decided('reports', 'true'),
  decisions: `${of('created_at AS at, action AS name', HELD)} UNION ALL ${of("created_at AS at, 'remove' AS name", ALONE)}`,
  rules: of('created_at AS at, template AS name', `${HELD} AND template <> ''`),
  people: of('created_at AS at, measure AS name', 'measures WHERE undone_at IS NULL'),
  claims: of('created_at AS at, kind AS name', "claims WHERE kind <> 'objection'"),
  'claim-results': decided('claims', "kind <> 'objection'"),
  objections: of("created_at AS at, 'received' AS name", "claims WHERE kind = 'objection'"),
  'objection-results': decided('claims', "kind = 'objection'"),
}

// ?1 the first day that is counted, ?2 the first that isn't: a month is counted once it's over.
const count = (about: string, events: string) => `
  WITH ordered AS (
    SELECT substr(at, 1, 7) AS month, name, s,
           row_number() OVER (PARTITION BY substr(at, 1, 7), name ORDER BY s) AS nth,
           count(*) OVER (PARTITION BY substr(at, 1, 7), name) AS n
      FROM (${events}) WHERE at >= ?1 AND at < ?2)
  INSERT INTO transparency (month, about, name, count, median_s)
  SELECT month, '${about}', name, n, CAST(avg(iif(nth IN ((n + 1) / 2, (n + 2) / 2), s, NULL)) AS INTEGER)
    FROM ordered GROUP BY month, name`

/** Counts the month before now's at night, and all before it where none is counted yet. @param nowMs ms since 1970 */
export async function countMonths(d1: D1Database, nowMs: number): Promise<void> {
  const now = new Date(nowMs)
  const first = (back: number) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1)).toISOString().slice(0, 10)
  const isCounted = await d1.prepare('SELECT 1 AS is_counted FROM transparency LIMIT 1').first('is_counted')
  const from = isCounted === null ? '' : first(1)
  await d1.batch([
    d1.prepare('DELETE FROM transparency WHERE month >= ?1').bind(from.slice(0, 7)),
    ...Object.entries(EVENTS).map(([about, sql]) => d1.prepare(count(about, sql)).bind(from, first(0))),
  ])
}
