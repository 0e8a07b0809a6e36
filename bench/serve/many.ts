import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openDatabase } from '../../test/fixtures/library/database.ts'
import { copyLibrary } from '../../tools/steps/local-library.ts'
import { root } from '../../tools/steps/run-step.ts'
import { fillBulk, type KnownItem, largeId } from '../search/library.ts'
import { bulkOf } from '../search/sqlite.ts'

/** Made items have the files of those of the demo library, in turn: of these renditions. */
const FILES = [
  `INSERT INTO renditions (gif_id, name, format, width, height, size, frames, r2_key, sha256)
   WITH demo AS (SELECT id, row_number() OVER (ORDER BY id) - 1 AS at, count(*) OVER () AS all_of_them
                   FROM gifs WHERE id NOT GLOB 'lib*')
   SELECT made.id, r.name, r.format, r.width, r.height, r.size, r.frames, r.r2_key, r.sha256
     FROM gifs AS made
     JOIN demo ON demo.at = made.num % demo.all_of_them
     JOIN renditions AS r ON r.gif_id = demo.id
    WHERE made.id GLOB 'lib*' AND r.name IN ('original', 'original_still', 'downsized', 'fixed_width', 'fixed_width_still')`,
  `INSERT OR REPLACE INTO item_files (gif_id, files, hash)
   SELECT gif_id, files, hash FROM files_of_items WHERE gif_id GLOB 'lib*'`,
]

/** A library of so many items, the demo library's among them. @returns its folder, and the ids, whose order says nothing */
export async function libraryOf(count: number): Promise<{ data: string; ids: string[] }> {
  const { items } = JSON.parse(readFileSync(join(root, 'seed/library.json'), 'utf8')) as {
    items: (KnownItem & { id: string })[]
  }
  const data = await copyLibrary()
  const sqlite = openDatabase(data)
  const bulk = bulkOf(sqlite)
  await fillBulk(bulk, items, 0, count - items.length)
  const triggers = await bulk.triggers()
  await bulk.run([...triggers.map(({ name }) => `DROP TRIGGER ${name}`), ...FILES])
  await bulk.run(triggers.map(({ sql }) => sql))
  sqlite.close()
  const made = Array.from({ length: count - items.length }, (_, i) => largeId(i))
  return { data, ids: [...made, ...items.map(({ id }) => id)] }
}
