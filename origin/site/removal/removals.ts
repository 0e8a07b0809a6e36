import type { D1Database, D1PreparedStatement } from '@cloudflare/workers-types'
import { type CaseMail, ownerMails } from '../../mail/case-mails.ts'
import { mailsOf } from '../../mail/decision-mails.ts'
import { hasMailRoom } from '../../mail/mail-room.ts'
import { personOf } from '../actor.ts'
import type { SiteRequest } from '../site-handlers.ts'
import { closeStatements } from './settle.ts'

/** One item to take down. */
export type Takedown = { gif_id: string; reason: string }

/** What is taken down: SQL of a JSON list of `gif_id`, `reason` and, where a mail is due, `mail`; its only parameter is ?1. */
type Given = { list: string; value: string }

/**
 * The statements that take items down, of the library or of a configured provider: audit, mails, rows, flags. What is gone
 * already is left alone, so that a repetition writes nothing: no second row, act or mail. The second returns the ids of
 * mails, the third those of items.
 */
export function takedownStatements(
  d1: D1Database,
  { list, value }: Given,
  { note, actor, at }: { note: string; actor: string; at: string },
): [D1PreparedStatement, D1PreparedStatement, D1PreparedStatement, D1PreparedStatement] {
  const fresh = `
      FROM json_each(${list}) AS given
     WHERE NOT EXISTS (SELECT 1 FROM removals
                        WHERE gif_id = given.value ->> 'gif_id' AND restored_at IS NULL)`
  const audit = `
    INSERT INTO audit (actor_id, actor, action, target, reason, created_at)
    SELECT ?2, (SELECT username FROM users WHERE id = ?2), 'gif.takedown',
           'gif/' || (given.value ->> 'gif_id'), given.value ->> 'reason', ?3 ${fresh}`
  const mail = `
    INSERT INTO outbox (recipient, subject, text, created_at)
    SELECT recipient, subject, text, ?2
      FROM (SELECT given.value ->> '$.mail.to' AS recipient, given.value ->> '$.mail.subject' AS subject,
                   given.value ->> '$.mail.text' AS text,
                   row_number() OVER (PARTITION BY given.value ->> '$.mail.to' ORDER BY given.key) AS nth
            ${fresh} AND given.value ->> '$.mail.to' IS NOT NULL) AS due
     WHERE ${hasMailRoom('due.recipient', '?2', 'account', 'due.nth')}
    RETURNING id`
  const remove = `
    INSERT INTO removals (gif_id, reason, note, actor_id, created_at, title)
    SELECT given.value ->> 'gif_id', given.value ->> 'reason', ?2, ?3, ?4,
           coalesce((SELECT title FROM gifs WHERE id = given.value ->> 'gif_id'), '') ${fresh}
    RETURNING gif_id`
  const flag = `
    UPDATE gifs
       SET is_removed = 1, removed_at = ?2,
           removed_reason = (SELECT value ->> 'reason' FROM json_each(${list}) WHERE value ->> 'gif_id' = gifs.id)
     WHERE is_removed = 0 AND id IN (SELECT value ->> 'gif_id' FROM json_each(${list}))`
  return [
    d1.prepare(audit).bind(value, actor, at),
    d1.prepare(mail).bind(value, at),
    d1.prepare(remove).bind(value, note, actor, at),
    d1.prepare(flag).bind(value, at),
  ]
}

/**
 * Takes items down, of the library or of a configured provider, in one batch: the rows, the audit, the library's flags,
 * the mails. When it returns, this isolate serves none of them any more; all others stop within 10 s.
 * @returns the ids of those that were not gone before.
 */
