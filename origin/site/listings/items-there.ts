import type { D1Database } from '@cloudflare/workers-types'
import { fieldError } from '../../../shared/errors.ts'

const MISSING = `
  SELECT value AS id FROM json_each(?1)
   WHERE NOT EXISTS (SELECT 1 FROM gifs WHERE id = value AND is_removed = 0) LIMIT 1`

/** @param field the name of the field that has the ids. @throws InputError for an id that no item has, or one taken down */
export async function assertItemsThere(d1: D1Database, field: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const missing = await d1.prepare(MISSING).bind(JSON.stringify(ids)).first<string>('id')
  if (missing !== null) throw fieldError(field, `${field} has an id that no item has: ${missing}`)
}
