import * as v from 'valibot'
import { RATINGS } from '../../../shared/schema/choices.ts'
import { OwnTagCounts } from '../../../shared/schema/own/items.ts'
import { removedGif } from '../../queries/gifs.ts'
import { BitColumn, findRow, findRows, json } from '../../sql.ts'
import { assertCan } from '../actor.ts'
import type { SiteHandlers, SiteRequest } from '../site-handlers.ts'

const FIND = `
  SELECT g.id, g.user_id, g.title, g.source, g.rating, g.tags, g.import_datetime AS create_datetime,
         coalesce(u.username, '') AS username,
         coalesce((SELECT count FROM counters WHERE gif_id = g.id AND action = 'SEEN'), 0) AS view_count,
         g.is_hidden, g.is_indexable, g.is_removed
    FROM gifs AS g LEFT JOIN users AS u ON u.id = g.user_id WHERE g.id = ?1`

const ItemRow = v.object({
  id: v.string(),
  user_id: v.nullable(v.string()),
  title: v.string(),
  source: v.string(),
  rating: v.picklist(RATINGS),
  tags: json(v.array(v.string())),
  create_datetime: v.string(),
  username: v.string(),
  view_count: v.number(),
  is_hidden: BitColumn,
  is_indexable: BitColumn,
  is_removed: BitColumn,
})

/**
 * An item of the library, and how often it was seen.
 * @throws AppError 'not-found' for one that is unknown or that the caller may not see, 'removed' for one that was taken down
 */
async function seenItem({ d1, actor }: SiteRequest, id: string) {
  const found = await findRow(ItemRow, d1.prepare(FIND).bind(id))
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
  async metadata(deps, { id }) {
    const item = await seenItem(deps, id)
    const { username: _name, is_hidden: _hidden, is_indexable: _listed, is_removed: _gone, ...known } = item
    return { body: known }
  },

  async extendedMetadata(deps, { id }) {
    const item = await seenItem(deps, id)
    return { body: { ...item, languages: await findRows(LanguageRow, deps.d1.prepare(LANGUAGES).bind(id)) } }
  },

  async gifViewCount(deps, { id }) {
    const { view_count } = await seenItem(deps, id)
    return { body: { viewCount: view_count, view_count } }
  },

  async tagCounts(deps, { id }) {
    await seenItem(deps, id)
    const { results } = await deps.d1.prepare(TAG_COUNTS).bind(id).all()
    return { body: v.parse(OwnTagCounts, { results, count: results.length, next: '' }) }
  },
} satisfies SiteHandlers
