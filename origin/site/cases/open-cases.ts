import type { D1Database } from '@cloudflare/workers-types'
import * as v from 'valibot'
import { CASE_KINDS, type OwnCase } from '../../../shared/schema/own/cases.ts'
import { CASE_REASONS } from '../../../shared/schema/own/staff.ts'
import { BitColumn, findRows, json, type PartInput, partOf } from '../../sql.ts'
import { ITEM_COLUMNS, ownItem } from '../../uploads/own-gifs.ts'

/** Open things of each kind that a list is made of: the oldest. */
const READ_MAX = 10_000

/** Whether who looks, ?3, is of the staff: claims, and what was taken down, are theirs. */
const IS_STAFF = "EXISTS (SELECT 1 FROM users WHERE id = ?3 AND role = 'staff')"

/** What is open, a row each: `?1` is an item, or null for all. */
const OPEN = `
  SELECT * FROM (SELECT gif_id, 'report' AS kind, created_at AS at, 1 AS reports FROM reports
                  WHERE state = 'open' AND gif_id IS NOT NULL AND gif_id = coalesce(?1, gif_id)
                  ORDER BY id LIMIT ${READ_MAX})
   UNION ALL
  SELECT * FROM (SELECT gif_id, rtrim(list, 's'), queued_at, 0 FROM moderation_queue
                  WHERE gif_id = coalesce(?1, gif_id)
                  ORDER BY queued_at LIMIT ${READ_MAX})
   UNION ALL
  SELECT * FROM (SELECT gif_id, iif(kind = 'objection', kind, 'claim'), created_at, 0 FROM claims
                  WHERE state = 'open' AND gif_id = coalesce(?1, gif_id) AND ${IS_STAFF}
                  ORDER BY id LIMIT ${READ_MAX})`

/** Its columns, but for its item, of `case_rows AS c`: an id, and what is open of it. ?2 is now, ?3 who looks. */
const COLUMNS = `
  c.id, c.kinds, c.opened_at, c.reports,
  (SELECT json_group_array(DISTINCT reason.value) FROM reports AS r, json_each(r.reasons) AS reason
    WHERE r.gif_id = c.id AND r.state = 'open') AS reasons,
  (SELECT u.username FROM moderation_queue AS q
     JOIN moderation_batches AS b ON b.id = q.batch_id AND b.action = 'assigned' AND b.expires_at >= ?2
     JOIN users              AS u ON u.id = b.user_id
    WHERE q.gif_id = c.id AND b.user_id <> ?3) AS held_by,
  coalesce((SELECT revision FROM gifs WHERE id = c.id), 0) AS revision,
  coalesce((SELECT max(id) FROM moderations WHERE gif_id = c.id), 0) AS decision,
  coalesce((SELECT max(id) FROM reports WHERE gif_id = c.id AND state = 'open'), 0) AS report,
  coalesce((SELECT max(id) FROM claims WHERE gif_id = c.id AND state = 'open' AND ${IS_STAFF}), 0) AS claim`

const CASES = `
  WITH open AS MATERIALIZED (${OPEN}),
  case_rows AS MATERIALIZED (
    SELECT gif_id AS id, min(at) AS opened_at, sum(reports) AS reports, json_group_array(DISTINCT kind) AS kinds
      FROM open GROUP BY gif_id)`

// The items of who looks are left out (T57). ?4 to ?8 are filters; null filters nothing.
const FILTERED = `
  FROM case_rows AS c
  LEFT JOIN gifs  AS g ON g.id = c.id
  LEFT JOIN users AS o ON o.id = g.user_id
 WHERE g.user_id IS NOT ?3 AND (g.is_removed IS NOT 1 OR ${IS_STAFF})
   AND (?4 IS NULL OR EXISTS (SELECT 1 FROM json_each(c.kinds) WHERE value = ?4))
   AND (?5 IS NULL OR EXISTS (SELECT 1 FROM reports AS r, json_each(r.reasons) AS reason
                               WHERE r.gif_id = c.id AND r.state = 'open' AND reason.value = ?5))
   AND (?6 IS NULL OR g.rating = ?6)
   AND (?7 IS NULL OR o.username = ?7 COLLATE NOCASE)
   AND (?8 IS NULL OR c.opened_at < ?8)`

const ORDERS = {
  oldest: 'c.opened_at, c.id',
  reports: 'c.reports DESC, c.opened_at, c.id',
} as const

