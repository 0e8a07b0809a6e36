import type { D1Database } from '@cloudflare/workers-types'

/** How often what lists show has changed (`migrations/0052_library_version.sql`). @throws where there is no such number */
export async function libraryVersion(db: Pick<D1Database, 'prepare'>): Promise<number> {
  const version = await db.prepare('SELECT version FROM library_version').first<number>('version')
  if (version === null) throw new RangeError('The library has a version')
  return version
}
