import type { D1Database, D1PreparedStatement } from '@cloudflare/workers-types'
import * as v from 'valibot'
import { AppError, fieldError } from '../../../shared/errors.ts'
import { STANDINGS } from '../../../shared/schema/choices.ts'
import { CASE_MEASURES, CASE_TEMPLATES } from '../../../shared/schema/own/cases.ts'
import { isoTime } from '../../../shared/time.ts'
import { groundIn, sendCaseMails, writeCaseMail } from '../../mail/case-mails.ts'
import { type UserRecord, userById } from '../../people/users.ts'
import { findRow } from '../../sql.ts'
import { startItems } from '../../uploads/person-items.ts'
import { LEAVES_STAFF, stateStatements } from '../accounts/user-state.ts'
import { assertFresh, auditIfChanged, personOf } from '../actor.ts'
import type { SiteRequest } from '../site-handlers.ts'

/** What is done about the owner of items that are decided about. */
export type Measuring = {
  measure: (typeof CASE_MEASURES)[number]
  user: UserRecord
  /** An item that it is about. */
  gif: string
  act: string
  reason: string
  template: (typeof CASE_TEMPLATES)[number] | ''
}

/** SQL of the items that an act, ?1, has decided about. */
export const DECIDED = `
  SELECT gif_id FROM moderations WHERE act = ?1
   UNION SELECT gif_id FROM reports WHERE act = ?1
   UNION SELECT gif_id FROM claims WHERE act = ?1`

// ?2 the person, ?3 what, ?4 why, ?5 the rule, ?6 an item, ?7 now, ?8 what the person reads. A state is never made milder, and someone of the staff stays.
const NOTE = `
  INSERT INTO measures (act, user_id, gif_id, measure, reason, template, said, was, was_reason, created_at)
  SELECT ?1, users.id, ?6, ?3, ?4, ?5, ?8, users.standing, users.standing_reason, ?7 FROM users
   WHERE users.id = ?2 AND EXISTS (${DECIDED})
     AND (?3 = 'warn' OR users.standing = 'active' OR (?3 = 'suspended' AND users.standing = 'limited'))
     AND (?3 <> 'suspended' OR ${LEAVES_STAFF})`

const MARK =
  'UPDATE moderations SET person = ?2 WHERE act = ?1 AND EXISTS (SELECT 1 FROM measures WHERE act = ?1)'

const SET = `
  UPDATE users SET standing = ?2, standing_reason = ?3, updated_at = ?4
   WHERE id = (SELECT user_id FROM measures WHERE act = ?1)`

/**
 * Whose items they are, for a measure. Staff alone take one, with a reason, soon after they have signed in (T55).
 * @throws AppError 'forbidden', 'password-needed'; InputError without a reason, or for items of several people, or of no one
 */
export async function measuredOwner(
  { d1, actor }: SiteRequest,
  owners: readonly (string | null)[],
  { reason, template }: Pick<Measuring, 'reason' | 'template'>,
): Promise<UserRecord | undefined> {
  const person = personOf(actor)
  if (person.role !== 'staff') throw new AppError('forbidden', 'Staff alone decide about a person')
  assertFresh(person)
  if (!reason && !template) throw fieldError('reason', 'reason is required, or a template')
  const [owner, ...others] = new Set(owners)
  if (others.length > 0) throw fieldError('person', 'person needs cases of one owner')
  return owner ? userById(d1, owner) : undefined
}

/** Why, in the person's language. */
const wordsOf = ({ user, reason, template }: Pick<Measuring, 'user' | 'reason' | 'template'>): string =>
  [template && groundIn(user.language, template), reason].filter(Boolean).join(' ')

/** The statements of a measure, behind those of its decision, in their batch. */
export function measureStatements(deps: SiteRequest, measuring: Measuring): D1PreparedStatement[] {
  const { d1, actor, nowMs } = deps
  const { measure, user, gif, act, reason, template } = measuring
  const at = isoTime(nowMs)
  const said = wordsOf(measuring)
  const note = d1.prepare(NOTE).bind(act, user.id, measure, reason, template, gif, at, said)
  const mark = d1.prepare(MARK).bind(act, measure)
  if (measure === 'warn') {
    const warned = { action: 'user.warn', target: `user/${user.id}`, reason: said, nowMs }
    return [note, auditIfChanged(d1, personOf(actor), warned), mark]
  }
  const set = d1.prepare(SET).bind(act, measure, said, at)
  const told = { user, state: measure, note: said, reason: said }
  return [note, mark, ...stateStatements(deps, set, told)]
}

