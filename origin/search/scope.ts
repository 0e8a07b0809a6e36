import type { D1Database } from '@cloudflare/workers-types'
import { findPage, type IdPage, PAGE_OF_HITS } from '../sql.ts'
import { named, treeOf } from './look-up.ts'
import { type How, search } from './search.ts'

/** Entries of all its channels together that such a list reads. */
const ENTRIES_MAX = 200
/** Items of a user whose name is that of such a channel too. */
const USERS_MAX = 50

// The newest entries of all channels; ?3 kind, ?4 rating, ?5 scope, ?6 whether dynamic text is included, ?7 newest first. Those of
// the channel itself have the order of its entries (`origin/site/channels/entries.ts`), what is below it comes behind them.
const LIST_ENTRIES = `
  WITH ${treeOf('?5')},
  share (entries) AS MATERIALIZED (SELECT max(1, ${ENTRIES_MAX} / count(*)) FROM tree),
  own AS MATERIALIZED (SELECT id FROM channels WHERE ${named('?5')}),
  scope (id, at) AS (
    SELECT id, 0 FROM (SELECT id FROM gifs INDEXED BY gifs_by_user
                    WHERE user_id = (SELECT id FROM users WHERE username = ?5) AND is_listed = 1
                    ORDER BY heat DESC, num DESC LIMIT ${USERS_MAX})
     UNION ALL
    SELECT e.gif_id, iif(e.channel_id IN own, -e.id, 0)
      FROM tree
     CROSS JOIN channel_gifs AS e ON e.id IN (
             SELECT id FROM channel_gifs WHERE channel_id = tree.id ORDER BY id DESC LIMIT (SELECT entries FROM share))),
  hits AS MATERIALIZED (
    SELECT g.id, g.num, g.heat, iif(?7, -julianday(g.import_datetime), min(scope.at)) AS rank
      FROM scope
     CROSS JOIN gifs AS g ON g.id = scope.id
     WHERE g.is_listed = 1 AND ?3 IN (g.shelf, g.type) AND g.rating_rank <= ?4 AND g.is_dynamic <= ?6
     GROUP BY g.id)
  ${PAGE_OF_HITS}`

// Whether it is a channel, and one that people have put in order.
const IS_CHANNEL = `
  SELECT count(*) AS found,
         count((SELECT 1 FROM channel_gifs INDEXED BY channel_gifs_placed WHERE channel_id = channels.id AND position < 0 LIMIT 1)) AS placed
    FROM channels WHERE ${named('?1')}`

/** The items of a user, or of a channel and those below it, the hottest first; of a channel that was put in order, its newest entries. */
export async function listScope(db: D1Database, scope: string, how: How): Promise<IdPage> {
  const channel = await db.prepare(IS_CHANNEL).bind(scope).first<{ found: number; placed: number }>()
  const { kind, maxRating, dynamic, recent } = how.filter
  if (channel && (channel.placed > 0 || (recent && channel.found > 0)))
    return findPage(db, LIST_ENTRIES, how.page, kind, maxRating, scope, dynamic ? 1 : 0, recent ? 1 : 0)
  return search(db, { understood: { scope, words: [], corrected: undefined }, name: '' }, how)
}
