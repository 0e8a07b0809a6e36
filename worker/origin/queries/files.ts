import type { D1Database } from '@cloudflare/workers-types'
import * as v from 'valibot'
import { BitColumn } from './page.ts'

const FileRow = v.object({
  is_removed: BitColumn,
  is_hidden: BitColumn,
  is_indexable: BitColumn,
  user_id: v.nullable(v.string()),
  r2_key: v.nullable(v.string()),
})
export type FileRow = v.InferOutput<typeof FileRow>

// ?2 is a JSON list of rendition names: the first that exists is returned.
const FIND_FILE = `
  SELECT g.is_removed, g.is_hidden, g.is_indexable, g.user_id, r.r2_key
    FROM gifs                    AS g
    LEFT JOIN json_each(?2)      AS wanted
    LEFT JOIN renditions         AS r ON r.gif_id = g.id AND r.name = wanted.value AND r.format = ?3
   WHERE g.id = ?1
   ORDER BY r.r2_key IS NULL, wanted.key
   LIMIT 1`

const FIND_USER_FILE = `
  SELECT 0 AS is_removed, 0 AS is_hidden, 1 AS is_indexable, id AS user_id,
         CASE ?2 WHEN 'avatar' THEN avatar_key ELSE banner_key END AS r2_key
    FROM users
   WHERE id = ?1`

/** The R2 key of an item's file; `undefined` if the item does not exist. */
export async function findFile(
  db: D1Database,
  id: string,
  names: readonly string[],
  format: string,
): Promise<FileRow | undefined> {
  const row = await db.prepare(FIND_FILE).bind(id, JSON.stringify(names), format).first()
  return row ? v.parse(FileRow, row) : undefined
}

/** The R2 key of a user's avatar or banner. */
export async function findUserFile(db: D1Database, id: string, name: string): Promise<FileRow | undefined> {
  const row = await db.prepare(FIND_USER_FILE).bind(id, name).first()
  return row ? v.parse(FileRow, row) : undefined
}
