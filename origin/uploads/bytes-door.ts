import type { D1Database, D1PreparedStatement } from '@cloudflare/workers-types'
import { AppError } from '../../shared/errors.ts'
import { idOfDigest } from '../../shared/media/digest-id.ts'
import { hex, sha256Hex } from '../../shared/net/bytes.ts'
import { hideStatement } from '../site/removal/hiding.ts'

/**
 * Where bytes become one of our files. What was taken down passes none of these doors. What a moderator has hidden comes back
 * hidden and in the queue (`queue`) where it is an item's; where it would be shown without one, it is refused.
 */
export const DOORS = {
  upload: 'queue',
  address: 'queue',
  rendition: 'queue',
  import: 'queue',
  cut: 'refuse',
  avatar: 'refuse',
  banner: 'refuse',
} as const satisfies Record<string, 'queue' | 'refuse'>

export type Door = keyof typeof DOORS

/** Hex digits of a SHA-256 that name a file of `ingest` in the bucket (`media/manifest/media-file.ts`). */
const KEY_DIGITS = 32

/** The SHA-256 of bytes that are in memory whole, in hex. */
export const contentOf = async (bytes: Uint8Array): Promise<string> =>
  hex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>)))

/** The id that `ingest` gives to an item of this file. */
const importId = async (content: string) => idOfDigest(await sha256Hex(content.slice(0, KEY_DIGITS)))

/** Whether a moderator has hidden the item `g`. */
const IS_HIDDEN = "g.hidden_by = 'moderator'"

// As in the view `item_hashes`, which finds by item alone.
const IS_SHARED = `
  EXISTS (SELECT 1 FROM renditions WHERE sha256 > '' AND sha256 = r.sha256 AND gif_id <> r.gif_id)`

const CONTENTS = 'SELECT value FROM json_each(?1)'
const IDS = 'SELECT value FROM json_each(?2)'

// ?1 contents, ?2 ids. An item of `ingest` is known by its id: its own file is not kept, its renditions are. What is hidden
// and still there has no rows: its own says so.
const FIND = `
  SELECT max(kind = 'removed') AS removed, count(*) AS found
    FROM (SELECT kind FROM removed_files WHERE restored_at IS NULL AND sha256 IN (${CONTENTS})
          UNION ALL
          SELECT kind FROM removed_files WHERE restored_at IS NULL AND gif_id IN (${IDS})
          UNION ALL
          SELECT 'removed' FROM removals WHERE restored_at IS NULL AND gif_id IN (${IDS})
          UNION ALL
          SELECT 'hidden' FROM gifs AS g
           WHERE ${IS_HIDDEN}
             AND g.id IN (SELECT gif_id FROM uploads WHERE sha256 IN (${CONTENTS})
                          UNION ALL
                          SELECT gif_id FROM renditions AS r WHERE sha256 > '' AND sha256 IN (${CONTENTS})
                             AND NOT (substr(name, -6) = '_still' AND ${IS_SHARED})
                          UNION ALL ${IDS}))`

/** What was decided about files with this content: the strictest decision of them, none where they are free. */
export async function decisionOn(
  d1: D1Database,
  contents: readonly string[],
): Promise<'removed' | 'hidden' | undefined> {
  const known = contents.flatMap((content) => [content, content.slice(0, KEY_DIGITS)])
  const ids = await Promise.all(contents.map(importId))
  const row = await d1
    .prepare(FIND)
    .bind(JSON.stringify(known), JSON.stringify(ids))
    .first<{ removed: number | null; found: number }>()
  if (!row?.found) return undefined
  return row.removed ? 'removed' : 'hidden'
}

/** What was taken down, as a response. */
export const removedFile = () =>
  new AppError('forbidden', 'This file was taken down and cannot be uploaded again')

/**
 * Lets files through a door by their content (T56), in full hex.
 * @returns whether their item is to be hidden and looked at (`hideAgain`)
 * @throws AppError 'forbidden' for what was taken down; for what a moderator has hidden too, where no item would show it
 */
export async function passDoor(
  d1: D1Database,
  door: Door,
  contents: readonly string[],
): Promise<{ isHidden: boolean }> {
  const decision = await decisionOn(d1, contents)
  if (decision === 'removed') throw removedFile()
  if (decision === 'hidden' && DOORS[door] === 'refuse')
    throw new AppError('forbidden', 'A moderator has hidden this file')
  return { isHidden: decision === 'hidden' }
}

const SHOWN = "FROM gifs WHERE id = ?1 AND hidden_by IS NOT 'moderator'"
const QUEUE = `
  INSERT INTO moderation_queue (gif_id, job_id, queued_at) SELECT id, 'uploads', ?2 ${SHOWN}
      ON CONFLICT (gif_id) DO NOTHING`
const AUDIT = `
  INSERT INTO audit (actor_id, actor, action, target, reason, created_at)
  SELECT '', '', 'gif.hide', 'gif/' || id, 'A moderator has hidden this file before', ?2 ${SHOWN}`

/** The statements that hide an item whose bytes a moderator has hidden before, and have it looked at. One that a moderator has hidden stays as it is. */
export const hideAgain = (d1: D1Database, gif: string, nowMs: number): D1PreparedStatement[] => {
  const at = new Date(nowMs).toISOString()
  const hide = hideStatement(d1, { ids: 'SELECT ?1', value: gif }, { hidden: true, by: 'moderator' })
  return [d1.prepare(QUEUE).bind(gif, at), d1.prepare(AUDIT).bind(gif, at), hide]
}

/**
 * SQL that keeps the content of items that moderators have hidden, in front of their deletion.
 * @param ids SQL that selects items; its only parameter is ?1
 */
export const keepHidden = (ids: string) => `
  INSERT INTO removed_files (sha256, gif_id, kind, created_at)
  SELECT sha256, gif_id, 'hidden', strftime('%Y-%m-%dT%H:%M:%fZ', 'now') FROM item_hashes
   WHERE gif_id IN (SELECT id FROM gifs AS g WHERE id IN (${ids}) AND ${IS_HIDDEN})
      ON CONFLICT (sha256, gif_id, kind) DO UPDATE SET created_at = excluded.created_at, restored_at = NULL`
