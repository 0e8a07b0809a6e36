import type { D1Database } from '@cloudflare/workers-types'
import { momentMs } from '../../../shared/calls/moment.ts'
import { AppError } from '../../../shared/errors.ts'
import { CASE_UNDO_MS, type CaseResult } from '../../../shared/schema/own/cases.ts'
import type { SignedInActor } from '../../../shared/server/origin.ts'
import { isoTime } from '../../../shared/time.ts'
import { DECIDED, mailsOf } from '../../mail/decision-mails.ts'
import { personOf } from '../actor.ts'
import { assertMayDecide, type Decided, decideStatements, verdictOf } from '../moderation/decide.ts'
import { undoStatements } from '../moderation/undo.ts'
import { afterDecision } from '../removal/removals.ts'
import type { Seen } from '../removal/settle.ts'
import type { SiteHandlers } from '../site-handlers.ts'
import { bareStatements, undoBareStatements } from './bare.ts'
import { decidedBy, type Facts, factsOf, isBare, refusalOf } from './judge.ts'
import { afterMeasure, type Measuring, measuredOwner, measureStatements, undoMeasure } from './measures.ts'
import { openCases } from './open-cases.ts'
import { readCase } from './read-case.ts'

/** What was seen of a case. */
const seenOf = ({ id, version }: { id: string; version?: string | undefined }): Seen => {
  const [revision, decision, report, claim] = version?.split('.').map(Number) ?? []
  return { gif_id: id, revision, decision, report, claim }
}

/** Cases as they were named, by what may be decided of them. */
function judge(
  seen: readonly Seen[],
  facts: ReadonlyMap<string, Facts>,
  person: SignedInActor,
  verdict: Decided,
) {
  const refused = new Map<string, CaseResult>()
  const items: Seen[] = []
  const bare: Seen[] = []
  for (const each of seen) {
    const found = facts.get(each.gif_id)
    if (!found) continue
    const refusal = refusalOf(found, each, person, verdict)
    if (refusal) refused.set(each.gif_id, refusal)
    else if (isBare(found)) bare.push(each)
    else items.push(each)
  }
  return { refused, items, bare }
}

/** The items that an act has decided about. */
async function decidedIn(d1: D1Database, act: string): Promise<ReadonlySet<string>> {
  const { results } = await d1.prepare(DECIDED).bind(act).all<{ gif_id: string }>()
  return new Set(results.map(({ gif_id }) => gif_id))
}

const MADE = `
  SELECT user_id, created_at, action = 'remove' AS is_removal FROM moderations WHERE act = ?1
   UNION ALL
  SELECT u.id, r.decided_at, EXISTS (SELECT 1 FROM removals WHERE gif_id = r.gif_id AND created_at = r.decided_at)
    FROM (SELECT act, gif_id, decided_by, decided_at FROM reports WHERE act = ?1 UNION ALL
          SELECT act, gif_id, decided_by, decided_at FROM claims WHERE act = ?1) AS r
    LEFT JOIN users AS u ON u.username = r.decided_by
   LIMIT 1`
type Made = { user_id: string | null; created_at: string; is_removal: number }

/** @throws AppError 'not-found', 'forbidden', 'conflict' for what is an hour old */
async function assertMayUndo(d1: D1Database, act: string, { id, role }: SignedInActor, nowMs: number) {
  const made = await d1.prepare(MADE).bind(act).first<Made>()
  if (!made) throw new AppError('not-found', 'There is no such decision')
  if (role !== 'staff' && (made.user_id !== id || made.is_removal === 1))
    throw new AppError('forbidden', 'This decision is someone else’s')
  if (Date.parse(made.created_at) < nowMs - CASE_UNDO_MS)
    throw new AppError('conflict', 'This decision is more than an hour old: decide again')
}

const UNDONE = `
  SELECT gif_id FROM moderations WHERE act = ?1 AND undone_at = ?2
   UNION
  SELECT value FROM json_each(?3) WHERE NOT EXISTS (SELECT 1 FROM moderations WHERE act = ?1 AND gif_id = value)`

