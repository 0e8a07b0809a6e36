import type { D1Database, D1PreparedStatement } from '@cloudflare/workers-types'
import * as v from 'valibot'
import { own } from '../../shared/own.ts'
import type { CaseMailName } from '../../shared/schema/own/cases.ts'
import { GROUNDS } from '../../shared/texts/grounds.data.ts'
import { languages } from '../../shared/texts/languages.ts'
import { isoTime } from '../../shared/time.ts'
import type { JobDeps } from '../job.ts'
import { findRows } from '../sql.ts'
import { createPayloads } from '../stored-key.ts'
import { caseTexts } from './case-texts.ts'
import { hasMailRoom } from './mail-room.ts'

/** Objections of six months: a link says which item, and whose. Its key opens nothing else (T78). */
export const objectionLinks = (d1: D1Database) =>
  createPayloads(d1, { key: 'objections', stepMs: 30 * 24 * 60 * 60 * 1000, steps: 6 })

/** A mail and who gets it. */
export type CaseMail = { to: string; subject: string; text: string }

type Deps = Pick<JobDeps, 'DB' | 'brand' | 'mailUrl'> & { nowMs: number }
type Values = Readonly<Record<string, string>>

const LanguageColumn = v.picklist(['', ...languages])
type Language = v.InferOutput<typeof LanguageColumn>

/** A mail of a case in a person's language. What people wrote is in one line: no line of it is a link. */
export function writeCaseMail(
  name: CaseMailName,
  language: Language,
  { brand }: Pick<JobDeps, 'brand'>,
  given: Values,
): Omit<CaseMail, 'to'> {
  const { mails, quote, space } = caseTexts[language || 'en']
  const quoted = (before: string, said = '') => {
    const line = said.replace(/\s+/g, ' ').trim()
    return line && before + quote.replace('{reason}', () => line)
  }
  const values: Values = {
    ...given,
    brand,
    title: quoted(space, given.title),
    reason: quoted('\n\n', given.reason),
  }
  // In one pass: a value that looks like a place is text.
  const insert = (text: string) =>
    text.replace(/\{(\w+)\}/g, (place, key: string) => own(values, key) ?? place)
  return { subject: insert(mails[name].subject), text: insert(mails[name].text) }
}

const WRITE = (condition: string) => `
  INSERT INTO outbox (recipient, subject, text, created_at)
  SELECT recipient, subject, text, ?2
    FROM (SELECT value ->> 'to' AS recipient, value ->> 'subject' AS subject, value ->> 'text' AS text,
                 row_number() OVER (PARTITION BY value ->> 'to' ORDER BY key) AS nth
            FROM json_each(?1)) AS due
   WHERE ${condition} AND ${hasMailRoom('due.recipient', '?2', 'account', 'due.nth')}
  RETURNING id`

/**
 * The statement that writes mails, as far as their addresses have room today, and returns their ids.
 * @param when SQL; ?2 is now, ?3 `of`
 */
export const mailStatement = (
  { DB, nowMs }: Pick<Deps, 'DB' | 'nowMs'>,
  mails: readonly CaseMail[],
  { when, of }: { when: string; of: string },
): D1PreparedStatement => DB.prepare(WRITE(when)).bind(JSON.stringify(mails), isoTime(nowMs), of)

// ?1 the items, ?2 an act, or '': what was closed with it, and what is open.
const OWNERS = `
  SELECT g.id, g.title, u.id AS user, u.username, u.email, u.language,
         EXISTS (SELECT 1 FROM claims WHERE gif_id = g.id AND kind <> 'objection' AND (state = 'open' OR act = ?2)) AS has_claim,
         EXISTS (SELECT 1 FROM reports WHERE gif_id = g.id AND (state = 'open' OR act = ?2)) AS has_report,
         (SELECT state FROM claims WHERE gif_id = g.id AND kind = 'objection' AND act = ?2) AS objection,
         EXISTS (SELECT 1 FROM moderations WHERE gif_id = g.id AND act = ?2 AND shown = 1) AS is_shown
    FROM gifs AS g JOIN users AS u ON u.id = g.user_id
   WHERE u.email IS NOT NULL AND u.state = 'active' AND g.id IN (SELECT value FROM json_each(?1))`
const Owner = v.object({
  id: v.string(),
  title: v.string(),
  user: v.string(),
  username: v.string(),
  email: v.string(),
  language: LanguageColumn,
  has_claim: v.number(),
  has_report: v.number(),
  objection: v.nullable(v.picklist(['open', 'accepted', 'rejected'])),
  is_shown: v.number(),
})
type Owner = v.InferOutput<typeof Owner>

/** What was decided: `restored` and `undone` bring an item back. */
export type Told = {
  ids: readonly string[]
  act?: string
  action: 'approve' | 'rating' | 'hide' | 'remove' | 'back'
  reason: string
  template?: string | undefined
}

function nameOf({ objection, is_shown }: Owner, action: Told['action']): CaseMailName | undefined {
  if (objection) return objection === 'accepted' ? 'back' : 'kept'
  if (action === 'hide') return 'hidden'
  if (action === 'remove') return 'removed'
  return action === 'back' || is_shown ? 'back' : undefined
}

/** What a decision rests on, in a person's language. */
export const groundIn = (language: Language, template: string): string =>
  own<string>(GROUNDS[language || 'en'], template) ?? GROUNDS[language || 'en'].none

/** The mails to the owners of items about a decision, by item: what, why, on what, and how to object (article 17). */
export async function ownerMails(deps: Deps, { ids, act = '', action, reason, template = '' }: Told) {
  const { DB, mailUrl, nowMs } = deps
  const links = objectionLinks(DB)
  const owners = await findRows(Owner, DB.prepare(OWNERS).bind(JSON.stringify(ids), act))
  const mails = new Map<string, CaseMail>()
  for (const owner of owners) {
    const name = nameOf(owner, action)
    if (!name) continue
    const { facts } = caseTexts[owner.language || 'en']
    const token = await links.write(`${owner.id}/${owner.user}`, nowMs)
    const values = {
      id: owner.id,
      title: owner.title,
      username: owner.username,
      reason,
      ground: groundIn(owner.language, template),
      facts: facts[owner.has_claim ? 'claim' : owner.has_report ? 'report' : 'look'],
      link: `${mailUrl}/object?token=${token}`,
    }
    mails.set(owner.id, { to: owner.email, ...writeCaseMail(name, owner.language, deps, values) })
  }
  return mails
}

const CLAIMANTS = `
  SELECT gif_id, name, email, language, state FROM claims
   WHERE act = ?1 AND kind <> 'objection' AND state IN ('accepted', 'rejected') ORDER BY id`
const Claimant = v.object({
  gif_id: v.string(),
  name: v.string(),
  email: v.string(),
  language: LanguageColumn,
  state: v.picklist(['accepted', 'rejected']),
})

/** The mails to who has made the claims that an act has decided (article 16): what was done, and why. */
export async function claimantMails(
  deps: Deps,
  { act, action, reasonOf }: { act: string; action: Told['action']; reasonOf: (gif: string) => string },
): Promise<CaseMail[]> {
  const rows = await findRows(Claimant, deps.DB.prepare(CLAIMANTS).bind(act))
  return rows.map(({ gif_id: id, name, email, language, state }) => ({
    to: email,
    ...writeCaseMail(state === 'accepted' ? 'upheld' : 'dismissed', language, deps, {
      id,
      name,
      reason: reasonOf(id),
      outcome: own<string>(caseTexts[language || 'en'].outcomes, action) ?? '',
    }),
  }))
}
