import type { D1Database } from '@cloudflare/workers-types'
import * as v from 'valibot'
import { BitColumn, findRow } from '../sql.ts'

const FileRow = v.object({
  is_removed: BitColumn,
  is_hidden: BitColumn,
  is_indexable: BitColumn,
  user_id: v.nullable(v.string()),
  r2_key: v.nullable(v.string()),
  size: v.optional(v.nullable(v.number())),
  // The format of the file in place of the one that was asked for.
  instead: v.optional(v.nullable(v.string())),
})
export type FileRow = v.InferOutput<typeof FileRow>

// ?2 is a JSON list of rendition names: the first that exists is returned. One of the formats ?4 is
// taken instead if it has fewer bytes a frame, the smallest of them: a GIF may have lost frames to its size.
const FIND_FILE = `
  SELECT g.is_removed, g.is_hidden, g.is_indexable, g.user_id, coalesce(s.r2_key, r.r2_key) AS r2_key,
         coalesce(s.size, r.size) AS size, s.format AS instead
    FROM gifs                    AS g
    LEFT JOIN json_each(?2)      AS wanted
    LEFT JOIN renditions         AS r ON r.gif_id = g.id AND r.name = wanted.value AND r.format = ?3
    LEFT JOIN renditions         AS s ON s.gif_id = g.id AND s.name = r.name AND s.format IN (SELECT value FROM json_each(?4))
                                     AND s.size * r.frames < r.size * s.frames
   WHERE g.id = ?1
   ORDER BY r.r2_key IS NULL, wanted.key, s.size
   LIMIT 1`

const FIND_USER_FILE = `
  SELECT 0 AS is_removed, 0 AS is_hidden, 1 AS is_indexable, id AS user_id,
         CASE ?2 WHEN 'avatar' THEN avatar_key ELSE banner_key END AS r2_key
    FROM users
   WHERE id = ?1`

// What becomes of the item that it was cut from counts for the clip too. It is found by its address alone.
const FIND_CLIP = `
  SELECT coalesce(g.is_removed, 0) AS is_removed, coalesce(g.is_hidden, 0) AS is_hidden, 0 AS is_indexable,
         g.user_id, c.r2_key
    FROM clips      AS c
    LEFT JOIN gifs  AS g ON g.id = c.gif_id
   WHERE c.id = ?1 AND c.format = ?2 AND c.expires_at > ?3 AND (c.gif_id IS NULL OR g.id IS NOT NULL)`

/** The R2 key of an item's file, or of the smaller one `instead` of it; `undefined` if the item does not exist. */
export const findFile = (
  db: D1Database,
  id: string,
  names: readonly string[],
  format: string,
  instead: readonly string[] = [],
): Promise<FileRow | undefined> =>
  findRow(FileRow, db.prepare(FIND_FILE).bind(id, JSON.stringify(names), format, JSON.stringify(instead)))

/** The R2 key of a user's avatar or banner. */
export const findUserFile = (db: D1Database, id: string, name: string): Promise<FileRow | undefined> =>
  findRow(FileRow, db.prepare(FIND_USER_FILE).bind(id, name))

/** The R2 key of a clip that the imaging service cut. */
export const findClip = (db: D1Database, id: string, format: string): Promise<FileRow | undefined> =>
  findRow(FileRow, db.prepare(FIND_CLIP).bind(id, format, new Date().toISOString()))
