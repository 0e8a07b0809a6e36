import { and, count, desc, eq, or, sql } from 'drizzle-orm'
import { AppError } from '../../../../shared/errors.ts'
import { userRecordJson } from '../../json/user-record-json.ts'
import { type UserRecord, users } from '../../schema/people.ts'
import { personOf, userById } from '../caller.ts'
import type { SiteHandlers } from '../site-handlers.ts'
import { pageOf } from './page-of.ts'

const personJson = (user: UserRecord, publicUrl: string) => ({
  ...userRecordJson(user, publicUrl),
  state: user.state,
  created_at: user.created_at,
})

/** Text anywhere in a column: `%` and `_` stand for themselves. */
const contains = (text: string) => `%${text.replace(/[%_\\]/g, (letter) => `\\${letter}`)}%`

// ?1 user, ?2 role. The last of the staff stays.
const SET_ROLE = `
  UPDATE users SET role = ?2, updated_at = ?3
   WHERE id = ?1 AND role <> ?2
     AND (role <> 'staff' OR EXISTS (SELECT 1 FROM users WHERE role = 'staff' AND state = 'active' AND id <> ?1))`

// In the same batch, right after it. ?4 who, ?5 why
const AUDIT = `
  INSERT INTO audit (actor_id, actor, action, target, reason, created_at)
  SELECT id, username, 'user.role', 'user/' || ?1, ?2, ?3 FROM users WHERE id = ?4 AND changes() > 0`

// T31: a session begins with the role that it has.
const END_SESSIONS = 'DELETE FROM sessions WHERE user_id = ?1 AND changes() > 0'

/** People, for staff. */
export const peopleHandlers: SiteHandlers = {
  async people({ db, publicUrl }, { search, role, ...page }) {
    const pattern = contains(search ?? '')
    const inAny = [users.username, users.display_name, users.email].map(
      (column) => sql`${column} LIKE ${pattern} ESCAPE '\\'`,
    )
    const where = and(role && eq(users.role, role), search ? or(...inAny) : undefined)
    const [rows, [total]] = await db.batch([
      db
        .select()
        .from(users)
        .where(where)
        .orderBy(desc(users.created_at), users.id)
        .limit(pageOf(page).limit)
        .offset(pageOf(page).offset),
      db.select({ count: count() }).from(users).where(where),
    ])
    return { body: { results: rows.map((user) => personJson(user, publicUrl)), count: total?.count ?? 0 } }
  },

  /** The person's sessions end: they sign in again, with what they may do from now on. */
  async setRole({ db, d1, actor, publicUrl, nowMs }, { id, role }) {
    const before = await userById(db, id)
    const at = new Date(nowMs).toISOString()
    await d1.batch([
      d1.prepare(SET_ROLE).bind(id, role, at),
      d1.prepare(AUDIT).bind(id, `${before.role} to ${role}`, at, personOf(actor).id),
      d1.prepare(END_SESSIONS).bind(id),
    ])
    const user = await userById(db, id)
    if (user.role === role) return { body: personJson(user, publicUrl) }
    throw new AppError('conflict', 'This is the last of the staff: make somebody else staff first')
  },
}
