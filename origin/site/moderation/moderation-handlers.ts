import type { D1Database } from '@cloudflare/workers-types'
import * as v from 'valibot'
import { AppError } from '../../../shared/errors.ts'
import { OwnLeader } from '../../../shared/schema/own/staff.ts'
import type { SignedInActor } from '../../../shared/server/origin.ts'
import { mailsOf } from '../../mail/decision-mails.ts'
import { noSuchItem, removedGif } from '../../queries/gifs.ts'
import { BitColumn, findRow, findRows, foundRows, rowNumber } from '../../sql.ts'
import { can, personOf } from '../actor.ts'
import { afterDecision } from '../removal/removals.ts'
import type { SiteHandlers, SiteRequest } from '../site-handlers.ts'
import {
  assertOthers,
  assignBatch,
  BatchRow,
  batchesOf,
  batchJson,
  batchStatement,
  jobOf,
} from './batches.ts'
import { assertMayDecide, type Decided, decideStatements, type Verdict, verdictOf } from './decide.ts'
import { undoStatements } from './undo.ts'

const GifRow = v.object({
  user_id: v.nullable(v.string()),
  revision: v.number(),
  is_removed: BitColumn,
  waits: BitColumn,
  /** Who has it in a batch now. */
  holder: v.nullable(v.string()),
  last_action: v.nullable(v.string()),
  last_by: v.nullable(v.string()),
  last_revision: v.nullable(v.number()),
})

const GIF = `
  SELECT g.user_id, g.revision, g.is_removed, q.gif_id IS NOT NULL AS waits, b.user_id AS holder,
         last.action AS last_action, last.user_id AS last_by, last.revision AS last_revision
    FROM gifs AS g
    LEFT JOIN moderation_queue   AS q    ON q.gif_id = g.id
    LEFT JOIN moderation_batches AS b    ON b.id = q.batch_id AND b.action = 'assigned' AND b.expires_at >= ?2
    LEFT JOIN moderations        AS last ON last.id = (SELECT max(id) FROM moderations WHERE gif_id = g.id)
   WHERE g.id = ?1`

const RATING = 'SELECT rating, revision FROM gifs WHERE id = ?1'

const LEADERS = `
  SELECT c.user_id, u.username, sum(c.count) AS count
    FROM moderation_counts AS c
    JOIN users             AS u ON u.id = c.user_id
   WHERE c.job_id = coalesce(?1, c.job_id)
   GROUP BY c.user_id HAVING sum(c.count) > 0
   ORDER BY count DESC, u.username LIMIT 100`

/** Decisions, and batches, are their makers' and the staff's. @throws AppError 'forbidden' */
function assertOwnOrStaff(person: SignedInActor, user_id: string | null): void {
  if (!can(person, 'edit', { user_id }))
    throw new AppError('forbidden', 'This record belongs to someone else')
}

const isDecision = (verdict: Verdict): verdict is Decided => verdict.action !== 'undo'

const takesAway = ({ action }: Verdict) => action === 'hide' || action === 'remove'

/** @throws AppError 'not-found', 'removed', 'conflict', 'forbidden' */
async function assertModerable(
  d1: D1Database,
  gif: string,
  person: SignedInActor,
  { verdict: { action }, seen, nowMs }: { verdict: Verdict; seen: number | undefined; nowMs: number },
): Promise<void> {
  const found = await findRow(GifRow, d1.prepare(GIF).bind(gif, new Date(nowMs).toISOString()))
  if (!found) throw noSuchItem()
  const { is_removed, waits, holder, last_action, last_by } = found
  if (found.user_id === person.id) throw new AppError('forbidden', 'No one decides about their own GIF')
  if (action === 'undo') {
    if (last_action === null) throw new AppError('conflict', 'No one has decided about this GIF')
    assertOwnOrStaff(person, last_by)
    return assertMayDecide(person, last_action)
  }
  const isMade = last_by === person.id && last_action === action
  // A takedown that is asked for again has been made.
  if (is_removed && !(action === 'remove' && isMade)) throw removedGif()
  if (holder !== null && holder !== person.id)
    throw new AppError('conflict', 'Another moderator has this GIF')
  if (seen !== undefined && seen !== found.revision && !(isMade && found.last_revision === found.revision))
    throw new AppError('conflict', 'This GIF has changed since you saw it')
  if (action === 'skip' && !waits) throw new AppError('conflict', 'This GIF does not wait for anybody')
}