const Row = v.object({
  user_id: v.string(),
  gif_id: v.string(),
  measure: v.picklist(CASE_MEASURES),
  reason: v.string(),
  template: v.picklist(['', ...CASE_TEMPLATES]),
  said: v.string(),
  was: v.picklist(STANDINGS),
  undone_at: v.nullable(v.string()),
})
const MADE =
  'SELECT user_id, gif_id, measure, reason, template, said, was, undone_at FROM measures WHERE act = ?1'

/** What an act has done about a person, if anything. */
export const measureOf = (d1: D1Database, act: string) => findRow(Row, d1.prepare(MADE).bind(act))

/** Tells the person, and has their items follow. @param mail the id of the mail that the batch has written, if it has */
async function follow(deps: SiteRequest, user: UserRecord, mail: number | undefined): Promise<void> {
  if (mail !== undefined) deps.enqueue({ kind: 'mail', id: mail })
  await startItems(deps, user.id)
}

async function mailWarning(
  deps: SiteRequest,
  name: 'warned' | 'unwarned',
  of: Omit<Measuring, 'act' | 'measure'>,
) {
  const { user, gif, reason, template } = of
  if (user.email === null) return
  const values = {
    username: user.username,
    id: gif,
    reason,
    ground: groundIn(user.language, template || 'none'),
  }
  const mail = { to: user.email, ...writeCaseMail(name, user.language, deps, values) }
  for (const id of await sendCaseMails(deps, [mail])) deps.enqueue({ kind: 'mail', id })
}

/** What follows the batch of a measure. @returns what was done; '' where nothing was to do */
export async function afterMeasure(deps: SiteRequest, measuring: Measuring, mail: number | undefined) {
  const made = await measureOf(deps.d1, measuring.act)
  if (!made) return ''
  if (made.measure === 'warn') await mailWarning(deps, 'warned', measuring)
  else await follow(deps, measuring.user, mail)
  return made.measure
}

// Behind an undo, ?2 is its time. What was not undone keeps its measure.
const UNDO = `
  UPDATE measures SET undone_at = ?2
   WHERE act = ?1 AND undone_at IS NULL
     AND (EXISTS (SELECT 1 FROM moderations WHERE act = ?1 AND undone_at = ?2)
          OR NOT EXISTS (SELECT 1 FROM moderations WHERE act = ?1))`

// What staff have set since stays.
const BACK = `
  UPDATE users SET standing = made.was, standing_reason = made.was_reason, updated_at = ?2
    FROM (SELECT user_id, measure, was, was_reason, said FROM measures
           WHERE act = ?1 AND undone_at = ?2 AND measure <> 'warn') AS made
   WHERE id = made.user_id AND standing = made.measure AND standing_reason = made.said`

/** The statements that take a measure back with its decision, and what follows their batch. */
export async function undoMeasure(deps: SiteRequest, act: string) {
  const { d1, actor, nowMs } = deps
  const made = await measureOf(d1, act)
  if (!made || made.undone_at !== null) return { statements: [], after: async () => {} }
  const user = await userById(d1, made.user_id)
  const at = isoTime(nowMs)
  const undo = d1.prepare(UNDO).bind(act, at)
  const unwarned = { action: 'user.unwarn', target: `user/${user.id}`, reason: 'undo', nowMs }
  const statements =
    made.measure === 'warn'
      ? [undo, auditIfChanged(d1, personOf(actor), unwarned)]
      : [
          undo,
          ...stateStatements(deps, d1.prepare(BACK).bind(act, at), {
            user,
            state: made.was,
            note: 'undo',
            reason: made.said,
          }),
        ]
  return {
    statements,
    after: async (mail: number | undefined) => {
      if ((await measureOf(d1, act))?.undone_at !== at) return
      if (made.measure === 'warn') await mailWarning(deps, 'unwarned', { ...made, user, gif: made.gif_id })
      else await follow(deps, user, mail)
    },
  }
}
