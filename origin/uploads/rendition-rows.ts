import type { D1Database } from '@cloudflare/workers-types'
import type { WalkedMedia } from '../../shared/media/read-header.ts'

/** A file that was put under its key, and the name of the rendition that it is. */
export type MadeRendition = { name: string; media: WalkedMedia & { key: string } }

// What the original stood in for is replaced whole: its size is not that of the new files.
const DROP_STAND_INS = `
  DELETE FROM renditions
   WHERE gif_id = ?1 AND name <> 'original' AND name IN (SELECT value ->> 'name' FROM json_each(?2))
     AND r2_key = (SELECT file FROM uploads WHERE gif_id = ?1)`

const GIVE_UP = `
  INSERT OR IGNORE INTO unused_files (r2_key)
  SELECT r.r2_key FROM json_each(?2) AS made
    JOIN renditions AS r ON r.gif_id = ?1 AND r.name = made.value ->> 'name' AND r.format = made.value ->> 'format'
   WHERE r.r2_key <> made.value ->> 'key'`

// The item may have been deleted meanwhile.
const PUT = `
  INSERT INTO renditions (gif_id, name, format, width, height, size, frames, r2_key)
  SELECT ?1, value ->> 'name', value ->> 'format', value ->> 'width', value ->> 'height', value ->> 'size',
    value ->> 'frames', value ->> 'key'
  FROM json_each(?2) WHERE EXISTS (SELECT 1 FROM gifs WHERE id = ?1)
  ON CONFLICT (gif_id, name, format) DO UPDATE SET width = excluded.width, height = excluded.height,
    size = excluded.size, frames = excluded.frames, r2_key = excluded.r2_key`

const TAKE = `
  DELETE FROM unused_files WHERE r2_key IN (SELECT r2_key FROM renditions WHERE gif_id = ?1)`

const MADE = `
  UPDATE uploads SET state = 'done', reason = '', updated_at = ?2,
    made = (SELECT count(*) FROM renditions WHERE gif_id = ?1 AND r2_key <> uploads.file)
  WHERE gif_id = ?1`

/**
 * Gives an item new renditions, all or none. The files that it gives up for them are unused files then.
 */
export async function putRenditions(
  d1: D1Database,
  gif: string,
  made: readonly MadeRendition[],
  nowMs: number,
): Promise<void> {
  const rows = made.map(({ name, media: { kind, width, height, bytes, frames, key } }) => ({
    ...{ name, format: kind, width, height, frames, key },
    size: bytes,
  }))
  const json = JSON.stringify(rows)
  const now = new Date(nowMs).toISOString()
  await d1.batch([
    d1.prepare(GIVE_UP).bind(gif, json),
    d1.prepare(DROP_STAND_INS).bind(gif, json),
    d1.prepare(PUT).bind(gif, json),
    d1.prepare(TAKE).bind(gif),
    d1.prepare(MADE).bind(gif, now),
  ])
}
