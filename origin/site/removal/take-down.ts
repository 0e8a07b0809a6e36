import type { D1Database, D1PreparedStatement } from '@cloudflare/workers-types'
import type { SignedInActor } from '../../../shared/server/origin.ts'
import type { SiteDeps } from '../site-handlers.ts'

/** One item to take down. */
export type Takedown = { gif_id: string; reason: string }

/** Who decides, when, and the scheme and host that our addresses start with. */
export type Decision = { actor: SignedInActor; publicUrl: string; nowMs: number }

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
    SELECT given.value ->> '$.mail.to', given.value ->> '$.mail.subject', given.value ->> '$.mail.text', ?2
    ${fresh} AND given.value ->> '$.mail.to' IS NOT NULL
    RETURNING id`
  const remove = `
    INSERT INTO removals (gif_id, reason, note, actor_id, created_at)
    SELECT given.value ->> 'gif_id', given.value ->> 'reason', ?2, ?3, ?4 ${fresh}
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
  { d1, enqueue, gifsChanged, brand }: SiteDeps,
  { actor, publicUrl, nowMs }: Decision,
  { takedowns, note, sendEmail }: { takedowns: readonly Takedown[]; note: string; sendEmail: boolean },
): Promise<ReadonlySet<string>> {
  const once = [...new Map(takedowns.map((each) => [each.gif_id, each])).values()]
  const mails = sendEmail ? await mailsTo(d1, once, brand) : new Map<string, Mail>()
  const list = JSON.stringify(once.map((each) => ({ ...each, mail: mails.get(each.gif_id) })))
  const at = new Date(nowMs).toISOString()
  const [, mailed, removed] = await d1.batch<Record<string, unknown>>(
    takedownStatements(d1, { list: '?1', value: list }, { note, actor: actor.id, at }),
  )
  for (const { id } of mailed?.results ?? []) enqueue({ kind: 'mail', id: Number(id) })
  const ids = once.map(({ gif_id }) => gif_id)
  await gifsChanged(ids, publicUrl)
  return new Set((removed?.results ?? []).map(({ gif_id }) => String(gif_id)))
}

type Mail = { to: string; subject: string; text: string }
type Owner = { id: string; title: string; email: string; username: string }

const OWNERS = `
  SELECT g.id, g.title, u.email, u.username
    FROM gifs AS g
    JOIN users AS u ON u.id = g.user_id
   WHERE u.email IS NOT NULL AND g.id IN (SELECT value ->> 'gif_id' FROM json_each(?1))`

/** The mails to the owners of items, by id. An owner's language is not known: they are in English. */
async function mailsTo(
  d1: SiteDeps['d1'],
  takedowns: readonly Takedown[],
  brand: string,
): Promise<Map<string, Mail>> {
  const { results } = await d1.prepare(OWNERS).bind(JSON.stringify(takedowns)).all<Owner>()
  const reasons = new Map(takedowns.map(({ gif_id, reason }) => [gif_id, reason]))
  const mailOf = ({ id, title, email, username }: Owner): Mail => ({
    to: email,
    subject: `Your GIF was taken down from ${brand}`,
    text: `Hi ${username},\n\nWe took down your GIF “${title}” (${id}).\n\nReason: ${reasons.get(id)}`,
  })
  return new Map(results.map((owner) => [owner.id, mailOf(owner)]))
}
