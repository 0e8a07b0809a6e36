import type { D1Database } from '@cloudflare/workers-types'
import * as v from 'valibot'
import { AppError, fieldError } from '../../../shared/errors.ts'
import { idOfSlug } from '../../../shared/gif/item-path.ts'
import { CASE_TEMPLATES, type Objection } from '../../../shared/schema/own/cases.ts'
import { languages } from '../../../shared/texts/languages.ts'
import { isoTime } from '../../../shared/time.ts'
import { BOUNDS, dayIsFull } from '../../bounds.ts'
import { objectionLinks, writeCaseMail } from '../../mail/case-mails.ts'
import { hasMailRoom } from '../../mail/mail-room.ts'
import { movedItems } from '../../queries/redirects.ts'
import { findRow } from '../../sql.ts'
import { badLink } from '../accounts/confirm.ts'
import { assertSeen } from '../items.ts'
import type { SiteHandlers, SiteRequest } from '../site-handlers.ts'

const HAS_ROOM = `(SELECT count(*) FROM claims WHERE visitor = ?9 AND created_at >= substr(?10, 1, 10)) < ${BOUNDS.claims.aDay}`
const CLAIM = `
  INSERT INTO claims (gif_id, kind, name, email, language, address, about, explanation, visitor, created_at)
  SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10 WHERE ${HAS_ROOM}
      ON CONFLICT DO NOTHING`
const RECEIVED = `
  INSERT INTO outbox (recipient, subject, text, created_at)
  SELECT ?1, ?2, ?3, ?4 WHERE changes() > 0 AND ${hasMailRoom('?1', '?4', 'anyone')} RETURNING id`
const KNOWN = 'SELECT 1 AS known FROM claims WHERE visitor = ?1 AND gif_id = ?2 AND kind = ?3'

/** The item of an address here: its page, its embed, or a file of it. @throws InputError for any other */
async function itemOf(deps: SiteRequest, address: string): Promise<string> {
  const { pathname, origin } = new URL(address)
  const parts = pathname.split('/').filter((part) => part !== '')
  const named = idOfSlug((parts[0] === 'media' ? parts[1] : parts.at(-1)) ?? '')
  const isOurs = origin === deps.publicUrl || origin === deps.mailUrl
  if (!named || !isOurs || parts.length < 2)
    throw fieldError('address', 'address must be an address of a GIF here')
  const id = (deps.isLibrary && (await movedItems(deps.d1, [named])).get(named)) || named
  try {
    await assertSeen(deps, id)
  } catch (error) {
    if (!(error instanceof AppError) || !['not-found', 'removed'].includes(error.kind)) throw error
    throw fieldError('address', 'address must be an address of a GIF here')
  }
  return id
}

const Decision = v.object({
  user: v.string(),
  username: v.string(),
  email: v.string(),
  language: v.picklist(['', ...languages]),
  title: v.string(),
  action: v.picklist(['removed', 'hidden', 'none']),
  about: v.nullable(v.string()),
  reason: v.string(),
  template: v.picklist(['', ...CASE_TEMPLATES]),
  decided_at: v.nullable(v.string()),
  objection: v.picklist(['none', 'open', 'accepted', 'rejected']),
})

// The answer to an objection, which can’t be objected to again.
const ANSWERED = `EXISTS (SELECT 1 FROM claims WHERE gif_id = m.gif_id AND kind = 'objection' AND act = m.act)`

