import { and, asc, count, desc, eq, or, sql } from 'drizzle-orm'
import { AppError } from '../../../shared/errors.ts'
import { PROFILE_FIELDS } from '../../../shared/schema/own/people.ts'
import { userRecordJson } from '../../json/user-json.ts'
import { pageOf } from '../../queries/page.ts'
import { type UserRecord, users } from '../../schema/people.ts'
import { personOf, userById } from '../can.ts'
import type { SiteHandlers } from '../site-handlers.ts'
import { holds, SORTS, showsWithin } from './artists.ts'

const personJson = (user: UserRecord, publicUrl: string) => ({
  ...userRecordJson(user, publicUrl),
  state: user.state,
  created_at: user.created_at,
  updated_at: user.updated_at,
})

const changedMeanwhile = () =>
  new AppError('conflict', 'Someone else has changed this account: look at it again')

/** Text anywhere in a column: `%` and `_` stand for themselves. */
const contains = (text: string) => `%${text.replace(/[%_\\]/g, (letter) => `\\${letter}`)}%`

// ?1 user, ?2 role, ?4 the role that staff have seen. The last of the staff stays.
const SET_ROLE = `
  UPDATE users SET role = ?2, updated_at = ?3
   WHERE id = ?1 AND role <> ?2 AND role = coalesce(?4, role)
     AND (role <> 'staff' OR EXISTS (SELECT 1 FROM users WHERE role = 'staff' AND state = 'active' AND id <> ?1))`

// In the same batch, right after it. ?4 who, ?5 why
const AUDIT = `
  INSERT INTO audit (actor_id, actor, action, target, reason, created_at)
  SELECT id, username, 'user.role', 'user/' || ?1, ?2, ?3 FROM users WHERE id = ?4 AND changes() > 0`

// T31: a session begins with the role that it has.
const END_SESSIONS = 'DELETE FROM sessions WHERE user_id = ?1 AND changes() > 0'

// ?1 user, ?2 the time, ?3 what staff have seen, from ?4 on the fields in their order; null changes nothing.
const UPDATE = `
  UPDATE users SET updated_at = ?2, ${PROFILE_FIELDS.map((name, n) => `${name} = coalesce(?${n + 4}, ${name})`).join(', ')}
   WHERE id = ?1 AND updated_at = coalesce(?3, updated_at)`

// In the same batch, right after it. ?2 which fields, ?3 the time, ?4 who
const UPDATED = `
  INSERT INTO audit (actor_id, actor, action, target, reason, created_at)
  SELECT id, username, 'user.update', 'user/' || ?1, ?2, ?3 FROM users WHERE id = ?4 AND changes() > 0`

// Before they end. ?2 the time, ?3 who
const SIGNED_OUT = `
  INSERT INTO audit (actor_id, actor, action, target, reason, created_at)
  SELECT id, username, 'user.sign-out', 'user/' || ?1, '', ?2 FROM users
   WHERE id = ?3 AND EXISTS (SELECT 1 FROM sessions WHERE user_id = ?1)`

/** People, for staff. */
export const peopleHandlers = {
  async people({ db, publicUrl }, { search, role, filter, freelance, order, sort, rating, ...page }) {
    const pattern = contains(search ?? '')
    const inAny = [users.username, users.display_name, users.email].map(
      (column) => sql`${column} LIKE ${pattern} ESCAPE '\\'`,
    )
    const where = and(
      role && eq(users.role, role),
      search ? or(...inAny) : undefined,
      filter ? holds(filter) : undefined,
      freelance === undefined ? undefined : eq(users.is_freelance, freelance),
      rating && showsWithin(rating),
    )
    const direction = order === 'asc' ? asc : desc
    const [rows, [total]] = await db.batch([
      db
        .select()
        .from(users)
        .where(where)
        .orderBy(direction(SORTS.get(sort) ?? users.created_at), users.id)
        .limit(pageOf(page).limit)
        .offset(pageOf(page).offset),
      db.select({ count: count() }).from(users).where(where),
    ])
    return { body: { results: rows.map((user) => personJson(user, publicUrl)), count: total?.count ?? 0 } }
  },

  /** The person's sessions end: they sign in again, with what they may do from now on. */
  async setRole({ db, d1, actor, publicUrl, nowMs }, { id, role, was }) {
    const before = await userById(db, id)
    const at = new Date(nowMs).toISOString()
    await d1.batch([
      d1.prepare(SET_ROLE).bind(id, role, at, was ?? null),
      d1.prepare(AUDIT).bind(id, `${before.role} to ${role}`, at, personOf(actor).id),
      d1.prepare(END_SESSIONS).bind(id),
    ])
    const user = await userById(db, id)
    if (user.role === role) return { body: personJson(user, publicUrl) }
    if (was !== undefined && user.role !== was) throw changedMeanwhile()
    throw new AppError('conflict', 'This is the last of the staff: make someone else staff first')
  },

  async person({ db, publicUrl }, { id }) {
    return { body: personJson(await userById(db, id), publicUrl) }
  },

  /** What someone else has changed since `was` is never overwritten; a repetition finds its own values. */
  async updatePerson({ db, d1, actor, publicUrl, nowMs }, { id, was, ...fields }) {
    await userById(db, id)
    const at = new Date(nowMs).toISOString()
    const values = PROFILE_FIELDS.map((name) => {
      const value = fields[name]
      return typeof value === 'boolean' ? Number(value) : (value ?? null)
    })
    const names = PROFILE_FIELDS.filter((name) => fields[name] !== undefined)
    if (names.length > 0) {
      await d1.batch([
        d1.prepare(UPDATE).bind(id, at, was ?? null, ...values),
        d1.prepare(UPDATED).bind(id, names.join(', '), at, personOf(actor).id),
      ])
    }
    const user = await userById(db, id)
    if (names.some((name) => user[name] !== fields[name])) throw changedMeanwhile()
    return { body: personJson(user, publicUrl) }
  },

  async endPersonSessions({ db, d1, actor, nowMs }, { id }) {
    await userById(db, id)
    const at = new Date(nowMs).toISOString()
    await d1.batch([
      d1.prepare(SIGNED_OUT).bind(id, at, personOf(actor).id),
      d1.prepare('DELETE FROM sessions WHERE user_id = ?1').bind(id),
    ])
    return {}
  },
} satisfies SiteHandlers
