import type { D1Database, D1PreparedStatement } from '@cloudflare/workers-types'
import * as v from 'valibot'
import { bandsOf, PHASH_ALIKE, phashDistance } from '../../shared/picture/phash.ts'
import { isoTime } from '../../shared/time.ts'
import { findRows } from '../sql.ts'
import type { MakersLease } from './lease.ts'

/** Whose entries of an imported list are, in place of an item that was taken down. */
export const LIST_PREFIX = 'list:'

/** What a hash is compared with at most: entries by the rows of `phash_bands` that are read, those with the most in common. */
const READ = { bands: 20_000, entries: 200 } as const

// ?1 bands as JSON, ?2 the item
const NEAR = `
  SELECT k.id, k.phash, k.gif_id, k.created_at
    FROM (SELECT known_id
            FROM (SELECT known_id FROM phash_bands WHERE band IN (SELECT value FROM json_each(?1)) LIMIT ${READ.bands})
           GROUP BY known_id ORDER BY count(*) DESC LIMIT ${READ.entries}) AS near
    JOIN known_phashes AS k ON k.id = near.known_id
   WHERE k.gif_id <> ?2`
const Known = v.object({ id: v.number(), phash: v.string(), gif_id: v.string(), created_at: v.string() })
type Known = v.InferOutput<typeof Known>

/** What of the list looks most like an item; undefined where nothing does. */
async function nearestOf(d1: D1Database, gif: string, phash: string): Promise<Known | undefined> {
  const bands = JSON.stringify(bandsOf(phash))
  const known = await findRows(Known, d1.prepare(NEAR).bind(bands, gif))
  const near = known.map((entry) => ({ entry, bits: phashDistance(entry.phash, phash) }))
  return near.filter(({ bits }) => bits <= PHASH_ALIKE).sort((a, b) => a.bits - b.bits)[0]?.entry
}

/** What a moderator reads of it: a takedown's reason is the staff's. */
function wordsOf({ gif_id, created_at }: Known): string {
  const day = created_at.slice(0, 10)
  if (!gif_id.startsWith(LIST_PREFIX)) return `Looks like ${gif_id}, taken down on ${day}`
  return `Looks like a file of the list ${gif_id.slice(LIST_PREFIX.length)}, imported on ${day}`
}

const HAS_LEASE = `
  (EXISTS (SELECT 1 FROM uploads WHERE gif_id = ?1 AND lease = ?2 AND state = 'working')
   OR EXISTS (SELECT 1 FROM lacking_forms WHERE gif_id = ?1 AND lease = ?2 AND state = 'working'))`
const KEEP = `
  INSERT INTO item_phashes (gif_id, phash) SELECT ?1, ?3 WHERE ${HAS_LEASE}
      ON CONFLICT (gif_id) DO UPDATE SET phash = excluded.phash`
// `visitor` has it said once of each entry, also after a moderator has decided.
const REPORT = `
  INSERT INTO reports (gif_id, reasons, additional_info, anonymous, visitor, created_at)
  SELECT id, '["known"]', ?3, 1, ?4, ?5 FROM gifs WHERE id = ?1 AND is_removed = 0 AND ${HAS_LEASE}
      ON CONFLICT DO NOTHING`

/**
 * The statements that keep an item's perceptual hash while its maker has it, and report it where it looks like what was taken down
 * (T84): a moderator decides, nothing is refused.
 * @param phash '' where its frames show too little for one
 */
export async function phashStatements(
  d1: D1Database,
  { gif, lease }: MakersLease,
  phash: string,
  nowMs: number,
): Promise<D1PreparedStatement[]> {
  const keep = d1.prepare(KEEP).bind(gif, lease, phash)
  const known = phash && (await nearestOf(d1, gif, phash))
  if (!known) return [keep]
  const report = d1.prepare(REPORT).bind(gif, lease, wordsOf(known), `known/${known.id}`, isoTime(nowMs))
  return [keep, report]
}
