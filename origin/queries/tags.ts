import type { D1Database } from '@cloudflare/workers-types'
import * as v from 'valibot'
import { findRows, json, type PageWindow, reachOf } from '../sql.ts'

const TermPageRow = v.object({ total: v.number(), names: json(v.array(v.string())) })
type TermPage = v.InferOutput<typeof TermPageRow>

const RelatedTagRow = v.object({ name: v.string(), score: v.number() })
type RelatedTagRow = v.InferOutput<typeof RelatedTagRow>

/** As many letters have an index that has the most used tags first (migration 0023); of more, those of the first are read. */
const LETTERS_MAX = 4

// A range instead of LIKE: D1 limits a LIKE pattern to 50 bytes. ?3 is the text, ?4 its first letters, ?5 how many are counted.
const tagsByPrefix = (letters: number) => {
  const within = [
    `FROM tag_counts INDEXED BY tag_counts_by_${letters} WHERE tag >= ?3 AND tag < ?3 || char(1114111)`,
    ...(letters > 0 ? [`substr(tag, 1, ${letters}) = ?4`] : []),
  ].join(' AND ')
  return `
  SELECT (SELECT count(*) FROM (SELECT 1 ${within} LIMIT ?5)) AS total,
         (SELECT json_group_array(tag)
            FROM (SELECT tag, 0 AS place, 0 AS items FROM tag_counts WHERE tag = ?3
                   UNION ALL
                  SELECT * FROM (SELECT tag, 1, items ${within} AND tag <> ?3 ORDER BY items DESC, tag LIMIT ?1 + ?2)
                   ORDER BY place, items DESC, tag LIMIT ?1 OFFSET ?2)) AS names`
}
const TAGS_BY_PREFIX = Array.from({ length: LETTERS_MAX + 1 }, (_, letters) => tagsByPrefix(letters))

/** Items of a tag that stand for all of them. */
const SAMPLE = 150

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
    SELECT together.tag AS name, own.items AS own, theirs.items AS theirs,
           min(1.0 * together.shared / (SELECT count(*) FROM mine) * own.items, own.items, theirs.items) AS both
      FROM together
     CROSS JOIN tag_counts AS own    ON own.tag = ?1
     CROSS JOIN tag_counts AS theirs ON theirs.tag = together.tag)
  SELECT name, 1.0 * both / (own + theirs - both) AS score
    FROM counted
   WHERE score >= ?3
   ORDER BY score DESC, both DESC, name
   LIMIT ?4`

/** Tags that start with a text: the text itself first, then the most used. */
export async function tagsWithPrefix(
  db: D1Database,
  prefix: string,
  { limit, offset }: PageWindow,
): Promise<TermPage> {
  const letters = [...prefix].slice(0, LETTERS_MAX)
  const values = [limit, offset, prefix, letters.join(''), reachOf({ limit, offset })]
  const statement = db.prepare(TAGS_BY_PREFIX[letters.length] ?? '').bind(...values)
  return v.parse(TermPageRow, await statement.first())
}

/** Tags of items that have this one too, optionally of one shelf. */
export async function relatedTags(
  db: D1Database,
  tag: string,
  shelf: string | null,
  minScore: number,
  limit: number,
): Promise<RelatedTagRow[]> {
  return findRows(RelatedTagRow, db.prepare(RELATED_TAGS).bind(tag, shelf, minScore, limit))
}