const LIST = (sort: keyof typeof ORDERS) => `
  ${CASES}
  SELECT ${COLUMNS}, count(*) OVER () AS total ${FILTERED} ORDER BY ${ORDERS[sort]} LIMIT ?9 OFFSET ?10`

// A page behind the last one has a count too.
const COUNT = `${CASES} SELECT count(*) AS count ${FILTERED}`

const ONE = `
  ${CASES}
  SELECT ${COLUMNS}
    FROM (SELECT ?1 AS id, max(opened_at) AS opened_at, coalesce(max(reports), 0) AS reports,
                 coalesce(max(kinds), '[]') AS kinds FROM case_rows) AS c`

const ITEMS = `
  SELECT ${ITEM_COLUMNS}, coalesce(o.username, '') AS username, g.user_id,
         coalesce((SELECT count FROM counters WHERE gif_id = g.id AND action = 'SEEN'), 0) AS view_count
    FROM json_each(?1)  AS wanted
    JOIN gifs           AS g ON g.id = wanted.value
    LEFT JOIN uploads   AS u ON u.gif_id = g.id
    LEFT JOIN users     AS o ON o.id = g.user_id`

const Row = v.object({
  id: v.string(),
  kinds: json(v.array(v.picklist(CASE_KINDS))),
  opened_at: v.nullable(v.string()),
  reports: v.number(),
  reasons: json(v.array(v.picklist(CASE_REASONS))),
  held_by: v.nullable(v.string()),
  revision: v.number(),
  decision: v.number(),
  report: v.number(),
  claim: v.number(),
})
type Row = v.InferOutput<typeof Row>
const ItemColumns = v.object({
  id: v.string(),
  username: v.string(),
  user_id: v.nullable(v.string()),
  view_count: v.number(),
  is_removed: BitColumn,
})

/** Who looks, from where, and when. */
export type Looking = { d1: D1Database; person: string; publicUrl: string; nowMs: number }

/** A case, and whose its item is. */
export type Found = OwnCase & { ownerId: string | null }

/** Rows of cases with their items. */
async function withItems({ d1, publicUrl }: Looking, rows: readonly Row[]): Promise<Found[]> {
  const { results } = await d1
    .prepare(ITEMS)
    .bind(JSON.stringify(rows.map(({ id }) => id)))
    .all()
  const items = new Map(
    results.map((row) => {
      const { id, user_id, ...more } = v.parse(ItemColumns, row)
      return [id, { user_id, item: { ...ownItem(row, publicUrl), ...more } }] as const
    }),
  )
  return rows.map(({ revision, decision, report, claim, ...row }) => {
    const found = items.get(row.id)
    const version = [revision, decision, report, claim].join('.')
    return { ...row, version, item: found?.item ?? null, ownerId: found?.user_id ?? null }
  })
}

type Filter = {
  [name in 'kind' | 'reason' | 'rating' | 'owner' | 'before']?: string | undefined
}

/** A page of the cases that someone may decide. */
export async function openCases(
  looking: Looking,
  { kind, reason, rating, owner, before }: Filter,
  sort: keyof typeof ORDERS,
  page: PartInput,
): Promise<{ results: Found[]; count: number }> {
  const { d1, person, nowMs } = looking
  const { limit, offset } = partOf(page)
  const filters = [kind, reason, rating, owner, before].map((value) => value ?? null)
  const values = [null, new Date(nowMs).toISOString(), person, ...filters]
  const { results } = await d1
    .prepare(LIST(sort))
    .bind(...values, limit, offset)
    .all<{ total: number }>()
  const count =
    results[0]?.total ??
    (offset === 0
      ? 0
      : await d1
          .prepare(COUNT)
          .bind(...values)
          .first<number>('count'))
  return {
    results: await withItems(
      looking,
      results.map((row) => v.parse(Row, row)),
    ),
    count: count ?? 0,
  }
}

/** One item's case, also where nothing is open. */
export async function caseOf(looking: Looking, id: string): Promise<Found> {
  const { d1, person, nowMs } = looking
  const rows = await findRows(Row, d1.prepare(ONE).bind(id, new Date(nowMs).toISOString(), person))
  const [found] = await withItems(looking, rows)
  if (!found) throw new Error('A statement with an aggregate has a row')
  return found
}