/** The mails to who has made the claims that a decision of staff closes. */
const answersOf = (deps: SiteRequest, act: string, { action }: Verdict, reason = '') =>
  action === 'skip' || action === 'undo' ? undefined : mailsOf(deps, act, { owners: 'none', action, reason })

/** Moderation (§7): a GIF's, and batches of what waits. */
export const moderationHandlers = {
  async moderateGif(deps, { id, reason = '', note = '', ...given }) {
    const { d1, actor, enqueue, gifsChanged, publicUrl, nowMs } = deps
    const person = personOf(actor)
    const verdict = verdictOf(given.action, given.rating)
    assertMayDecide(person, verdict.action)
    await assertModerable(d1, id, person, { verdict, seen: given.was, nowMs })
    const act = crypto.randomUUID()
    const common = { act, actor: person.id, batch: null, reason, note, nowMs }
    const statements = isDecision(verdict)
      ? decideStatements(d1, [{ gif_id: id, revision: given.was }], { ...common, verdict })
      : undoStatements(d1, { gif: id, actor: person, nowMs })
    const answers = answersOf(deps, act, verdict, reason)
    const results = await d1.batch<{ rating: string; revision: number }>([
      ...statements,
      ...(answers ? [answers.statement] : []),
      d1.prepare(RATING).bind(id),
    ])
    if (takesAway(verdict)) afterDecision(enqueue, [id])
    await gifsChanged([id], publicUrl)
    await answers?.write()
    const rated = results.at(-1)?.results[0]
    if (!rated) throw noSuchItem()
    return { body: { gif_id: id, action: verdict.action, ...rated } }
  },

  async batchActions({ d1, nowMs }, { user_id: user, action }) {
    const rows = await batchesOf(d1, { user, action, nowMs })
    return { body: { results: rows.map(batchJson), count: rows.length } }
  },

  /** The next items, or the batch that the moderator has; 204 where nothing waits. */
  async assignBatchAction({ d1, actor, nowMs }, { job_id }) {
    return { body: await assignBatch(d1, { user: personOf(actor).id, job: jobOf(job_id), nowMs }) }
  },

  /** Decides about all that waits in a batch; a decision that was made already changes nothing. */
  async updateBatchAction(deps, { id, action }) {
    const { d1, actor, enqueue, gifsChanged, publicUrl, nowMs } = deps
    const person = personOf(actor)
    const verdict = verdictOf(action)
    const batch = rowNumber(id)
    const row = await findRow(BatchRow, batchStatement(d1, batch, nowMs))
    if (!row) throw new AppError('not-found', 'There is no such batch')
    assertOwnOrStaff(person, row.user_id)
    assertMayDecide(person, verdict.action)
    if (row.action === action) return { body: batchJson(row) }
    await assertOthers(d1, person.id, isDecision(verdict) ? row.waiting : row.gif_ids)
    if (isDecision(verdict) && row.action !== 'assigned') {
      const isOver = row.action === 'expired'
      throw new AppError(
        'conflict',
        isOver ? 'The time of this batch is over: ask for another' : 'This batch is decided: undo it first',
      )
    }
    const waiting = row.waiting.map((gif_id) => ({ gif_id }))
    const act = crypto.randomUUID()
    const statements = isDecision(verdict)
      ? decideStatements(d1, waiting, { act, verdict, actor: person.id, batch, reason: '', note: '', nowMs })
      : undoStatements(d1, { batch, actor: person, nowMs })
    const answers = answersOf(deps, act, verdict)
    const results = await d1.batch([
      ...statements,
      ...(answers ? [answers.statement] : []),
      batchStatement(d1, batch, nowMs),
    ])
    if (takesAway(verdict)) afterDecision(enqueue, row.waiting)
    await answers?.write()
    await gifsChanged(row.gif_ids, publicUrl)
    const [after] = foundRows(BatchRow, results.at(-1))
    if (!after || (isDecision(verdict) && after.action !== action))
      throw new AppError('conflict', 'Nothing waits in this batch any more')
    return { body: batchJson(after) }
  },

  async batchLeaderboard({ d1 }, { job_id }) {
    const results = await findRows(OwnLeader, d1.prepare(LEADERS).bind(jobOf(job_id)))
    return { body: { results, count: results.length } }
  },
} satisfies SiteHandlers