export async function takeDown(
  deps: SiteRequest,
  { takedowns, note, sendEmail }: { takedowns: readonly Takedown[]; note: string; sendEmail: boolean },
): Promise<ReadonlySet<string>> {
  const { d1, actor, enqueue, gifsChanged, publicUrl, nowMs } = deps
  const once = [...new Map(takedowns.map((each) => [each.gif_id, each])).values()]
  const mails = sendEmail ? await mailsTo(deps, once) : undefined
  const list = JSON.stringify(once.map((each) => ({ ...each, mail: mails?.get(each.gif_id) })))
  const at = new Date(nowMs).toISOString()
  const by = personOf(actor).id
  const act = crypto.randomUUID()
  const seen = once.map(({ gif_id }) => ({ gif_id, isBare: true }))
  const reasons = Object.fromEntries(once.map(({ gif_id, reason }) => [gif_id, reason]))
  const answers = mailsOf(deps, act, { owners: 'none', action: 'remove', reason: '', reasons })
  const [, mailed, removed] = await d1.batch<Record<string, unknown>>([
    ...takedownStatements(d1, { list: '?1', value: list }, { note, actor: by, at }),
    ...closeStatements(d1, seen, { act, by, at, note, isRight: true }),
    answers.statement,
  ])
  for (const { id } of mailed?.results ?? []) enqueue({ kind: 'mail', id: Number(id) })
  const gone = (removed?.results ?? []).map(({ gif_id }) => String(gif_id))
  afterDecision(enqueue, gone)
  const ids = once.map(({ gif_id }) => gif_id)
  await gifsChanged(ids, publicUrl)
  await answers.write()
  return new Set(gone)
}

/** The jobs that follow what takes items away: their files that were not read yet are read (T56), those of clips go. */
export function afterDecision(enqueue: SiteRequest['enqueue'], ids: readonly string[]): void {
  for (const gif of ids) enqueue({ kind: 'hashes', gif })
  if (ids.length > 0) enqueue({ kind: 'files' })
}

/** The mails to the owners of items, by id, each with its own reason. */
async function mailsTo(deps: SiteRequest, takedowns: readonly Takedown[]): Promise<Map<string, CaseMail>> {
  const reasons = Map.groupBy(takedowns, ({ reason }) => reason)
  const told = [...reasons].map(([reason, some]) =>
    ownerMails(deps, { ids: some.map(({ gif_id }) => gif_id), action: 'remove', reason }),
  )
  return new Map((await Promise.all(told)).flatMap((mails) => [...mails]))
}

type Restoring = { actor: string; reason: string; at: string }

/** The statements that bring items back by their takedowns' rows; what is back already is left alone. The second returns ids. */
export function restoreStatements(
  d1: D1Database,
  { ids, value }: SelectedRows,
  { actor, reason, at }: Restoring,
): [D1PreparedStatement, D1PreparedStatement, D1PreparedStatement] {
  // The act is written on the condition of the change, before it: a repetition writes nothing.
  const audit = `
    INSERT INTO audit (actor_id, actor, action, target, reason, created_at)
    SELECT ?2, (SELECT username FROM users WHERE id = ?2), 'gif.restore', 'gif/' || gif_id, ?3, ?4
      FROM removals WHERE id IN (${ids}) AND restored_at IS NULL`
  const restore = `
    UPDATE removals SET restored_at = ?2, restored_by = ?3 WHERE id IN (${ids}) AND restored_at IS NULL
    RETURNING gif_id`
  const unflag = `
    UPDATE gifs SET is_removed = 0, removed_reason = '', removed_at = NULL
     WHERE id IN (SELECT gif_id FROM removals WHERE id IN (${ids}))
       AND NOT EXISTS (SELECT 1 FROM removals WHERE gif_id = gifs.id AND restored_at IS NULL)`
  return [
    d1.prepare(audit).bind(value, actor, reason, at),
    d1.prepare(restore).bind(value, at, actor),
    d1.prepare(unflag).bind(value),
  ]
}

/** Brings an item back by the id of its takedown's row. One that is back already, or an unknown id, changes nothing. */
export async function restore(
  { d1, actor, gifsChanged, publicUrl, nowMs }: SiteRequest,
  { id, reason }: { id: number; reason: string },
): Promise<void> {
  const act = { actor: personOf(actor).id, reason, at: new Date(nowMs).toISOString() }
  const [, restored] = await d1.batch<{ gif_id: string }>(
    restoreStatements(d1, { ids: 'SELECT ?1', value: id }, act),
  )
  const ids = (restored?.results ?? []).map(({ gif_id }) => gif_id)
  if (ids.length > 0) await gifsChanged(ids, publicUrl)
}

/** Rows that a statement is for: SQL that selects their ids, whose only parameter is ?1, and its value. */
export type SelectedRows = { ids: string; value: string | number }
