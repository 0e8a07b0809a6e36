import type { D1PreparedStatement } from '@cloudflare/workers-types'
import type { ManifestItem, MediaFile } from '../../media/manifest/manifest.ts'
import { r2Key } from '../../media/manifest/media-file.ts'
import { putLanguageTags } from '../../origin/site/gif-pages/language-tags.ts'
import { equal, insertRow } from '../../origin/sql.ts'
import { hideAgain, passDoor } from '../../origin/uploads/bytes-door.ts'
import { putRenditionRows, type RenditionRow } from '../../origin/uploads/file-rows.ts'
import { itemRow, wordColumns } from '../../origin/uploads/item-row.ts'
import { MOVING_FORMATS } from '../../shared/schema/choices.ts'
import type { Library } from './open-library.ts'
import { type FileFacts, factsOf, filesOfItem } from './store-files.ts'

/** An item that passed the door (T56): what its files are, by their keys, and whether it comes back hidden. */
type Admitted = { item: ManifestItem; facts: Map<string, FileFacts>; isHidden: boolean }

/** Lets an item whose files are in a folder pass. @throws AppError 'forbidden' where any of them was taken down */
export async function admit({ db }: Library, folder: string, item: ManifestItem): Promise<Admitted> {
  const facts = await factsOf(folder, filesOfItem(item))
  const contents = [...facts.values()].map(({ sha256 }) => sha256)
  return { item, facts, ...(await passDoor(db, 'import', contents)) }
}

const DROP_RENDITIONS = `
  DELETE FROM renditions WHERE gif_id = ?1 AND (name, format) NOT IN (
    SELECT value ->> 'name', value ->> 'format' FROM json_each(?2))`

/** The rows of an item's files, with what the files themselves say, as those of an upload. */
function renditionRows({ item, facts }: Admitted): RenditionRow[] {
  return Object.entries(item.renditions).flatMap(([name, rendition]) =>
    MOVING_FORMATS.flatMap((format) => {
      const file = rendition[format]
      const is = file && facts.get(r2Key(file))
      if (!is) return []
      const { width, height, frames, bytes: size, sha256 } = is
      return [{ name, format, width, height, frames, size, key: r2Key(file), sha256 }]
    }),
  )
}

/** How long an item is, and its frames: as of an upload of the file that is sent of it, with the renditions of it. */
function motionOf({ item, facts }: Admitted): { frames: number; durationMs: number } {
  const { gif, webp, avif, mp4 } = item.renditions.original ?? {}
  const isOf = (file: MediaFile | undefined) => file && facts.get(r2Key(file))
  const sent = isOf((item.type === 'video' && mp4) || gif)
  const frames = Math.max(...[sent, isOf(gif), isOf(webp), isOf(avif)].map((file) => file?.frames ?? 0))
  return { frames: frames || item.frames, durationMs: sent?.durationMs ?? item.duration_ms }
}

/** A manifest's item, as calls name its parts. */
const wordsOf = ({
  external_media: film,
  trending: weight,
  source,
  is_emoji,
  type,
  ...item
}: ManifestItem) => ({
  ...item,
  type: is_emoji ? ('emoji' as const) : type,
  weight,
  source_post_url: source,
  film_url: film?.url,
  film_start: film?.start_time,
})

type Stored = { owners: ReadonlyMap<string, string>; isKnown: boolean; now: number }

/** Storing an item again keeps its heat, dates, counters, and moderation. */
function rowStatement({ db }: Library, admitted: Admitted, { owners, isKnown, now }: Stored) {
  const { item } = admitted
  const owner = owners.get(item.username?.toLowerCase() ?? '') ?? null
  const motion = motionOf(admitted)
  if (!isKnown) return insertRow(db, 'gifs', itemRow(wordsOf(item), motion, { owner, nowMs: now }))
  const columns = {
    ...wordColumns(wordsOf(item), owner),
    frames: motion.frames,
    duration_ms: motion.durationMs,
  }
  const { terms, values } = equal(Object.keys(columns) as (keyof typeof columns)[], columns)
  return db.prepare(`UPDATE gifs SET ${terms.join(', ')} WHERE id = ?`).bind(...values, item.id)
}

/** Everything about one item, to be run in one batch: it is listed with all of its files or not at all. Tags that people gave stay. */
function statementsFor(library: Library, admitted: Admitted, stored: Stored): D1PreparedStatement[] {
  const { db } = library
  const { item, isHidden } = admitted
  const renditions = renditionRows(admitted)
  return [
    rowStatement(library, admitted, stored),
    db.prepare(DROP_RENDITIONS).bind(item.id, JSON.stringify(renditions)),
    putRenditionRows(db, item.id, renditions),
    ...putLanguageTags(db, item.id, item.language_tags ?? {}, { keepOthers: true }),
    ...(isHidden ? hideAgain(db, item.id, stored.now) : []),
  ]
}

/** The ids of these items in the library; `removed` ones were taken down and must not be restored. */
export async function knownItems(
  { db }: Library,
  ids: readonly string[],
): Promise<Map<string, { removed: boolean }>> {
  const sql = 'SELECT id, is_removed FROM gifs WHERE id IN (SELECT value FROM json_each(?1))'
  const { results } = await db
    .prepare(sql)
    .bind(JSON.stringify(ids))
    .all<{ id: string; is_removed: number }>()
  return new Map(results.map(({ id, is_removed }) => [id, { removed: is_removed === 1 }]))
}

/** Items stored in one batch: a batch waits for the disk once, however much is in it. */
const AT_ONCE = 20

const OWNERS = `
  SELECT lower(username) AS username, id FROM users
   WHERE username IN (SELECT value COLLATE NOCASE FROM json_each(?1))`

/** The ids of the items' owners by their usernames in small letters. */
async function ownersOf({ db }: Library, items: readonly Admitted[]): Promise<Map<string, string>> {
  const names = [...new Set(items.flatMap(({ item }) => item.username ?? []))]
  const { results } = await db
    .prepare(OWNERS)
    .bind(JSON.stringify(names))
    .all<{ username: string; id: string }>()
  return new Map(results.map(({ username, id }) => [username, id]))
}

/** Stores items whose files and users are stored already. */
export async function storeItems(
  library: Library,
  items: readonly Admitted[],
  now = Date.now(),
): Promise<void> {
  const owners = await ownersOf(library, items)
  const known = await knownItems(
    library,
    items.map(({ item }) => item.id),
  )
  for (let i = 0; i < items.length; i += AT_ONCE) {
    const some = items.slice(i, i + AT_ONCE)
    const statements = some.flatMap((each) =>
      statementsFor(library, each, { owners, now, isKnown: known.has(each.item.id) }),
    )
    await library.db.batch(statements)
  }
}
