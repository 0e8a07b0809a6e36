import type { D1Database, D1PreparedStatement } from '@cloudflare/workers-types'
import type { MediaKind } from '../../shared/media/limits.ts'
import type { WalkedMedia } from '../../shared/media/read-header.ts'
import { HOUR_MS } from '../../shared/time.ts'
import type { JobDeps } from '../job.ts'
import { KEYS_OF_USER } from '../people/picture-keys.ts'
import { COUNT_MADE } from './lease.ts'

/** R2 deletes at most 1000 keys in one call. */
const AT_ONCE = 500

// Files are named by their content: another item may have the same one.
const UNUSED = `
  SELECT r2_key FROM unused_files AS f
   WHERE keep_until < ?1 AND NOT EXISTS (SELECT 1 FROM renditions WHERE r2_key = f.r2_key)
     AND NOT EXISTS (SELECT 1 FROM users WHERE f.r2_key IN (${KEYS_OF_USER})) LIMIT ${AT_ONCE}`
/** Notes of files that have a row now, or are gone. ?1 their keys as JSON */
export const DROP_NOTES = 'DELETE FROM unused_files WHERE r2_key IN (SELECT value FROM json_each(?1))'
const USED = `
  DELETE FROM unused_files WHERE r2_key IN (SELECT r2_key FROM renditions)
      OR r2_key IN (SELECT file.value FROM users, json_each(json_array(${KEYS_OF_USER})) AS file)`

/** Deletes files that no row has any more, but not those that are on their way to one. @throws what the database or the bucket throws: what is left is tried again */
export async function dropFiles({ DB, MEDIA }: JobDeps): Promise<void> {
  if (!MEDIA) return
  await DB.prepare(USED).run()
  for (;;) {
    const { results } = await DB.prepare(UNUSED).bind(new Date().toISOString()).all<{ r2_key: string }>()
    if (results.length === 0) return
    const keys = results.map(({ r2_key }) => r2_key)
    await MEDIA.delete(keys)
    await DB.prepare(DROP_NOTES).bind(JSON.stringify(keys)).run()
  }
}

const NOTE = `
  INSERT OR IGNORE INTO unused_files (r2_key, keep_until) SELECT value, ?2 FROM json_each(?1)`
const GIVE_UP = `
  UPDATE unused_files SET keep_until = '' WHERE r2_key IN (SELECT value FROM json_each(?1))`

/** Notes keys before their files are put: after an hour no upload is on its way to its rows. The batch in which an item takes them deletes the notes. */
export const noteKeys = (d1: D1Database, keys: readonly string[], nowMs: number): D1PreparedStatement =>
  d1.prepare(NOTE).bind(JSON.stringify(keys), new Date(nowMs + HOUR_MS).toISOString())

/** Lets noted files go at once. Without it, as where the database fails, they go an hour later. */
export async function giveUpKeys(d1: D1Database, keys: readonly string[]): Promise<void> {
  if (keys.length > 0) await d1.prepare(GIVE_UP).bind(JSON.stringify(keys)).run()
}

/** A file that was put under its key, and the name of the rendition that it is. */
export type MadeRendition = { name: string; media: WalkedMedia & { key: string; sha256: string } }

// What the original stood in for is replaced whole: its size is not that of the new files.
const DROP_STAND_INS = `
  DELETE FROM renditions
   WHERE gif_id = ?1 AND name <> 'original' AND name IN (SELECT value ->> 'name' FROM json_each(?2))
     AND r2_key = (SELECT file FROM uploads WHERE gif_id = ?1)`

const REPLACED = `
  INSERT OR IGNORE INTO unused_files (r2_key)
  SELECT r.r2_key FROM json_each(?2) AS made
    JOIN renditions AS r ON r.gif_id = ?1 AND r.name = made.value ->> 'name' AND r.format = made.value ->> 'format'
   WHERE r.r2_key <> made.value ->> 'key'`

// The item may have been deleted meanwhile.
const PUT = `
  INSERT INTO renditions (gif_id, name, format, width, height, size, frames, r2_key, sha256)
  SELECT ?1, value ->> 'name', value ->> 'format', value ->> 'width', value ->> 'height', value ->> 'size',
    value ->> 'frames', value ->> 'key', value ->> 'sha256'
  FROM json_each(?2) WHERE EXISTS (SELECT 1 FROM gifs WHERE id = ?1)
  ON CONFLICT (gif_id, name, format) DO UPDATE SET width = excluded.width, height = excluded.height,
    size = excluded.size, frames = excluded.frames, r2_key = excluded.r2_key, sha256 = excluded.sha256`

/** A rendition as it is stored: its file's key and content. */
export type RenditionRow = {
  name: string
  format: MediaKind
  width: number
  height: number
  frames: number
  size: number
  key: string
  sha256: string
}

/** The statement that gives an item these renditions; those of other names stay. */
export const putRenditionRows = (d1: D1Database, gif: string, rows: readonly RenditionRow[]) =>
  d1.prepare(PUT).bind(gif, JSON.stringify(rows))

const TAKE = `
  DELETE FROM unused_files WHERE r2_key IN (SELECT r2_key FROM renditions WHERE gif_id = ?1)`

// A GIF may have lost frames to its size: the item has those of the format that kept most.
const COUNT_FRAMES = `
  UPDATE gifs SET frames = max(frames, (SELECT coalesce(max(frames), 0) FROM renditions
                                         WHERE gif_id = ?1 AND name = 'original' AND format NOT IN ('mp4', 'webm', 'mov')))
   WHERE id = ?1`

const WEIGH = `
  UPDATE uploads SET updated_at = ?2,
    bytes = (SELECT CAST(total(size) AS INTEGER) FROM (SELECT DISTINCT r2_key, size FROM renditions WHERE gif_id = ?1))`
const MADE = `${WEIGH}, state = 'done', reason = '', lease = '', by_service = 0, ${COUNT_MADE} WHERE gif_id = ?1`
/** Whose lease it is says when all is made. */
const PART_MADE = `${WEIGH} WHERE gif_id = ?1`

/**
 * Gives an item new renditions, all or none. The files that it gives up for them are unused files then.
 * @param also statements of the same batch, in front of the change
 * @param isPart whether a maker has the item and makes more
 */
export async function putRenditions(
  d1: D1Database,
  gif: string,
  made: readonly MadeRendition[],
  nowMs: number,
  { also = [], isPart = false }: { also?: readonly D1PreparedStatement[]; isPart?: boolean } = {},
): Promise<void> {
  const rows = made.map(({ name, media: { kind, width, height, bytes, frames, key, sha256 } }) => ({
    ...{ name, format: kind, width, height, frames, key, sha256 },
    size: bytes,
  }))
  const json = JSON.stringify(rows)
  const now = new Date(nowMs).toISOString()
  await d1.batch([
    ...also,
    d1.prepare(REPLACED).bind(gif, json),
    d1.prepare(DROP_STAND_INS).bind(gif, json),
    putRenditionRows(d1, gif, rows),
    d1.prepare(TAKE).bind(gif),
    d1.prepare(COUNT_FRAMES).bind(gif),
    d1.prepare(isPart ? PART_MADE : MADE).bind(gif, now),
  ])
}
