import type { D1Database, D1PreparedStatement } from '@cloudflare/workers-types'
import * as v from 'valibot'
import { redirectId } from '../../shared/gif/address.ts'
import { idOfSlug } from '../../shared/gif/item-path.ts'
import {
  type NewRedirect,
  type OldItem,
  REDIRECTS,
  type Redirected,
  readRedirectId,
} from '../../shared/schema/own/redirects.ts'
import { findRows } from '../sql.ts'
import { findGifs, type GifRow } from './gifs.ts'

const FIND = `
  SELECT given.value ->> 'id' AS id, r.gif_id
    FROM json_each(?1) AS given
    JOIN redirects     AS r ON r.old_id = given.value ->> 'old_id'
   WHERE given.value ->> 'source' IN ('', r.source)
   ORDER BY given.key, r.source = 'own' DESC, r.num`

const FoundRow = v.object({ id: v.string(), gif_id: v.string() })

/** The items that old ids lead to, by id: `giphy-abc` names a service, `abc` alone the first that has it, ours before others. */
async function findRedirects(db: D1Database, ids: readonly string[]): Promise<Map<string, string>> {
  const given = ids.flatMap((id) => {
    const named = readRedirectId(id)
    return [...(named ? [{ id, ...named }] : []), { id, source: '', old_id: id }]
  })
  const found = await findRows(FoundRow, db.prepare(FIND).bind(JSON.stringify(given)))
  return new Map(found.reverse().map(({ id, gif_id }) => [id, gif_id]))
}

/**
 * The items that a request names, in their order: by their ids, else by old ones. Removed items are there too, see
 * `is_removed`. Only for ids that no item has the redirects are read, in one statement for all.
 */
export async function namedGifs(db: D1Database, ids: string[]): Promise<GifRow[]> {
  const rows = await findGifs(db, ids)
  const known = new Map(rows.map((row) => [row.id, row]))
  const missing = ids.filter((id) => !known.has(id))
  if (missing.length === 0) return rows
  const moved = await findRedirects(db, missing)
  if (moved.size === 0) return rows
  for (const row of await findGifs(db, [...new Set(moved.values())])) known.set(row.id, row)
  return [...new Set(ids.flatMap((id) => known.get(moved.get(id) ?? id) ?? []))]
}

/** For each of these ids that no item has, the item that it leads to, if any. */
export async function movedItems(db: D1Database, ids: string[]): Promise<Map<string, string>> {
  const known = new Set((await findGifs(db, ids)).map(({ id }) => id))
  const missing = ids.filter((id) => !known.has(id))
  return missing.length > 0 ? findRedirects(db, missing) : new Map()
}

// Files of `ingest` are named by their content (`media/manifest/media-file.ts`), those of uploads are noted.
const TARGETS = `
  SELECT given.key AS row,
         coalesce(
           (SELECT id FROM gifs WHERE id = given.value ->> 'gif'),
           (SELECT gif_id FROM uploads WHERE sha256 = given.value ->> 'sha256' LIMIT 1),
           (SELECT gif_id FROM renditions
             WHERE r2_key IN (SELECT 'm/' || substr(given.value ->> 'sha256', 1, 32) || '.' || value
                                FROM json_each('["gif","webp","mp4","avif"]')) LIMIT 1)) AS gif
    FROM json_each(?1) AS given`

const TargetRow = v.object({ row: v.number(), gif: v.nullable(v.string()) })

const SHA256 = /^[0-9a-f]{64}$/

/** The items that the rows mean: '' where no item is found. */
async function targetsOf(db: D1Database, rows: readonly NewRedirect[]): Promise<string[]> {
  const given = rows.map(({ to }) => (SHA256.test(to) ? { sha256: to } : { gif: idOfSlug(to) ?? '' }))
  const found = await findRows(TargetRow, db.prepare(TARGETS).bind(JSON.stringify(given)))
  return rows.map((_, at) => found.find(({ row }) => row === at)?.gif ?? '')
}

// An item that went in the meantime is left out, like what the table has no room for.
const ADD = `
  INSERT INTO redirects (source, old_id, gif_id, created_at)
  SELECT given.value ->> 'source', given.value ->> 'old_id', g.id, ?2
    FROM json_each(?1) AS given
    JOIN gifs          AS g ON g.id = given.value ->> 'gif'
   WHERE true
   ORDER BY given.key
   LIMIT max(0, ${REDIRECTS.max} - (SELECT coalesce(max(num), 0) FROM redirects))
      ON CONFLICT DO NOTHING
  RETURNING source, old_id`

const LEADS = `
  SELECT r.source, r.old_id, r.gif_id
    FROM json_each(?1) AS given
    JOIN redirects     AS r ON r.old_id = given.value ->> 'old_id' AND r.source = given.value ->> 'source'`

type Noting = { nowMs: number; note?: (rows: readonly NewRedirect[]) => D1PreparedStatement }

/**
 * Adds redirects, at most `REDIRECTS.atOnce`, in one batch, and says of each what became of it. One that is there stays as it
 * is, so a repetition writes nothing. `note` makes a statement for right behind the one that writes.
 */
export async function addRedirects(
  db: D1Database,
  rows: readonly NewRedirect[],
  { nowMs, note }: Noting,
): Promise<Redirected[]> {
  const targets = await targetsOf(db, rows)
  const given = JSON.stringify(rows.map(({ source, old_id }, at) => ({ source, old_id, gif: targets[at] })))
  const [added, ...rest] = await db.batch<OldItem & { gif_id: string }>([
    db.prepare(ADD).bind(given, new Date(nowMs).toISOString()),
    ...(note ? [note(rows)] : []),
    db.prepare(LEADS).bind(given),
  ])
  const fresh = new Set((added?.results ?? []).map(redirectId))
  const leads = new Map((rest.at(-1)?.results ?? []).map((row) => [redirectId(row), row.gif_id]))
  return rows.map(({ source, old_id }, at) => {
    const id = redirectId({ source, old_id })
    const gif = leads.get(id) ?? ''
    const state = stateOf(targets[at] ?? '', gif, fresh.delete(id))
    return { id, source, old_id, gif, state }
  })
}

function stateOf(target: string, gif: string, isFresh: boolean): Redirected['state'] {
  if (target === '') return 'no-item'
  if (gif === '') return 'full'
  if (gif !== target) return 'taken'
  return isFresh ? 'added' : 'known'
}
