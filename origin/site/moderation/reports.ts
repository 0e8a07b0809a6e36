import type { D1Database, D1PreparedStatement } from '@cloudflare/workers-types'
import * as v from 'valibot'
import { AppError, fieldError, InputError } from '../../../shared/errors.ts'
import { OwnReport, REPORT_REASONS, REPORT_STATES } from '../../../shared/schema/own/staff.ts'
import { BOUNDS, dayIsFull } from '../../bounds.ts'
import { BitColumn, findRow, foundRows, json, partOf, rowNumber } from '../../sql.ts'
import { auditIfChanged, personOf } from '../actor.ts'
import { assertSeen } from '../items.ts'
import type { SiteHandlers, SiteRequest } from '../site-handlers.ts'
import { assertOthers } from './batches.ts'

type About = { gif: string } | { term: string; response: string | undefined; content: string | undefined }

type Given = { reasons: readonly string[]; text: string; anonymous: boolean }

// The table's trigger puts the item into the queue. A network's repetition of the day is dropped.
const REPORT = `
  INSERT INTO reports (gif_id, search_term, search_response_id, search_content_type, reasons, additional_info,
                       anonymous, reporter_id, visitor, created_at)
  SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10
   WHERE (SELECT count(*) FROM reports WHERE visitor = ?9) < ${BOUNDS.reports.aDay}
      ON CONFLICT DO NOTHING`

const KNOWN = 'SELECT 1 AS known FROM reports WHERE visitor = ?1 AND (gif_id = ?2 OR search_term = ?3)'

const LIST = `
  SELECT r.id, r.gif_id, r.search_term, r.search_response_id, r.search_content_type, r.reasons, r.additional_info,
         r.anonymous, u.username AS reporter, r.state, r.note, r.created_at, r.decided_at, r.decided_by
    FROM reports AS r LEFT JOIN users AS u ON u.id = r.reporter_id`

type Filter = { state?: string | undefined; gif?: string | undefined; about?: 'item' | 'search' | undefined }

const ABOUT = { item: 'r.gif_id IS NOT NULL', search: 'r.gif_id IS NULL' } as const

/** A filter's own words, so that each has the order of its index. ?1 is the state, ?2 the item. */
const within = ({ state, gif, about }: Filter) =>
  [
    ...(state ? ['r.state = ?1'] : []),
    ...(gif ? ['r.gif_id = ?2'] : []),
    ...(about ? [ABOUT[about]] : []),
  ].join(' AND ') || 'r.id > 0'

// Every statement has both parameters.
const COUNT_WITHIN = (filter: Filter) =>
  `SELECT count(*) AS count FROM reports AS r WHERE ${within(filter)} AND coalesce(?1, ?2, '') IS NOT NULL`

// A count would read every report: triggers keep it (migration 0024). ?1 is a state, or null.
const COUNT = `
  SELECT total(items) AS count FROM list_counts
   WHERE list IN (SELECT 'reports/' || value FROM json_each('${JSON.stringify(REPORT_STATES)}') WHERE value = coalesce(?1, value))`

// ?1 the report, ?2 the state, ?3 the note or null, ?4 now, ?5 who, ?6 the state that they have seen, or null
const DECIDE = `
  UPDATE reports
     SET state = ?2, note = coalesce(?3, note), decided_at = iif(?2 = 'open', NULL, ?4),
         decided_by = iif(?2 = 'open', NULL, (SELECT username FROM users WHERE id = ?5)), act = NULL
   WHERE id = ?1 AND state = coalesce(?6, state)`

// What waits for the sake of reports waits no more with the last of them: but for an upload that no one has decided about.
const IS_OPEN = "EXISTS (SELECT 1 FROM reports WHERE gif_id = ?1 AND state = 'open')"
const END_WAIT = `
  DELETE FROM moderation_queue
   WHERE gif_id = ?1 AND job_id = 'reports' AND edits IS NULL AND NOT ${IS_OPEN}
     AND (EXISTS (SELECT 1 FROM moderations WHERE gif_id = ?1 AND undone_at IS NULL AND action <> 'skip')
          OR NOT EXISTS (SELECT 1 FROM uploads WHERE gif_id = ?1))`
const WAIT_AS_UPLOAD = `
  UPDATE moderation_queue SET job_id = 'uploads' WHERE gif_id = ?1 AND job_id = 'reports' AND NOT ${IS_OPEN}`
const WAIT_AGAIN = `
  INSERT INTO moderation_queue (gif_id, job_id, queued_at)
  SELECT id, 'reports', ?2 FROM gifs WHERE id = ?1 AND is_removed = 0 AND ${IS_OPEN}
      ON CONFLICT (gif_id) DO UPDATE SET job_id = 'reports'`

