import { and, asc, count, desc, eq, type SQL, sql } from 'drizzle-orm'
import type { AnySQLiteColumn } from 'drizzle-orm/sqlite-core'
import { InputError } from '../../../shared/errors.ts'
import type { Rating } from '../../../shared/schema/choices.ts'
import { maxRank } from '../../handlers/lists.ts'
import { users } from '../../schema/people.ts'
import type { SiteHandlers } from '../site-handlers.ts'
import { publicRecord, shownUser } from './shown-user.ts'

/** How many artists the list has at most: its call has no paging. */
const MAX_LISTED = 100

/** What artists are sorted by. */
export const SORTS = new Map<string, AnySQLiteColumn>([
  ['updatetime', users.updated_at],
  ['jointime', users.created_at],
  ['username', users.username],
  ['display_name', users.display_name],
])

/** Not LIKE: the database limits its patterns to 50 bytes. */
export const holds = (text: string): SQL =>
  sql`instr(lower(${users.username} || ' ' || ${users.display_name}), lower(${text})) > 0`

/** Who shows nothing yet, or something of at most this rating. */
export const showsWithin = (rating: Rating): SQL => sql`(
  NOT EXISTS (SELECT 1 FROM gifs WHERE user_id = users.id AND is_listed = 1)
  OR EXISTS (SELECT 1 FROM gifs WHERE user_id = users.id AND is_listed = 1 AND rating_rank <= ${maxRank(rating)}))`

// As in the index `artists`, which holds them alone.
const IS_ARTIST = sql`${users.role} = 'artist' AND ${users.state} = 'active' AND ${users.is_public} = 1`

/** How often all of a person's listed items were seen. */
const VIEWS = `
  SELECT coalesce(sum(c.count), 0) AS views
    FROM gifs     AS g
    JOIN counters AS c ON c.gif_id = g.id AND c.action = 'SEEN'
   WHERE g.user_id = ?1 AND g.is_listed = 1`

/** §7 Artists, and how often a user's items were seen. */
export const artistHandlers = {
  /** `filter` is a part of their name. */
  async artists({ db, publicUrl }, { filter, freelance, order, sort, rating }) {
    const column = SORTS.get(sort)
    if (!column) {
      const message = `sort must be one of ${[...SORTS.keys()].join(', ')}`
      throw new InputError(message, { sort: message })
    }
    const where = and(
      IS_ARTIST,
      freelance === undefined ? undefined : eq(users.is_freelance, freelance),
      filter ? holds(filter) : undefined,
      showsWithin(rating),
    )
    const direction = order === 'asc' ? asc : desc
    const [rows, [total]] = await db.batch([
      db.select().from(users).where(where).orderBy(direction(column), direction(users.id)).limit(MAX_LISTED),
      db.select({ count: count() }).from(users).where(where),
    ])
    return {
      body: { results: rows.map((user) => publicRecord(user, publicUrl)), count: total?.count ?? 0 },
    }
  },

  async userViewCount({ db, d1, actor }, { id }) {
    const user = await shownUser(db, actor, id)
    const views = (await d1.prepare(VIEWS).bind(user.id).first<number>('views')) ?? 0
    return { body: { viewCount: views, view_count: views } }
  },
} satisfies SiteHandlers
