import type { D1Database } from '@cloudflare/workers-types'
import * as v from 'valibot'
import { isQueryLength } from '../../shared/calls/fields.ts'
import type { SEARCHED_TYPES } from '../../shared/schema/choices.ts'
import { findRows, json, type PageWindow, reachOf } from '../sql.ts'
import { readQuery, wordsOf } from '../words.ts'

const TermPageRow = v.object({ total: v.number(), names: json(v.array(v.string())) })
type TermPage = v.InferOutput<typeof TermPageRow>

const RelatedTagRow = v.object({ name: v.string(), score: v.number() })
type RelatedTagRow = v.InferOutput<typeof RelatedTagRow>

/** Items are of three kinds: a term is offered where it finds some of the kind that is looked for. */
export type Shelf = (typeof SEARCHED_TYPES)[number]

/** A term finds so many items at least, where one does. */
const ITEMS_MIN = 4

/** Those of some names that find enough; in a small library, all. */
export const withEnough = <T extends { items: number }>(rows: readonly T[]): T[] => {
  const enough = rows.filter(({ items }) => items >= ITEMS_MIN)
  return enough.length > 0 ? enough : [...rows]
}

/** As many letters have an index that has the most used tags first (migration 0023); of more, those of the first are read. */
const LETTERS_MAX = 4

// A range instead of LIKE: D1 limits a LIKE pattern to 50 bytes. ?3 is the text, ?4 its first letters, ?5 how many are counted.
const tagsByPrefix = (letters: number, shelf: Shelf) => {
  const within = [
    `FROM tag_counts INDEXED BY tag_counts_by_${letters} WHERE ${shelf} > 0 AND tag >= ?3 AND tag < ?3 || char(1114111)`,
    ...(letters > 0 ? [`substr(tag, 1, ${letters}) = ?4`] : []),
  ].join(' AND ')
  return `
  WITH least AS MATERIALIZED (SELECT iif(EXISTS (SELECT 1 ${within} AND items >= ${ITEMS_MIN}), ${ITEMS_MIN}, 1) AS items)
  SELECT (SELECT count(*) FROM (SELECT 1 ${within} AND items >= (SELECT items FROM least) LIMIT ?5)) AS total,
         (SELECT json_group_array(tag)
            FROM (SELECT tag, 0 AS place, 0 AS items FROM tag_counts WHERE tag = ?3 AND ${shelf} > 0 AND items >= (SELECT items FROM least)
                   UNION ALL
                  SELECT * FROM (SELECT tag, 1, items ${within} AND tag <> ?3 AND items >= (SELECT items FROM least)
                                  ORDER BY items DESC, tag LIMIT ?1 + ?2)
                   ORDER BY place, items DESC, tag LIMIT ?1 OFFSET ?2)) AS names`
}

const KNOWN = (shelf: Shelf) => `
  SELECT tag AS name FROM json_each(?1) JOIN tag_counts ON tag = value AND ${shelf} > 0 ORDER BY items DESC, tag`
const NameRow = v.object({ name: v.string() })

/** Items of a tag that stand for all of them. */
const SAMPLE = 150

// ?1 are tags, ?2 the highest rating.
const WITHIN = (shelf: Shelf) => `
  SELECT value AS name
    FROM json_each(?1)
   WHERE EXISTS (
     SELECT 1
       FROM (SELECT gif_id FROM tags WHERE tag = value LIMIT ${SAMPLE}) AS some
      CROSS JOIN gifs AS g ON g.id = some.gif_id
      WHERE g.is_listed = 1 AND g.shelf = '${shelf}' AND g.rating_rank <= ?2)
   ORDER BY key`

/** Those of some tags that items up to a rating have, in their order. */
export async function tagsWithin(
  db: D1Database,
  tags: readonly string[],
  shelf: Shelf,
  maxRating: number,
): Promise<string[]> {
  const statement = db.prepare(WITHIN(shelf)).bind(JSON.stringify(tags), maxRating)
  return (await findRows(NameRow, statement)).map(({ name }) => name)
}

/** Whether a search for a tag finds what has it: one without words, too long, or that names a channel does not. */
export const isSearched = (tag: string): boolean =>
  isQueryLength(tag) && readQuery(tag).scope === null && wordsOf(tag).length > 0

// The score is the share of items with either tag that have both, as far as the sample of the tag says.
const RELATED_TAGS = `
  WITH mine AS MATERIALIZED (
    SELECT g.id
      FROM (SELECT gif_id FROM tags WHERE tag = ?1 LIMIT ${SAMPLE}) AS some
     CROSS JOIN gifs AS g ON g.id = some.gif_id
     WHERE g.is_listed = 1 AND (?2 IS NULL OR g.shelf = ?2)),
  together AS MATERIALIZED (
    SELECT tags.tag, count(*) AS shared
      FROM mine
     CROSS JOIN tags ON tags.gif_id = mine.id
     WHERE tags.tag <> ?1
     GROUP BY tags.tag
     ORDER BY shared DESC, tags.tag LIMIT ${SAMPLE}),
  counted AS (
    SELECT together.tag AS name, theirs.gifs AS finds, own.items AS own, theirs.items AS theirs,
           min(1.0 * together.shared / (SELECT count(*) FROM mine) * own.items, own.items, theirs.items) AS both
      FROM together
     CROSS JOIN tag_counts AS own    ON own.tag = ?1
     CROSS JOIN tag_counts AS theirs ON theirs.tag = together.tag)
  SELECT name, 1.0 * both / (own + theirs - both) AS score
    FROM counted
   WHERE score >= ?3 AND finds > 0
   ORDER BY score DESC, both DESC, name
   LIMIT ?4`

/** Tags of a shelf's items that start with a text: the text itself first, then the most used. */
export async function tagsWithPrefix(
  db: D1Database,
  prefix: string,
  shelf: Shelf,
  { limit, offset }: PageWindow,
): Promise<TermPage> {
  const letters = [...prefix].slice(0, LETTERS_MAX)
  const values = [limit, offset, prefix, letters.join(''), reachOf({ limit, offset })]
  const statement = db.prepare(tagsByPrefix(letters.length, shelf)).bind(...values)
  const { total, names } = v.parse(TermPageRow, await statement.first())
  return { total, names: names.filter(isSearched) }
}

/** Those of some texts that are tags of a shelf's items, the most used first. */
export async function knownTags(db: D1Database, texts: readonly string[], shelf: Shelf): Promise<string[]> {
  if (texts.length === 0) return []
  const statement = db.prepare(KNOWN(shelf)).bind(JSON.stringify(texts.map((text) => text.toLowerCase())))
  return (await findRows(NameRow, statement)).map(({ name }) => name).filter(isSearched)
}

/** Tags of items that have this one too, optionally of one shelf; those that GIFs have. */
export async function relatedTags(
  db: D1Database,
  tag: string,
  shelf: string | null,
  minScore: number,
  limit: number,
): Promise<RelatedTagRow[]> {
  const rows = await findRows(RelatedTagRow, db.prepare(RELATED_TAGS).bind(tag, shelf, minScore, limit))
  return rows.filter(({ name }) => isSearched(name))
}
