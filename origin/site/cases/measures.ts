import type { D1Database, D1PreparedStatement, D1Result } from '@cloudflare/workers-types'
import * as v from 'valibot'
import { AppError, fieldError } from '../../../shared/errors.ts'
import { STANDINGS } from '../../../shared/schema/choices.ts'
import { CASE_MEASURES, CASE_TEMPLATES } from '../../../shared/schema/own/cases.ts'
import { isoTime } from '../../../shared/time.ts'
import { groundIn, mailStatement, writeCaseMail } from '../../mail/case-mails.ts'
import { DECIDED } from '../../mail/decision-mails.ts'
import { type UserRecord, userById } from '../../people/users.ts'
import { findRow, foundRows } from '../../sql.ts'
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

/** The mail of a warning, or of its end, for the batch that makes it. @param when SQL; ?2 is now, ?3 the act */
function warningStatement(
  deps: SiteRequest,
  name: 'warned' | 'unwarned',
  { user, gif, act, reason, template }: Omit<Measuring, 'measure'>,
  when: string,
): D1PreparedStatement {
  const { username, email: to, language } = user
  const ground = groundIn(language, template || 'none')
  const mail = writeCaseMail(name, language, deps, { username, id: gif, reason, ground })
  return mailStatement(deps, to === null ? [] : [{ to, ...mail }], { when, of: act })
}

/** The statements of a measure, behind those of its decision, in their batch. `afterMeasure` reads what the last two return. */
export function measureStatements(deps: SiteRequest, measuring: Measuring): D1PreparedStatement[] {
  const { d1, actor, nowMs } = deps
  const { measure, user, gif, act, reason, template } = measuring
  const at = isoTime(nowMs)
  const said = wordsOf(measuring)
  const note = d1.prepare(NOTE).bind(act, user.id, measure, reason, template, gif, at, said)
  const mark = d1.prepare(MARK).bind(act, measure)
  if (measure === 'warn') {
    const warned = { action: 'user.warn', target: `user/${user.id}`, reason: said, nowMs }
    const mail = warningStatement(deps, 'warned', measuring, 'EXISTS (SELECT 1 FROM measures WHERE act = ?3)')
    return [note, auditIfChanged(d1, personOf(actor), warned), mark, mail, d1.prepare(MADE).bind(act)]
  }
  const set = d1.prepare(SET).bind(act, measure, said, at)
  const told = { user, state: measure, note: said, reason: said }
  return [note, mark, ...stateStatements(deps, set, told), d1.prepare(MADE).bind(act)]
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

type Mailed = D1Result<{ id?: number }> | undefined

/**
 * What follows the batch that has done something about a person: their mail, which the batch has written, and their items. It is
 * done: a database that fails here leaves the mail to the night, and the items to the next minute.
 */
async function follow(
  deps: SiteRequest,
  { user, measure }: Pick<Measuring, 'user' | 'measure'>,
  mailed: Mailed,
) {
  const mail = mailed?.results[0]?.id
  if (mail !== undefined) deps.enqueue({ kind: 'mail', id: mail })
  if (measure === 'warn') return
  try {
    await startItems(deps, user.id)
  } catch (error) {
    console.error(`the items of ${user.id} follow later`, error)
  }
}

/** What follows the batch of a measure. @returns what was done; '' where nothing was to do */
export async function afterMeasure(deps: SiteRequest, measuring: Measuring, [mailed, noted]: Mailed[]) {
  const [made] = foundRows(Row, noted)
  if (!made) return ''
  await follow(deps, measuring, mailed)
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
  if (!made || made.undone_at !== null) return { statements: [], after: async (_: Mailed) => {} }
  const user = await userById(d1, made.user_id)
  const at = isoTime(nowMs)
  const undo = d1.prepare(UNDO).bind(act, at)
  const unwarned = { action: 'user.unwarn', target: `user/${user.id}`, reason: 'undo', nowMs }
  const of = { ...made, user, gif: made.gif_id, act }
  const isUndone = 'EXISTS (SELECT 1 FROM measures WHERE act = ?3 AND undone_at = ?2)'
  const statements =
    made.measure === 'warn'
      ? [
          undo,
          auditIfChanged(d1, personOf(actor), unwarned),
          warningStatement(deps, 'unwarned', of, isUndone),
        ]
      : [
          undo,
          ...stateStatements(deps, d1.prepare(BACK).bind(act, at), {
            user,
            state: made.was,
            note: 'undo',
            reason: made.said,
          }),
        ]
  return { statements, after: (mailed: Mailed) => follow(deps, of, mailed) }
}
