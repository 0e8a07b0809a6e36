import { eq, sql } from 'drizzle-orm'
import * as v from 'valibot'
import { OwnTagCounts } from '../../../shared/schema/own/items.ts'
import type { Actor } from '../../../shared/server/origin.ts'
import { removedGif } from '../../queries/gifs.ts'
import { json } from '../../queries/page.ts'
import type { Database } from '../../schema/database.ts'
import { gifs } from '../../schema/library.ts'
import { users } from '../../schema/people.ts'
import { assertCan } from '../can.ts'
import type { SiteHandlers } from '../site-handlers.ts'

const columns = {
  id: gifs.id,
  user_id: gifs.user_id,
  title: gifs.title,
  source: gifs.source,
  rating: gifs.rating,
  tags: gifs.tags,
  create_datetime: gifs.import_datetime,
  username: sql<string>`coalesce(${users.username}, '')`,
  view_count: sql<number>`coalesce((SELECT count FROM counters WHERE gif_id = ${gifs.id} AND action = 'SEEN'), 0)`,
  is_hidden: gifs.is_hidden,
  is_indexable: gifs.is_indexable,
  is_removed: gifs.is_removed,
}

/**
 * An item of the library, and how often it was seen.
 * @throws AppError 'not-found' for one that is unknown or that the caller may not see, 'removed' for one that was taken down
 */
async function seenItem(db: Database, actor: Actor, id: string) {
  const [found] = await db
    .select(columns)
    .from(gifs)
    .leftJoin(users, eq(users.id, gifs.user_id))
    .where(eq(gifs.id, id))
  const row = found && { ...found, isHidden: found.is_hidden }
  assertCan(actor, 'see', row)
  if (row.is_removed) throw removedGif()
  const { user_id: _owner, isHidden: _hidden, ...item } = row
  return item
}

// A tag of half the library must not cost half the library: counts end at 1000.
const TAG_COUNTS = `
  SELECT mine.tag,
         (SELECT count(*)
            FROM (SELECT 1
                    FROM tags AS theirs
                    JOIN gifs AS g ON g.id = theirs.gif_id
                   WHERE theirs.tag = mine.tag AND g.is_listed = 1
                   LIMIT 1000)) AS count
    FROM tags AS mine
   WHERE mine.gif_id = ?1
   ORDER BY count DESC, mine.tag`

const LANGUAGES = `
  SELECT gif_id, lang, json_group_array(tag) AS tags
    FROM (SELECT gif_id, lang, tag FROM language_tags WHERE gif_id = ?1 ORDER BY lang, position)
   GROUP BY lang`

const LanguageRow = v.object({ gif_id: v.string(), lang: v.string(), tags: json(v.array(v.string())) })

/** §7 What is known of an item: its metadata, how often it was seen, and how many listed items have each of its tags. */
export const metadataHandlers = {
  async metadata({ db, actor }, { id }) {
    const item = await seenItem(db, actor, id)
    const { username: _name, is_hidden: _hidden, is_indexable: _listed, is_removed: _gone, ...known } = item
    return { body: known }
  },

  async extendedMetadata({ db, d1, actor }, { id }) {
    const item = await seenItem(db, actor, id)
    const { results } = await d1.prepare(LANGUAGES).bind(id).all()
    return { body: { ...item, languages: v.parse(v.array(LanguageRow), results) } }
  },

  async gifViewCount({ db, actor }, { id }) {
    const { view_count } = await seenItem(db, actor, id)
    return { body: { viewCount: view_count, view_count } }
  },

  async tagCounts({ db, d1, actor }, { id }) {
    await seenItem(db, actor, id)
    const { results } = await d1.prepare(TAG_COUNTS).bind(id).all()
    return { body: v.parse(OwnTagCounts, { results, count: results.length, next: '' }) }
  },
} satisfies SiteHandlers