/** The statements that have an item wait as long as reports of it are open. */
const waitStatements = (d1: D1Database, gif: string | null, at: string): D1PreparedStatement[] =>
  gif === null
    ? []
    : [
        d1.prepare(END_WAIT).bind(gif),
        d1.prepare(WAIT_AS_UPLOAD).bind(gif),
        d1.prepare(WAIT_AGAIN).bind(gif, at),
      ]

const { entries } = OwnReport
export const ReportRow = v.object({
  ...entries,
  reasons: json(entries.reasons),
  anonymous: BitColumn,
})

/** How many reports of a case are read. */
const OF_CASE = 50

/** Reads the newest open reports of an item, as `ReportRow`. */
export const openReportsStatement = (d1: D1Database, gif: string): D1PreparedStatement =>
  d1.prepare(`${LIST} WHERE r.gif_id = ?1 AND r.state = 'open' ORDER BY r.id DESC LIMIT ${OF_CASE}`).bind(gif)

/** @throws InputError for what is no reason of the list */
function reasonsOf(given: string | readonly string[]): readonly string[] {
  const reasons = [given].flat().flatMap((each) => each.split(','))
  const known: readonly string[] = REPORT_REASONS
  if (reasons.every((each) => known.includes(each))) return [...new Set(reasons)]
  throw fieldError('reasons', `reasons are ${REPORT_REASONS.join(', ')}`)
}

/** Writes a report, once for a network and a day. @throws RateLimitError for a network that has reported too much */
async function write(
  { d1, actor, headers, hashVisitor, nowMs }: SiteRequest,
  about: About,
  { reasons, text, anonymous }: Given,
): Promise<void> {
  const visitor = await hashVisitor(headers.get('Visitor-Network') ?? '')
  const [gif, term, response = '', content = ''] =
    'gif' in about ? [about.gif, null] : [null, about.term, about.response, about.content]
  const reporter = anonymous || actor.role === 'visitor' ? null : actor.id
  const list = JSON.stringify(reasons)
  const at = new Date(nowMs).toISOString()
  const { meta } = await d1
    .prepare(REPORT)
    .bind(gif, term, response, content, list, text, anonymous ? 1 : 0, reporter, visitor, at)
    .run()
  if (meta.changes > 0 || (await d1.prepare(KNOWN).bind(visitor, gif, term).first('known'))) return
  throw dayIsFull('reports')
}

/** Reports of items and searches: anyone makes them, moderators decide. */
export const reportHandlers = {
  async report(deps, { gif, reason, additional_info: text = '', anonymous }) {
    await assertSeen(deps, gif)
    await write(deps, { gif }, { reasons: [reason], text, anonymous: anonymous === 1 })
    return {}
  },

  async reportSearch(deps, { reasons, additional_info: text = '', anonymous, ...search }) {
    const term = search.search_term?.trim()
    if (!term) throw new InputError('A search has words', { search_term: 'must be the words of the search' })
    const about = { term, response: search.search_response_id, content: search.search_content_type }
    await write(deps, about, { reasons: reasonsOf(reasons), text, anonymous: anonymous === 1 })
    return {}
  },

  /** By default the newest first. */
  async reports({ d1 }, { state, gif, about, order, ...page }) {
    const { limit, offset } = partOf(page)
    const filter = { state, gif, about }
    const values = [state ?? null, gif ?? null]
    const [rows, total] = await d1.batch<Record<string, unknown>>([
      d1
        .prepare(`${LIST} WHERE ${within(filter)} ORDER BY r.id ${order} LIMIT ?3 OFFSET ?4`)
        .bind(...values, limit, offset),
      gif || about ? d1.prepare(COUNT_WITHIN(filter)).bind(...values) : d1.prepare(COUNT).bind(state ?? null),
    ])
    return {
      body: { results: foundRows(ReportRow, rows), count: Number(total?.results[0]?.count ?? 0) },
    }
  },

  /** Decides about a report, or opens it again. */
  async decideReport({ d1, actor, nowMs }, { id, state, was = null, note = null }) {
    const report = rowNumber(id)
    const one = d1.prepare(`${LIST} WHERE r.id = ?1`).bind(report)
    const before = await findRow(ReportRow, one)
    if (!before) throw new AppError('not-found', 'There is no such report')
    await assertOthers(d1, personOf(actor).id, before.gif_id === null ? [] : [before.gif_id])
    if (before.state === state && before.note === (note ?? before.note)) return { body: before }
    const at = new Date(nowMs).toISOString()
    const person = personOf(actor)
    const act = { action: `report.${state}`, target: `report/${report}`, reason: note ?? '', nowMs }
    const results = await d1.batch([
      d1.prepare(DECIDE).bind(report, state, note, at, person.id, was),
      auditIfChanged(d1, person, act),
      ...waitStatements(d1, before.gif_id, at),
      one,
    ])
    const [after] = foundRows(ReportRow, results.at(-1))
    if (after?.state === state) return { body: after }
    throw new AppError('conflict', `This report is ${after?.state ?? 'gone'} by now`)
  },
} satisfies SiteHandlers
