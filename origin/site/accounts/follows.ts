import type { D1Database } from '@cloudflare/workers-types'
import { AppError, InputError } from '../../../shared/errors.ts'
import { BOUNDS, hasRoom, spend, throwRefusal } from '../../bounds.ts'
import { personOf, shownUser } from '../actor.ts'
import type { SiteHandlers } from '../site-handlers.ts'

// ?2 is the caller: `following` is theirs.
const COLUMNS = `
  u.id, u.username,
  EXISTS (SELECT 1 FROM follows WHERE follower_id = ?2 AND followed_id = u.id) AS following,
  u.follower_count`

const LIST = `
  SELECT ${COLUMNS}
    FROM follows     AS f
   CROSS JOIN users AS u ON u.id = f.followed_id AND u.state = 'active'
   WHERE f.follower_id = ?1
   ORDER BY f.created_at DESC, f.followed_id LIMIT ${BOUNDS.follows.inAll.max}`

const ONE = `SELECT ${COLUMNS} FROM users AS u WHERE u.id = ?1`

// Someone followed already keeps their place in the list.
const FOLLOW = `
  INSERT INTO follows (follower_id, followed_id, created_at)
  SELECT ?1, ?2, ?3 WHERE ${hasRoom('follows', '?1')}
      ON CONFLICT DO NOTHING`

const UNFOLLOW = 'DELETE FROM follows WHERE follower_id = ?1 AND followed_id = ?2'

type Row = { id: string; username: string; following: number; follower_count: number }

const toJson = (row: Row) => ({ ...row, following: row.following === 1 })

async function followOf(d1: D1Database, user: string, follower: string) {
  const row = await d1.prepare(ONE).bind(user, follower).first<Row>()
  if (!row) throw new AppError('not-found', 'There is no such user')
  return toJson(row)
}

/** §7 Whom a user follows, the latest first; a user who is not public shows it to staff alone. */
export const followHandlers = {
  async follows({ d1, actor }, { id }) {
    const person = personOf(actor)
    const user = await shownUser(d1, actor, id)
    if (!user.is_public && person.id !== user.id && person.role !== 'staff') {
      throw new AppError('not-found', 'There is no such user')
    }
    const { results } = await d1.prepare(LIST).bind(user.id, person.id).all<Row>()
    return { body: { results: results.map(toJson), count: results.length } }
  },

  async follow({ d1, actor, nowMs }, { id }) {
    const person = personOf(actor)
    const user = await shownUser(d1, actor, id)
    if (user.id === person.id) throw new InputError('You cannot follow yourself', { id: 'id is your own' })
    await d1.batch([
      d1.prepare(FOLLOW).bind(person.id, user.id, new Date(nowMs).toISOString()),
      spend(d1, 'follows', person.id),
    ])
    const follow = await followOf(d1, user.id, person.id)
    if (follow.following) return { body: follow }
    return throwRefusal(d1, 'follows', person.id)
  },

  /** Also users who are no longer shown. */
  async unfollow({ d1, actor }, { id }) {
    await d1.prepare(UNFOLLOW).bind(personOf(actor).id, id).run()
    return {}
  },
} satisfies SiteHandlers
