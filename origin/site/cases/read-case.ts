import * as v from 'valibot'
import { AppError } from '../../../shared/errors.ts'
import { OwnCaseDetail } from '../../../shared/schema/own/cases.ts'
import { AuditRowSchema } from '../../../shared/schema/own/staff.ts'
import type { SignedInActor } from '../../../shared/server/origin.ts'
import { removedGif } from '../../queries/gifs.ts'
import { foundRows } from '../../sql.ts'
import { ITEM_COLUMNS, ownItem } from '../../uploads/own-gifs.ts'
import { openReportsStatement, ReportRow } from '../moderation/reports.ts'
import { versionStatement, versionsJson } from '../moderation/versions.ts'
import { caseOf, type Looking } from './open-cases.ts'

/** How many of each a case has: the newest. */
const READ = { claims: 20, decisions: 20, history: 50, others: 6 } as const

const DECISIONS = `
  SELECT m.act, m.action, m.rating, m.person, coalesce(u.username, '') AS "by", m.reason, m.note, m.template,
         m.created_at, m.undone_at, coalesce((SELECT username FROM users WHERE id = m.undone_by), '') AS undone_by
    FROM moderations AS m LEFT JOIN users AS u ON u.id = m.user_id
   WHERE m.gif_id = ?1 AND m.action <> 'skip' ORDER BY m.id DESC LIMIT ${READ.decisions}`

const CLAIMS = `
  SELECT id, kind, name, email, address, explanation, created_at FROM claims
   WHERE gif_id = ?1 AND state = 'open' ORDER BY id DESC LIMIT ${READ.claims}`

const HISTORY = `
  SELECT id, actor, action, target, reason, created_at FROM audit
   WHERE target = 'gif/' || ?1 ORDER BY id DESC LIMIT ${READ.history}`

// A person's items are bounded (T60); staff who fill a library have more, of which the first are counted.
const OWNER = `
  SELECT u.id, u.username, u.display_name, u.role, u.standing AS state, u.created_at, u.language,
         count(g.id) AS items, coalesce(sum(g.is_removed), 0) AS removed,
         coalesce(sum(g.is_removed = 0 AND g.hidden_by IS 'moderator'), 0) AS hidden,
         iif(?2 = 'staff', (SELECT count(*) FROM measures WHERE user_id = u.id AND measure = 'warn' AND undone_at IS NULL), 0) AS warned
    FROM users AS u
    LEFT JOIN (SELECT id, user_id, is_removed, hidden_by FROM gifs WHERE user_id = ?1 LIMIT 20000) AS g ON g.user_id = u.id
   WHERE u.id = ?1 GROUP BY u.id`

const OTHERS = `
  SELECT ${ITEM_COLUMNS} FROM gifs AS g LEFT JOIN uploads AS u ON u.gif_id = g.id
   WHERE g.user_id = ?1 AND g.id <> ?2 AND g.is_removed = 0 ORDER BY g.num DESC LIMIT ${READ.others}`

const { entries } = OwnCaseDetail
const OwnerRow = v.omit(v.unwrap(entries.owner), ['others'])

async function ownerOf({ d1, publicUrl }: Looking, owner: string, gif: string, role: string) {
  const [rows, others] = await d1.batch([
    d1.prepare(OWNER).bind(owner, role),
    d1.prepare(OTHERS).bind(owner, gif),
  ])
  const [row] = foundRows(OwnerRow, rows)
  if (!row) return null
  return {
    ...row,
    others: (others?.results ?? []).map((each) => {
      const { id, title, rating, is_hidden, thumbnail } = ownItem(each, publicUrl)
      return { id, title, rating, is_hidden, thumbnail }
    }),
  }
}

/**
 * A case with all that a decision wants.
 * @throws AppError 'not-found' for what is no item, and was never reported; 'removed' but to staff; 'forbidden' for one's own
 */
export async function readCase(
  looking: Looking,
  { id: me, role }: SignedInActor,
  id: string,
): Promise<OwnCaseDetail> {
  const { ownerId, ...found } = await caseOf(looking, id)
  if (!found.item && found.kinds.length === 0) throw new AppError('not-found', 'There is no such case')
  if (ownerId === me) throw new AppError('forbidden', 'No one decides about their own GIF')
  if (found.item?.is_removed && role !== 'staff') throw removedGif()
  const { d1 } = looking
  const [open, decisions, version, history, claims] = await d1.batch([
    openReportsStatement(d1, id),
    d1.prepare(DECISIONS).bind(id),
    versionStatement(d1, id),
    d1.prepare(HISTORY).bind(id),
    d1.prepare(CLAIMS).bind(id),
  ])
  return {
    ...found,
    owner: ownerId === null ? null : await ownerOf(looking, ownerId, id, role),
    changes: versionsJson(version)[0]?.changes ?? [],
    open: foundRows(ReportRow, open),
    claims: role === 'staff' ? foundRows(entries.claims.item, claims) : [],
    decisions: foundRows(entries.decisions.item, decisions),
    history: role === 'staff' ? foundRows(AuditRowSchema, history) : [],
  }
}
