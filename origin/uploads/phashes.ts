import type { D1Database, D1PreparedStatement } from '@cloudflare/workers-types'
import * as v from 'valibot'
import { bandsOf, PHASH_ALIKE, phashDistance } from '../../shared/picture/phash.ts'
import { NO_PHASH, type SaidPhash } from '../../shared/schema/own/hashes.ts'
import { isoTime } from '../../shared/time.ts'
import { findRows } from '../sql.ts'
import type { MakersLease } from './lease.ts'

/** Whose entries of an imported list are, in place of an item that was taken down. */
export const LIST_PREFIX = 'list:'

/** What a hash is compared with at most: those with the most in common, by the bands that are read. */
const READ = { bands: 20_000, hashes: 200 } as const
/** Entries of the list that a job searches the library for. */
const ENTRIES = 20

// ?1 bands as JSON, ?2 the item
const NEAR = `
  SELECT k.id, k.phash, k.gif_id, k.created_at
    FROM (SELECT known_id
            FROM (SELECT known_id FROM phash_bands WHERE band IN (SELECT value FROM json_each(?1)) LIMIT ${READ.bands})
           GROUP BY known_id ORDER BY count(*) DESC LIMIT ${READ.hashes}) AS near
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

/** Who has reported it, in place of a network. */
const nameOf = ({ id }: Known) => `known/${id}`

const HAS_LEASE = `
  (?2 IS NULL OR EXISTS (SELECT 1 FROM uploads WHERE gif_id = ?1 AND lease = ?2 AND state = 'working')
   OR EXISTS (SELECT 1 FROM lacking_forms WHERE gif_id = ?1 AND lease = ?2 AND state = 'working'))`
const KEEP = `
  INSERT INTO item_phashes (gif_id, phash) SELECT ?1, ?3 WHERE ${HAS_LEASE}
      ON CONFLICT (gif_id) DO UPDATE SET phash = excluded.phash`
// `visitor` has it said once of each entry, also after a moderator has decided. ?3 the words, ?4 the entry, ?5 now
const REPORT = (of: string) => `
  INSERT INTO reports (gif_id, reasons, additional_info, anonymous, visitor, created_at)
  SELECT id, '["known"]', ?3, 1, ?4, ?5 FROM gifs WHERE is_removed = 0 AND ${of}
      ON CONFLICT DO NOTHING`
const REPORT_ONE = REPORT(`id = ?1 AND ${HAS_LEASE}`)

/**
 * The statements that keep an item's perceptual hash, and report it where it looks like what was taken down (T84): a moderator decides,
 * nothing is refused. With a lease, they do so while its maker has the item.
 * @param said `none` is kept as ''
 */
export async function phashStatements(
  d1: D1Database,
  { gif, lease }: Pick<MakersLease, 'gif'> & Partial<MakersLease>,
  said: v.InferOutput<typeof SaidPhash>,
  nowMs: number,
): Promise<D1PreparedStatement[]> {
  const holder = lease ?? null
  const phash = said === NO_PHASH ? '' : said
  const keep = d1.prepare(KEEP).bind(gif, holder, phash)
  const known = phash && (await nearestOf(d1, gif, phash))
  if (!known) return [keep]
  const report = d1.prepare(REPORT_ONE).bind(gif, holder, wordsOf(known), nameOf(known), isoTime(nowMs))
  return [keep, report]
}

const UNSEARCHED = `
  SELECT id, phash, gif_id, created_at FROM known_phashes WHERE is_searched = 0 ORDER BY id LIMIT ${ENTRIES}`
// ?1 bands as JSON, ?2 whose entry it is, ?3 its name: an item is reported once, so the next round has others
const ALIKE = `
  SELECT p.gif_id, p.phash
    FROM (SELECT gif_id
            FROM (SELECT gif_id FROM item_phash_bands WHERE band IN (SELECT value FROM json_each(?1)) LIMIT ${READ.bands}) AS shared
           GROUP BY gif_id
          HAVING gif_id <> ?2 AND NOT EXISTS (SELECT 1 FROM reports WHERE gif_id = shared.gif_id AND visitor = ?3)
           ORDER BY count(*) DESC LIMIT ${READ.hashes}) AS near
    JOIN item_phashes AS p ON p.gif_id = near.gif_id
    JOIN gifs         AS g ON g.id = p.gif_id AND g.is_removed = 0`
const Hashed = v.object({ gif_id: v.string(), phash: v.string() })
// ?1 items as JSON, ?2 the entry, which may have gone
const REPORT_THESE = REPORT(
  'id IN (SELECT value FROM json_each(?1)) AND EXISTS (SELECT 1 FROM known_phashes WHERE id = ?2)',
)
const NOTE_SEARCHED = 'UPDATE known_phashes SET is_searched = 1 WHERE id = ?1'

/** The statements that report which items of the library look like an entry, and note that it was searched for. */
async function searchFor(d1: D1Database, entry: Known, nowMs: number): Promise<D1PreparedStatement[]> {
  const bands = JSON.stringify(bandsOf(entry.phash))
  const near = await findRows(Hashed, d1.prepare(ALIKE).bind(bands, entry.gif_id, nameOf(entry)))
  const alike = near.filter(({ phash }) => phashDistance(entry.phash, phash) <= PHASH_ALIKE)
  const ids = JSON.stringify(alike.map(({ gif_id }) => gif_id))
  const report = d1.prepare(REPORT_THESE).bind(ids, entry.id, wordsOf(entry), nameOf(entry), isoTime(nowMs))
  const mayHaveMore = alike.length > 0 && near.length === READ.hashes
  return [
    ...(alike.length > 0 ? [report] : []),
    ...(mayHaveMore ? [] : [d1.prepare(NOTE_SEARCHED).bind(entry.id)]),
  ]
}

/**
 * Searches the library for what looks like entries that came onto the list after it (T84): some of them, the longest there first.
 * @returns whether others are left
 */
export async function searchLibrary(d1: D1Database, nowMs: number): Promise<boolean> {
  const entries = await findRows(Known, d1.prepare(UNSEARCHED))
  for (const entry of entries) await d1.batch(await searchFor(d1, entry, nowMs))
  return entries.length === ENTRIES
}

/** Whether entries are left. */
export const isSearchDue = async (d1: D1Database): Promise<boolean> =>
  (await d1.prepare('SELECT 1 FROM known_phashes WHERE is_searched = 0 LIMIT 1').first()) !== null
