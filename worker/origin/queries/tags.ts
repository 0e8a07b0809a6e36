import type { D1Database } from '@cloudflare/workers-types'
import * as v from 'valibot'
import { json, type Page } from './page.ts'

const TermPageRow = v.object({ total: v.number(), names: json(v.array(v.string())) })
type TermPage = v.InferOutput<typeof TermPageRow>

const RelatedTagRow = v.object({ name: v.string(), score: v.number() })
type RelatedTagRow = v.InferOutput<typeof RelatedTagRow>

// A range instead of LIKE: it uses the index, and D1 limits a LIKE pattern to 50 bytes.
const TAGS_BY_PREFIX = `
  WITH hits AS MATERIALIZED (
    SELECT c.tag, c.items
      FROM tag_counts AS c
     WHERE c.tag >= ?3 AND c.tag < ?3 || char(1114111)
       AND EXISTS (SELECT 1 FROM tags JOIN gifs AS g ON g.id = tags.gif_id WHERE tags.tag = c.tag AND g.is_listed = 1))
  SELECT (SELECT count(*) FROM hits) AS total,
         (SELECT json_group_array(tag)
            FROM (SELECT tag FROM hits ORDER BY tag <> ?3, items DESC, tag LIMIT ?1 OFFSET ?2)) AS names`

// The score is the share of items with either tag that have both.
const RELATED_TAGS = `
  WITH listed AS (
    SELECT tags.tag, tags.gif_id
      FROM tags
      JOIN gifs AS g ON g.id = tags.gif_id
     WHERE g.is_listed = 1 AND (?2 IS NULL OR g.shelf = ?2)),
  mine   AS MATERIALIZED (SELECT gif_id FROM listed WHERE tag = ?1),
  beside AS (
    SELECT tag, count(*) AS both
      FROM listed
     WHERE gif_id IN (SELECT gif_id FROM mine) AND tag <> ?1
     GROUP BY tag),
  scored AS (
    SELECT tag AS name, both,
           1.0 * both / ((SELECT count(*) FROM mine) +
                         (SELECT count(*) FROM listed WHERE listed.tag = beside.tag) - both) AS score
      FROM beside)
  SELECT name, score
    FROM scored
   WHERE score >= ?3
   ORDER BY score DESC, both DESC, name
   LIMIT ?4`

/** Tags that start with a text: the text itself first, then the most used. */
export async function tagsByPrefix(
  db: D1Database,
  prefix: string,
  { limit, offset }: Page,
): Promise<TermPage> {
  return v.parse(TermPageRow, await db.prepare(TAGS_BY_PREFIX).bind(limit, offset, prefix).first())
}

/** Tags of items that have this one too, optionally of one shelf. */
export async function relatedTags(
  db: D1Database,
  tag: string,
  shelf: string | null,
  minScore: number,
  limit: number,
): Promise<RelatedTagRow[]> {
  const { results } = await db.prepare(RELATED_TAGS).bind(tag, shelf, minScore, limit).all()
  return v.parse(v.array(RelatedTagRow), results)
}
