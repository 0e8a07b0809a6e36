import * as v from 'valibot'
import type { ManifestItem } from '../../media/manifest/manifest.ts'
import { r2Key } from '../../media/manifest/media-file.ts'
import { identify, isAlive } from '../lock.mjs'
import type { Library } from './open-library.ts'
import { filesOfItem } from './store-files.ts'
import { knownItems } from './store-items.ts'

/** An item is in the library when its rows are. Until then a mark says which files are there for it, and who puts them. */
const MARKS = 'ingest/'
const MarkSchema = v.object({ owner: v.string(), keys: v.array(v.string()) })

const USED = `
  SELECT value FROM json_each(?1) WHERE value IN (SELECT r2_key FROM renditions)
    OR value IN (SELECT avatar_key FROM users) OR value IN (SELECT banner_key FROM users)`

/** Stores an item between a mark before its first file and the end of its rows. */
export async function withMark(
  { media }: Library,
  item: ManifestItem,
  store: () => Promise<void>,
): Promise<void> {
  const mark = { owner: identify(process.pid), keys: filesOfItem(item).map(r2Key) }
  await media.put(MARKS + item.id, JSON.stringify(mark))
  await store()
  await media.delete(MARKS + item.id)
}

/** Removes the files of items that a process which has ended did not finish. Returns how many items. */
export async function dropHalfStored(library: Library): Promise<number> {
  const { db, media } = library
  let dropped = 0
  const { objects } = await media.list({ prefix: MARKS })
  for (const { key } of objects) {
    const text = await (await media.get(key))?.text()
    const mark = v.parse(MarkSchema, JSON.parse(text ?? '{"owner":"","keys":[]}'))
    if (isAlive(mark.owner)) continue
    const id = key.slice(MARKS.length)
    if (!(await knownItems(library, [id])).has(id)) {
      const { results } = await db.prepare(USED).bind(JSON.stringify(mark.keys)).all<{ value: string }>()
      const used = new Set(results.map(({ value }) => value))
      await media.delete(mark.keys.filter((file) => !used.has(file)))
      dropped++
    }
    await media.delete(key)
  }
  return dropped
}
