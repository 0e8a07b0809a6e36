import { AppError, ConflictError, fieldError } from '../../../shared/errors.ts'
import { PROFILE_FIELDS } from '../../../shared/schema/own/people.ts'
import { maxRank } from '../../handlers/lists.ts'
import { roleNames } from '../../mail/mail-texts.ts'
import { tellPerson } from '../../mail/notices.ts'
import { endAccess } from '../../people/access.ts'
import { addAuthor, changeProfile } from '../../people/authors.ts'
import { newId } from '../../people/secrets.ts'
import {
  findUser,
  HAS_FACTOR,
  MAY_SIGN_IN,
  publicRecord,
  UserRecord,
  userById,
  userRecordJson,
} from '../../people/users.ts'
import { findPart } from '../../sql.ts'
import { auditIfChanged, personOf, shownUser } from '../actor.ts'
import type { SiteHandlers } from '../site-handlers.ts'
import { assertNewUsername, IS_TAKEN } from './registration.ts'

/** How many artists the list has at most: its call has no paging. */
const MAX_LISTED = 100

/** What artists are sorted by. */
const SORTS = new Map([
  ['updatetime', 'updated_at'],
  ['jointime', 'created_at'],
  ['username', 'username'],
  ['display_name', 'display_name'],
])

// ?1 is a part of the name, ?2 whether they are freelancers, ?3 the rank of a rating: who shows nothing yet, or something of
// it at most. Null asks for nothing.
const ASKED_FOR = `
  coalesce(instr(lower(username || ' ' || display_name), lower(?1)) > 0, 1) AND is_freelance = coalesce(?2, is_freelance)
  AND (?3 IS NULL OR NOT EXISTS (SELECT 1 FROM gifs WHERE user_id = users.id AND is_listed = 1)
    OR EXISTS (SELECT 1 FROM gifs WHERE user_id = users.id AND is_listed = 1 AND rating_rank <= ?3))`

// As in the index `artists`, which holds them alone.
const ARTISTS = `users WHERE role = 'artist' AND state = 'active' AND is_public = 1 AND ${ASKED_FOR}`

// ?4 is a role, ?5 a part of what identifies them.
const PEOPLE = `users WHERE ${ASKED_FOR} AND role = coalesce(?4, role)
  AND (?5 IS NULL OR instr(lower(username), lower(?5)) > 0 OR instr(lower(display_name), lower(?5)) > 0
    OR instr(lower(email), lower(?5)) > 0)`

type Asked = {
  filter?: string | undefined
  freelance?: boolean | undefined
  rating?: Parameters<typeof maxRank>[0]
}

const valuesOf = ({ filter, freelance, rating }: Asked) =>
  [
    filter || null,
    freelance === undefined ? null : Number(freelance),
    rating === undefined ? null : maxRank(rating),
  ] as const

/** How often all of a person's listed items were seen. */
const VIEWS = `
  SELECT coalesce(sum(c.count), 0) AS views
    FROM gifs     AS g
    JOIN counters AS c ON c.gif_id = g.id AND c.action = 'SEEN'
   WHERE g.user_id = ?1 AND g.is_listed = 1`

export const personJson = (user: UserRecord, publicUrl: string) => ({
  ...userRecordJson(user, publicUrl),
  state: user.standing === 'active' ? user.state : user.standing,
  state_reason: user.standing_reason,
  has_second_factor: user.has_factor,
  created_at: user.created_at,
  updated_at: user.updated_at,
})

const changedMeanwhile = () =>
  new AppError('conflict', 'Someone else has changed this account: look at it again')

// ?1 user, ?2 role, ?4 the role that was seen. The last of the staff stays.
export const SET_ROLE = `
  UPDATE users SET role = ?2, updated_at = ?3
   WHERE id = ?1 AND role <> ?2 AND role = coalesce(?4, role)
     AND (role <> 'staff' OR EXISTS (SELECT 1 FROM users WHERE role = 'staff' AND ${MAY_SIGN_IN} AND id <> ?1))`

const BY_USERNAME = 'SELECT * FROM users WHERE username = ?1'