// What holds of an item now, ?1, of its owner ?2.
const DECISION = `
  WITH item AS (
    SELECT g.id, g.title, u.id AS user, u.username, coalesce(u.email, '') AS email, u.language,
           CASE WHEN g.is_removed = 1 THEN 'removed' WHEN g.is_hidden = 1 AND g.hidden_by IS 'moderator' THEN 'hidden' ELSE 'none' END AS action,
           (SELECT max(id) FROM removals WHERE gif_id = g.id AND restored_at IS NULL) AS removal,
           (SELECT max(id) FROM moderations AS m
             WHERE gif_id = g.id AND undone_at IS NULL AND action = 'hide' AND NOT ${ANSWERED}) AS hiding
      FROM gifs AS g JOIN users AS u ON u.id = g.user_id WHERE g.id = ?1 AND u.id = ?2),
  decision AS (
    SELECT item.*, CASE action WHEN 'removed' THEN 'removal/' || removal WHEN 'hidden' THEN 'hiding/' || coalesce(hiding, id) END AS about
      FROM item)
  SELECT d.user, d.username, d.email, d.language, d.title, d.action, d.about,
         coalesce(iif(d.action = 'removed', r.reason, m.reason), '') AS reason,
         coalesce(iif(d.action = 'removed', t.template, m.template), '') AS template,
         iif(d.action = 'removed', r.created_at, m.created_at) AS decided_at,
         coalesce((SELECT state FROM claims WHERE about = d.about),
                  (SELECT state FROM claims WHERE gif_id = d.id AND kind = 'objection' AND d.action = 'none' ORDER BY id DESC LIMIT 1),
                  'none') AS objection
    FROM decision AS d
    LEFT JOIN removals    AS r ON r.id = d.removal
    LEFT JOIN moderations AS m ON m.id = d.hiding AND d.action = 'hidden'
    LEFT JOIN moderations AS t ON t.gif_id = d.id AND t.action = 'remove' AND t.created_at = r.created_at`

/** The decision that a link is about. @throws InputError for a link that is not ours, or over (T78) */
async function decisionOf(d1: D1Database, token: string, nowMs: number) {
  const [gif = '', user = ''] = (await objectionLinks(d1).read(token, nowMs))?.split('/') ?? []
  const found = await findRow(Decision, d1.prepare(DECISION).bind(gif, user))
  if (!found) throw badLink()
  return { ...found, gif }
}

/** Claims are anyone's, objections an owner's by the link of their mail. Staff decide both as cases. */
export const claimHandlers = {
  async claim(deps, { address, kind, name, email, explanation, language = '' }) {
    const { d1, headers, hashVisitor, enqueue, mailUrl, nowMs } = deps
    const gif = await itemOf(deps, address)
    const visitor = await hashVisitor(headers.get('Visitor-Network') ?? '')
    const at = isoTime(nowMs)
    // T77: no word of the claim: a stranger may have written this address.
    const mail = writeCaseMail('received', languages.find((each) => each === language) ?? '', deps, {
      link: `${mailUrl}/gifs/${gif}`,
    })
    const [written, received] = await d1.batch<{ id: number }>([
      d1.prepare(CLAIM).bind(gif, kind, name, email, language, address, null, explanation, visitor, at),
      d1.prepare(RECEIVED).bind(email, mail.subject, mail.text, at),
    ])
    for (const { id } of received?.results ?? []) enqueue({ kind: 'mail', id })
    if (written?.meta.changes || (await d1.prepare(KNOWN).bind(visitor, gif, kind).first('known'))) return {}
    throw dayIsFull('claims')
  },

  async objection({ d1, nowMs }, { token }) {
    const { gif, title, action, reason, template, decided_at, objection } = await decisionOf(d1, token, nowMs)
    const body: Objection = { gif_id: gif, title, action, reason, template, decided_at, objection }
    return { body }
  },

  /** Once for a decision. */
  async object({ d1, headers, hashVisitor, nowMs }, { token, explanation }) {
    const { gif, username, email, language, about } = await decisionOf(d1, token, nowMs)
    if (about === null) throw new AppError('conflict', 'This decision holds no more')
    const visitor = await hashVisitor(headers.get('Visitor-Network') ?? '')
    const values = [
      gif,
      'objection',
      username,
      email,
      language,
      '',
      about,
      explanation,
      visitor,
      isoTime(nowMs),
    ]
    const { meta } = await d1
      .prepare(CLAIM)
      .bind(...values)
      .run()
    if (meta.changes > 0) return {}
    const known = await d1
      .prepare('SELECT 1 AS known FROM claims WHERE about = ?1')
      .bind(about)
      .first('known')
    throw known ? new AppError('conflict', 'You have objected to this decision') : dayIsFull('claims')
  },
} satisfies SiteHandlers
