import type { D1Database, R2Bucket } from '@cloudflare/workers-types'
import type { FindBlurs } from '../../shared/server/origin.ts'
import { blurGif } from './gif/blur-gif.ts'

/** Bytes of a file that is read for a picture. */
const FILE_MAX = 512 * 1024
/** Files that are read at once. */
const AT_ONCE = 8

const FIND = `
  SELECT gif_id, picture FROM blurs WHERE gif_id IN (SELECT value FROM json_each(?1))`

// A still first, then the smallest file.
const FILES = `
  SELECT g.id, (SELECT r2_key FROM renditions
                 WHERE gif_id = g.id AND format = 'gif' AND size <= ${FILE_MAX}
                 ORDER BY substr(name, -6) <> '_still', width LIMIT 1) AS file
    FROM json_each(?1) AS e JOIN gifs AS g ON g.id = e.value
   WHERE g.is_removed = 0`

const STORE = `
  INSERT OR IGNORE INTO blurs (gif_id, picture)
  SELECT e.value ->> 0, e.value ->> 1
    FROM json_each(?1) AS e JOIN gifs AS g ON g.id = e.value ->> 0 WHERE g.is_removed = 0`

type Made = [id: string, picture: string]

/** Finds the blurred pictures of items, and makes the missing ones from a GIF of the item. */
export function createBlurs(db: D1Database, bucket: R2Bucket): FindBlurs {
  async function make({ id, file }: { id: string; file: string }): Promise<Made[]> {
    const object = await bucket.get(file)
    if (!object) return []
    return [[id, pictureOf(new Uint8Array(await object.arrayBuffer()))]]
  }

  return async (ids) => {
    const stored = await db.prepare(FIND).bind(JSON.stringify(ids)).all<{ gif_id: string; picture: string }>()
    const known = new Map(stored.results.map(({ gif_id, picture }) => [gif_id, picture]))
    const missing = ids.filter((id) => !known.has(id))
    if (missing.length === 0) return known
    const { results } = await db
      .prepare(FILES)
      .bind(JSON.stringify(missing))
      .all<{ id: string; file: string | null }>()
    const files = results.flatMap(({ id, file }) => (file === null ? [] : { id, file }))
    const made: Made[] = []
    for (let at = 0; at < files.length; at += AT_ONCE)
      made.push(...(await Promise.all(files.slice(at, at + AT_ONCE).map(make))).flat())
    if (made.length > 0) await db.prepare(STORE).bind(JSON.stringify(made)).run()
    return new Map([...known, ...made])
  }
}

/** '' for a file that cannot be read: it is not tried again. */
function pictureOf(bytes: Uint8Array): string {
  try {
    const blurred = blurGif(bytes)
    return blurred ? btoa(String.fromCharCode(...blurred)) : ''
  } catch {
    return ''
  }
}
