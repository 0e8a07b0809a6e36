import type { D1Database, D1DatabaseSession } from '@cloudflare/workers-types'

/** How far an isolate has seen each database: what it reads later is never older, wherever it reads it. */
const seen = new WeakMap<D1Database, string>()

// A local simulator may know no sessions.
const sessionOf = (db: D1Database, from: string): D1DatabaseSession | undefined => db.withSession?.(from)

/** Reads a row from the primary, and remembers how far the database is. */
export async function readPrimary<T>(
  db: D1Database,
  read: (db: Pick<D1Database, 'prepare'>) => Promise<T>,
): Promise<T> {
  const session = sessionOf(db, 'first-primary')
  const found = await read(session ?? db)
  const bookmark = session?.getBookmark?.()
  // Bookmarks sort as the database goes on.
  if (bookmark && bookmark > (seen.get(db) ?? '')) seen.set(db, bookmark)
  return found
}

/**
 * The database for what may be some seconds old: at the nearest replica, and as it was at the newest `readPrimary` of this
 * isolate, or later. Before the first one it is the primary. Undefined where the database has no sessions.
 * https://developers.cloudflare.com/d1/best-practices/read-replication/
 */
export function nearby(db: D1Database): D1Database | undefined {
  if (!db.withSession) return undefined
  const session = () => db.withSession(seen.get(db) ?? 'first-primary')
  const near: Pick<D1Database, 'prepare' | 'batch'> = {
    prepare: (sql) => session().prepare(sql),
    batch: (statements) => session().batch(statements),
  }
  return near as D1Database
}
