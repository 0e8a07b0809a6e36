import { createHash } from 'node:crypto'
import type { Job, JobDeps } from '../job.ts'

/** Files that one job reads, each in its own stream: a request to the bucket each. */
const FILES = 40

const UNREAD = `SELECT r2_key FROM renditions WHERE sha256 IS NULL LIMIT ${FILES}`
const UNREAD_OF_ITEM = `
  SELECT r2_key FROM renditions WHERE sha256 IS NULL AND gif_id = ?1 LIMIT ${FILES}`
const NOTE = 'UPDATE renditions SET sha256 = ?2 WHERE r2_key = ?1 AND sha256 IS NULL'
const LEFT = 'SELECT 1 FROM renditions WHERE sha256 IS NULL LIMIT 1'

/**
 * Reads files that were stored before their content was noted, and notes it (T56). A file that is not in the bucket is noted
 * as such.
 * @param gif the item whose files they are; without it, some of all.
 * @returns whether more may be left
 * @throws what the database or the bucket throws: what is read by then is noted
 */
export async function hashFiles({ DB, MEDIA }: JobDeps, gif?: string): Promise<boolean> {
  if (!MEDIA) return false
  const unread = gif === undefined ? DB.prepare(UNREAD) : DB.prepare(UNREAD_OF_ITEM).bind(gif)
  const { results } = await unread.all<{ r2_key: string }>()
  // A file may be in several rows.
  for (const r2_key of new Set(results.map((row) => row.r2_key))) {
    const stored = await MEDIA.get(r2_key)
    const content = stored ? await hashOf(stored.body) : ''
    await DB.prepare(NOTE).bind(r2_key, content).run()
  }
  return results.length === FILES
}

async function hashOf(body: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256')
  for await (const piece of body) hash.update(piece)
  return hash.digest('hex')
}

/** The job that reads what is left, where anything is. */
export async function unreadFiles({ DB, MEDIA }: JobDeps): Promise<Job[]> {
  return MEDIA && (await DB.prepare(LEFT).first()) ? [{ kind: 'hashes' }] : []
}