/** All that is open about one item, and one decision about it. */
export const caseHandlers = {
  async cases({ d1, actor, publicUrl, nowMs }, { sort, limit, offset, before, ...filter }) {
    const looking = { d1, person: personOf(actor).id, publicUrl, nowMs }
    const since = before === undefined ? undefined : isoTime(momentMs(before))
    const { results, count } = await openCases(looking, { ...filter, before: since }, sort, { limit, offset })
    return { body: { results: results.map(({ ownerId: _, ...row }) => row), count } }
  },

  async case({ d1, actor, publicUrl, nowMs }, { id }) {
    const person = personOf(actor)
    return { body: await readCase({ d1, person: person.id, publicUrl, nowMs }, person, id) }
  },

  async decideCases(deps, { cases, decision, rating, person, reason = '', note = '', ...given }) {
    const { d1, actor, enqueue, gifsChanged, publicUrl, nowMs } = deps
    const template: Measuring['template'] = given.template ?? ''
    const decider = personOf(actor)
    const verdict = { ...verdictOf(decision, rating), action: decision }
    assertMayDecide(decider, verdict.action)
    const named = [...new Map(cases.map((each) => [each.id, seenOf(each)])).values()]
    const ids = named.map(({ gif_id }) => gif_id)
    const facts = await factsOf(d1, ids, nowMs)
    const { refused, items, bare } = judge(named, facts, decider, verdict)
    const owners = [...items, ...bare].map(({ gif_id }) => facts.get(gif_id)?.owner ?? null)
    const user = person && (await measuredOwner(deps, owners, { reason, template }))
    const act = crypto.randomUUID()
    const gif = [...items, ...bare][0]?.gif_id ?? ''
    const measuring = person && user && { measure: person, user, gif, act, reason, template }
    const why = { act, reason, note, template }
    const about = { verdict, actor: decider.id, batch: null, shows: true, nowMs }
    const bareAct = { ...why, action: verdict.action, by: decider.id, at: isoTime(nowMs) }
    const mails = mailsOf(deps, act, { owners: 'decided', action: decision, reason, template })
    const deciding = [
      ...decideStatements(d1, items, { ...why, ...about }),
      ...bareStatements(d1, bare, bareAct),
      mails.statement,
    ]
    const done = await d1.batch<{ id?: number; gif_id?: string }>([
      ...deciding,
      d1.prepare(DECIDED).bind(act),
      ...(measuring ? measureStatements(deps, measuring) : []),
    ])
    const decided = new Set(done[deciding.length]?.results.flatMap(({ gif_id }) => gif_id ?? []))
    if (verdict.action !== 'approve') afterDecision(enqueue, [...decided])
    await gifsChanged([...decided], publicUrl)
    await mails.write()
    const measured = measuring ? await afterMeasure(deps, measuring, done.slice(-2)) : ''
    // Of two who decide at once, one finds here who was first.
    const missed = ids.some((id) => !refused.has(id) && !decided.has(id))
    const later = missed ? await factsOf(d1, ids, nowMs) : facts
    const resultOf = (id: string): CaseResult => {
      if (decided.has(id)) return { id, result: 'decided', by: null, at: null }
      const found = later.get(id)
      return refused.get(id) ?? (found ? decidedBy(found) : { id, result: 'unknown', by: null, at: null })
    }
    return { body: { act, results: ids.map(resultOf), person: measured } }
  },

  async undoCases(deps, { act }) {
    const { d1, actor, gifsChanged, publicUrl, nowMs } = deps
    const person = personOf(actor)
    await assertMayUndo(d1, act, person, nowMs)
    const decided = JSON.stringify([...(await decidedIn(d1, act))])
    const at = isoTime(nowMs)
    const { statements, after } = await undoMeasure(deps, act)
    const mails = mailsOf(deps, act, { owners: 'undone', action: 'back', reason: '' })
    const results = await d1.batch<{ gif_id: string; id?: number }>([
      ...undoStatements(d1, { act, actor: person, nowMs }),
      ...undoBareStatements(d1, { act, by: person.id, at }),
      mails.statement,
      d1.prepare(UNDONE).bind(act, at, decided),
      ...statements,
    ])
    const undone = (results.at(-1 - statements.length)?.results ?? []).map(({ gif_id }) => gif_id)
    if (undone.length === 0) throw new AppError('conflict', 'Another decision was made since')
    await after(results.at(-1))
    await gifsChanged(undone, publicUrl)
    await mails.write()
    return { body: { results: undone } }
  },
} satisfies SiteHandlers
