import type { D1Database } from '@cloudflare/workers-types'
import { findPage, type IdPage, LISTED_MAX, PAGE_OF_HITS } from '../sql.ts'
import { named, treeOf } from './look-up.ts'
import { type How, search } from './search.ts'

const newestOf = (channel: string) =>
  `SELECT id FROM channel_gifs WHERE channel_id = ${channel} ORDER BY id DESC LIMIT ${LISTED_MAX}`

// The newest entries of each channel; ?3 kind, ?4 rating, ?5 scope, ?6 whether dynamic text is included, ?7 newest first. The
// hottest come first, or, in a channel that was put in order, the newest entries (`origin/site/channels/entries.ts`).
const LIST_TREE = `
  WITH ${treeOf('?5')},
  placed AS MATERIALIZED (
    SELECT id FROM channels
     WHERE ${named('?5')}
       AND EXISTS (SELECT 1 FROM channel_gifs AS e WHERE e.id IN (${newestOf('channels.id')}) AND e.position < 0)),
  scope (id, at) AS (
    SELECT id, 0 FROM (SELECT id FROM gifs INDEXED BY gifs_by_user
                    WHERE user_id = (SELECT id FROM users WHERE username = ?5) AND is_listed = 1
                    ORDER BY heat DESC, num DESC LIMIT ${LISTED_MAX})
     UNION ALL
    SELECT e.gif_id, iif(e.channel_id IN placed, -e.id, 0)
      FROM tree
     CROSS JOIN channel_gifs AS e ON e.id IN (${newestOf('tree.id')})),
  hits AS MATERIALIZED (
    SELECT g.id, g.num, g.heat, iif(?7, -julianday(g.import_datetime), min(scope.at)) AS rank
      FROM scope
     CROSS JOIN gifs AS g ON g.id = scope.id
     WHERE g.is_listed = 1 AND ?3 IN (g.shelf, g.type) AND g.rating_rank <= ?4 AND g.is_dynamic <= ?6
     GROUP BY g.id)
  ${PAGE_OF_HITS}`

const IS_CHANNEL = `SELECT EXISTS (SELECT 1 FROM channels WHERE ${named('?1')}) AS found`

/** The items of a user, the hottest first, or the newest entries of a channel and those below it. */
export async function listScope(db: D1Database, scope: string, how: How): Promise<IdPage> {
  const isChannel = await db.prepare(IS_CHANNEL).bind(scope).first<number>('found')
  const { kind, maxRating, dynamic, recent } = how.filter
  if (!isChannel) return search(db, { understood: { scope, words: [], corrected: undefined }, name: '' }, how)
  return findPage(db, LIST_TREE, how.page, kind, maxRating, scope, dynamic ? 1 : 0, recent ? 1 : 0)
}
