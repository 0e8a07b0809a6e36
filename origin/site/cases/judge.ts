import type { D1Database } from '@cloudflare/workers-types'
import * as v from 'valibot'
import type { CaseResult } from '../../../shared/schema/own/cases.ts'
import type { SignedInActor } from '../../../shared/server/origin.ts'
import { BitColumn, findRows } from '../../sql.ts'
import type { Verdict } from '../moderation/decide.ts'
import type { Seen } from '../removal/settle.ts'

const Row = v.object({
  id: v.string(),
  owner: v.nullable(v.string()),
  is_item: BitColumn,
  is_removed: BitColumn,
  is_open: BitColumn,
  revision: v.nullable(v.number()),
  /** Who has it in a batch. */
  holder: v.nullable(v.string()),
  holder_name: v.nullable(v.string()),
  decision: v.number(),
  last_by: v.nullable(v.string()),
  last_at: v.nullable(v.string()),
  report_by: v.nullable(v.string()),
  report_at: v.nullable(v.string()),
})

/** What a decision about an item depends on. */
export type Facts = v.InferOutput<typeof Row>

// ?1 the ids, ?2 now
const FACTS = `
  SELECT given.value AS id, g.user_id AS owner, g.id IS NOT NULL AS is_item, coalesce(g.is_removed, 0) AS is_removed, g.revision,
         EXISTS (SELECT 1 FROM reports WHERE gif_id = given.value AND state = 'open')
           OR EXISTS (SELECT 1 FROM claims WHERE gif_id = given.value AND state = 'open') AS is_open,
         b.user_id AS holder, (SELECT username FROM users WHERE id = b.user_id) AS holder_name,
         coalesce(last.id, 0) AS decision,
         (SELECT username FROM users WHERE id = last.user_id) AS last_by, last.created_at AS last_at,
         report.decided_by AS report_by, report.decided_at AS report_at
    FROM json_each(?1)           AS given
    LEFT JOIN gifs               AS g      ON g.id = given.value
    LEFT JOIN moderation_queue   AS q      ON q.gif_id = g.id
    LEFT JOIN moderation_batches AS b      ON b.id = q.batch_id AND b.action = 'assigned' AND b.expires_at >= ?2
    LEFT JOIN moderations        AS last   ON last.id = (SELECT max(id) FROM moderations WHERE gif_id = g.id)
    LEFT JOIN (SELECT gif_id, decided_by, max(decided_at) AS decided_at
                 FROM (SELECT gif_id, decided_by, decided_at FROM reports WHERE gif_id IN (SELECT value FROM json_each(?1))
                       UNION ALL
                       SELECT gif_id, decided_by, decided_at FROM claims WHERE gif_id IN (SELECT value FROM json_each(?1)))
                WHERE decided_at IS NOT NULL GROUP BY gif_id) AS report ON report.gif_id = given.value`

/** The facts of items, by id. */
export async function factsOf(
  d1: D1Database,
  ids: readonly string[],
  nowMs: number,
): Promise<Map<string, Facts>> {
  const rows = await findRows(Row, d1.prepare(FACTS).bind(JSON.stringify(ids), new Date(nowMs).toISOString()))
  return new Map(rows.map((row) => [row.id, row]))
}

/** An item that is decided about by what is open alone: it is no item of the library, or is taken down. */
export const isBare = ({ is_item, is_removed }: Facts): boolean => !is_item || is_removed

/** The other decision that a case has by now. */
export const decidedBy = ({ id, last_by, last_at, report_by, report_at }: Facts): CaseResult => ({
  id,
  result: 'conflict',
  by: last_by ?? report_by ?? '',
  at: last_at ?? report_at,
})

/** Why someone may not decide about an item as they have seen it; undefined where they may. */
export function refusalOf(
  facts: Facts,
  seen: Seen,
  { id: person, role }: SignedInActor,
  { action }: Verdict,
): CaseResult | undefined {
  const { id, owner, is_item, is_removed, is_open, holder, holder_name, decision, revision } = facts
  const refused = (result: CaseResult['result'], by: string | null = null) => ({ id, result, by, at: null })
  if (owner !== null && owner === person) return refused('own')
  if (isBare(facts)) {
    // What was taken down is the staff's.
    if (is_removed && role !== 'staff') return refused('unknown')
    // Of what is elsewhere only reports are known, and that it may be shown.
    if (!is_open) return seen.report || seen.claim || seen.decision ? decidedBy(facts) : refused('unknown')
    return !is_item && (action === 'rating' || action === 'hide') ? refused('unknown') : undefined
  }
  if (holder !== null && holder !== person) return refused('held', holder_name)
  if (seen.decision !== undefined && seen.decision !== decision) return decidedBy(facts)
  if (seen.revision !== undefined && seen.revision !== revision) return refused('changed')
  return undefined
}