/** People, for staff; artists, for everyone. */
export const peopleHandlers = {
  /** `filter` is a part of their name. */
  async artists({ d1, publicUrl }, { order, sort, ...asked }) {
    const column = SORTS.get(sort)
    if (!column) {
      throw fieldError('sort', `sort must be one of ${[...SORTS.keys()].join(', ')}`)
    }
    const list = { columns: '*', from: ARTISTS, by: `${column} ${order}, id ${order}` }
    const found = await findPart(UserRecord, d1, list, { limit: MAX_LISTED }, ...valuesOf(asked))
    const results = found.results.map((user) => publicRecord(user, publicUrl))
    return { body: { results, count: found.count } }
  },

  async userViewCount({ d1, actor }, { id }) {
    const user = await shownUser(d1, actor, id)
    const views = (await d1.prepare(VIEWS).bind(user.id).first<number>('views')) ?? 0
    return { body: { viewCount: views, view_count: views } }
  },

  async people({ d1, publicUrl }, { search, role, order, sort, limit, offset, ...asked }) {
    const list = {
      columns: `*, ${HAS_FACTOR}`,
      from: PEOPLE,
      by: `${SORTS.get(sort) ?? 'created_at'} ${order}, id`,
    }
    const values = [...valuesOf(asked), role ?? null, search || null]
    const found = await findPart(UserRecord, d1, list, { limit, offset }, ...values)
    return { body: { results: found.results.map((user) => personJson(user, publicUrl)), count: found.count } }
  },

  /** T31: the person signs in again, with what they may do from now on. */
  async setRole({ d1, actor, enqueue, ...cause }, { id, role, was }) {
    const { publicUrl, nowMs } = cause
    const before = await userById(d1, id)
    const at = new Date(nowMs).toISOString()
    const act = { action: 'user.role', target: `user/${id}`, reason: `${before.role} to ${role}`, nowMs }
    const reason = roleNames[role][before.language || 'en']
    const results = await d1.batch<{ id: number }>([
      d1.prepare(SET_ROLE).bind(id, role, at, was ?? null),
      auditIfChanged(d1, personOf(actor), act),
      ...endAccess(d1, id, 'role', { ifChanged: true }),
      tellPerson(d1, 'role', { user: before, hash: `${role} ${at}`, reason }, cause),
    ])
    const mail = results.at(-1)?.results[0]?.id
    if (mail !== undefined) enqueue({ kind: 'mail', id: mail })
    const user = await userById(d1, id)
    if (user.role === role) return { body: personJson(user, publicUrl) }
    if (was !== undefined && user.role !== was) throw changedMeanwhile()
    throw new AppError('conflict', 'This is the last of the staff: make someone else staff first')
  },

  /** Someone whose items others publish. Who is there already stays as they are. */
  async createPerson({ d1, actor, publicUrl, nowMs }, { id = newId(), username, ...profile }) {
    assertNewUsername(username)
    const there = await findUser(d1.prepare(BY_USERNAME).bind(username))
    if (there) return { body: personJson(there, publicUrl) }
    const taken = await d1.prepare(IS_TAKEN).bind(username).first()
    if (taken !== null) throw new ConflictError('This username is taken', { username: 'is taken' })
    const act = { action: 'user.create', target: `user/${id}`, reason: username, nowMs }
    const [made] = await d1.batch([
      addAuthor(d1, { id, username, profile }, nowMs),
      auditIfChanged(d1, personOf(actor), act),
    ])
    if (!made?.meta.changes) throw new ConflictError('This id is taken', { id: 'is taken' })
    return { status: 201, body: personJson(await userById(d1, id), publicUrl) }
  },

  async person({ d1, publicUrl }, { id }) {
    return { body: personJson(await userById(d1, id), publicUrl) }
  },

  /** What someone else has changed since `was` is never overwritten; a repetition finds its own values. */
  async updatePerson({ d1, actor, publicUrl, nowMs }, { id, was, ...fields }) {
    await userById(d1, id)
    const names = PROFILE_FIELDS.filter((name) => fields[name] !== undefined)
    const act = { action: 'user.update', target: `user/${id}`, reason: names.join(', '), nowMs }
    if (names.length > 0) {
      await d1.batch([
        changeProfile(d1, { id, profile: fields, was }, nowMs),
        auditIfChanged(d1, personOf(actor), act),
      ])
    }
    const user = await userById(d1, id)
    if (names.some((name) => user[name] !== fields[name])) throw changedMeanwhile()
    return { body: personJson(user, publicUrl) }
  },
} satisfies SiteHandlers
