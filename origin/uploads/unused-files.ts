import type { D1Database, D1PreparedStatement } from '@cloudflare/workers-types'
import { HOUR_MS } from '../../shared/time.ts'

/** After this no upload that put its file is still on its way to its rows. */

const NOTE = `
  INSERT OR IGNORE INTO unused_files (r2_key, keep_until) SELECT value, ?2 FROM json_each(?1)`
const GIVE_UP = `
  UPDATE unused_files SET keep_until = '' WHERE r2_key IN (SELECT value FROM json_each(?1))`

/** Notes keys before their files are put. The batch in which an item takes them deletes the rows. */
export const noteKeys = (d1: D1Database, keys: readonly string[], nowMs: number): D1PreparedStatement =>
  d1.prepare(NOTE).bind(JSON.stringify(keys), new Date(nowMs + HOUR_MS).toISOString())

/** Lets noted files go at once. Without it, as where the database fails, they go an hour later. */
export async function giveUpKeys(d1: D1Database, keys: readonly string[]): Promise<void> {
  if (keys.length > 0) await d1.prepare(GIVE_UP).bind(JSON.stringify(keys)).run()
}
