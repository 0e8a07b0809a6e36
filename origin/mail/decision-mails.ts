import type { D1Database, D1PreparedStatement } from '@cloudflare/workers-types'
import * as v from 'valibot'
import { own } from '../../shared/own.ts'
import { isoTime } from '../../shared/time.ts'
import type { Job, JobDeps } from '../job.ts'
import { findRow, json } from '../sql.ts'
import { claimantMails, mailStatement, ownerMails } from './case-mails.ts'

/** ms after which a decision's mails are a job's: until then its request writes them. */
const REQUEST_MS = 30_000
/** Decisions whose mails are written in a minute. */
const AT_ONCE = 50

type Deps = JobDeps & { nowMs: number }

/** What mails say of a decision. */
const Decision = v.object({
  /** With what claims were closed; '' where none is answered. */
  act: v.string(),
  action: v.picklist(['approve', 'rating', 'hide', 'remove', 'back']),
  reason: v.string(),
  /** By item, in place of `reason`. */
  reasons: v.optional(v.record(v.string(), v.string())),
  template: v.optional(v.string()),
})
type Decision = v.InferOutput<typeof Decision>

/** SQL of the items that an act, ?1, has decided about. */
export const DECIDED = `
  SELECT gif_id FROM moderations WHERE act = ?1
   UNION SELECT gif_id FROM reports WHERE act = ?1
   UNION SELECT gif_id FROM claims WHERE act = ?1`

/** Whose owners get a mail: SQL of items; ?1 is the decision's act, ?2 now. */
const OWNERS = {
  none: 'SELECT NULL AS gif_id WHERE 0',
  decided: DECIDED,
  undone: "SELECT gif_id FROM moderations WHERE act = ?1 AND action IN ('hide', 'remove') AND undone_at = ?2",
} as const

const NOTE = (owners: string) => `
  INSERT INTO decision_mails (id, decision, owners, created_at)
  SELECT ?3, ?4, owners, ?2 FROM (SELECT (SELECT json_group_array(gif_id) FROM (${owners})) AS owners)
   WHERE owners <> '[]' OR EXISTS (SELECT 1 FROM claims WHERE act = ?1 AND kind <> 'objection')`

/** Mails that are due: the statement that notes them, for the decision's batch and behind what it decides, and what writes them. */
export function mailsOf(
  deps: Deps & { enqueue: (job: Job) => void },
  act: string,
  { owners, ...decision }: Omit<Decision, 'act'> & { owners: keyof typeof OWNERS },
): { statement: D1PreparedStatement; write: () => Promise<void> } {
  const id = crypto.randomUUID()
  const told = JSON.stringify({ ...decision, act: owners === 'undone' ? '' : act })
  return {
    statement: deps.DB.prepare(NOTE(OWNERS[owners])).bind(act, isoTime(deps.nowMs), id, told),
    // The decision is made: a database that fails here leaves the mails to the next minute.
    write: async () => {
      try {
        for (const mail of await writeMails(deps, id)) deps.enqueue(mail)
      } catch (error) {
        console.error(`the mails of a decision are written later (${id})`, error)
      }
    },
  }
}

const DUE = 'SELECT decision, owners FROM decision_mails WHERE id = ?1'
const Due = v.object({ decision: json(Decision), owners: json(v.array(v.string())) })

/** Writes the mails of a decision, to owners of items and to who has made claims; once. @returns the jobs that send them */
export async function writeMails(deps: Deps, id: string): Promise<Job[]> {
  const { DB } = deps
  const due = await findRow(Due, DB.prepare(DUE).bind(id))
  if (!due) return []
  const { reasons = {}, ...decision } = due.decision
  const { act, reason } = decision
  const owners = await ownerMails(deps, { ...decision, ids: due.owners })
  const reasonOf = (gif: string) => own(reasons, gif) ?? reason
  const claimants = act ? await claimantMails(deps, { ...decision, reasonOf }) : []
  const once = { when: 'EXISTS (SELECT 1 FROM decision_mails WHERE id = ?3)', of: id }
  const [written] = await DB.batch<{ id: number }>([
    mailStatement(deps, [...owners.values(), ...claimants], once),
    DB.prepare('DELETE FROM decision_mails WHERE id = ?1').bind(id),
  ])
  return (written?.results ?? []).map((mail) => ({ kind: 'mail', id: mail.id }))
}

const LEFT = `SELECT id FROM decision_mails WHERE created_at < ?1 ORDER BY created_at LIMIT ${AT_ONCE}`

/** The jobs for mails that their request has not written. */
export async function dueMails(d1: D1Database, nowMs: number): Promise<Job[]> {
  const { results } = await d1
    .prepare(LEFT)
    .bind(isoTime(nowMs - REQUEST_MS))
    .all<{ id: string }>()
  return results.map(({ id }) => ({ kind: 'decision-mails', id }))
}
