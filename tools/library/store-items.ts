import type { D1PreparedStatement } from '@cloudflare/workers-types'
import type { ManifestItem, MediaFile } from '../../media/manifest/manifest.ts'
import { r2Key } from '../../media/manifest/media-file.ts'
import { heatOf } from '../../origin/heat.ts'
import { hideAgain, passDoor } from '../../origin/uploads/bytes-door.ts'
import { MOVING_FORMATS } from '../../shared/schema/choices.ts'
import type { Library } from './open-library.ts'
import { contentsOf, filesOfItem } from './store-files.ts'

/** An item that passed the door (T56): the content of its files by their keys, and whether it comes back hidden. */
type Admitted = { item: ManifestItem; contents: Map<string, string>; isHidden: boolean }

/** Lets an item whose files are in a folder pass. @throws AppError 'forbidden' where any of them was taken down */
export async function admit({ db }: Library, folder: string, item: ManifestItem): Promise<Admitted> {
  const contents = await contentsOf(folder, filesOfItem(item))
  return { item, contents, ...(await passDoor(db, 'import', [...contents.values()])) }
}

/** Items with less weight have never been trending. */
const TRENDED = 60
const NEVER = '0000-00-00 00:00:00'

/** Storing an item again keeps its heat, dates, counters and moderation. */
const PUT_ITEM = `
  INSERT INTO gifs (id, slug, title, alt_text, type, rating, user_id, tags, source, import_datetime,
    trending_datetime, duration_ms, frames, heat, external_provider, external_uid, external_start, external_url, is_emoji)
  SELECT value ->> 'id', value ->> 'slug', value ->> 'title', value ->> 'alt_text', value ->> 'type',
    value ->> 'rating', (SELECT id FROM users WHERE username = value ->> 'username'), value -> 'tags', value ->> 'source', value ->> 'import_datetime',
    value ->> 'trending_datetime', value ->> 'duration_ms', value ->> 'frames', value ->> 'heat',
    value ->> '$.external.provider_name', value ->> '$.external.asset_uid',
    coalesce(value ->> '$.external.start_time', 0), coalesce(value ->> '$.external.url', ''), value ->> 'is_emoji'
  FROM json_each(json_array(json(?1))) WHERE true
  ON CONFLICT (id) DO UPDATE SET slug = excluded.slug, title = excluded.title, alt_text = excluded.alt_text,
    type = excluded.type, rating = excluded.rating, user_id = excluded.user_id, tags = excluded.tags,
    source = excluded.source, duration_ms = excluded.duration_ms, frames = excluded.frames,
    external_provider = excluded.external_provider, external_uid = excluded.external_uid,
    external_start = excluded.external_start, external_url = excluded.external_url, is_emoji = excluded.is_emoji`

const DROP_RENDITIONS = `
  DELETE FROM renditions WHERE gif_id = ?1 AND (name, format) NOT IN (
    SELECT value ->> 'name', value ->> 'format' FROM json_each(?2))`

const PUT_RENDITIONS = `
  INSERT INTO renditions (gif_id, name, format, width, height, size, frames, r2_key, sha256)
  SELECT ?1, value ->> 'name', value ->> 'format', value ->> 'width', value ->> 'height', value ->> 'size',
    value ->> 'frames', value ->> 'key', value ->> 'sha256'
  FROM json_each(?2) WHERE true
  ON CONFLICT (gif_id, name, format) DO UPDATE SET width = excluded.width, height = excluded.height,
    size = excluded.size, frames = excluded.frames, r2_key = excluded.r2_key, sha256 = excluded.sha256`

// Tags that people gave stay.
const PUT_LANGUAGE_TAGS = `
  INSERT INTO language_tags (gif_id, lang, tag, position, translates)
  SELECT ?1, lang.key, given.value ->> 0, given.key, given.value ->> 1
  FROM json_each(?2) AS lang, json_each(lang.value) AS given WHERE true
  ON CONFLICT DO NOTHING`

function renditionRows({ item, contents }: Admitted): object[] {
  return Object.entries(item.renditions).flatMap(([name, { frames = 1, ...rendition }]) => {
    const { width, height } = rendition
    const row = (format: string, file: MediaFile) => ({
      name,
      format,
      width,
      height,
      frames: file.frames ?? frames,
      size: file.size,
      key: r2Key(file),
      sha256: contents.get(r2Key(file)),
    })
    return MOVING_FORMATS.flatMap((format) => {
      const file = rendition[format]
      return file ? [row(format, file)] : []
    })
  })
}

function itemRow(
  { renditions: _, categories: __, language_tags: ___, external_media, ...item }: ManifestItem,
  now: number,
): object {
  return {
    alt_text: '',
    source: '',
    ...item,
    is_emoji: item.is_emoji ? 1 : 0,
    external: external_media,
    heat: heatOf(item.trending, now),
    trending_datetime: item.trending >= TRENDED ? item.import_datetime : NEVER,
  }
}

/** Everything about one item, to be run in one batch: it is listed with all of its files or not at all. */
function statementsFor({ db }: Library, admitted: Admitted, now: number): D1PreparedStatement[] {
  const { item, isHidden } = admitted
  const renditions = JSON.stringify(renditionRows(admitted))
  return [
    db.prepare(PUT_ITEM).bind(JSON.stringify(itemRow(item, now))),
    db.prepare(DROP_RENDITIONS).bind(item.id, renditions),
    db.prepare(PUT_RENDITIONS).bind(item.id, renditions),
    db.prepare(PUT_LANGUAGE_TAGS).bind(item.id, JSON.stringify(item.language_tags ?? {})),
    ...(isHidden ? hideAgain(db, item.id, now) : []),
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

/** Stores items whose files and users are stored already. */
export async function storeItems(
  library: Library,
  items: readonly Admitted[],
  now = Date.now(),
): Promise<void> {
  for (let i = 0; i < items.length; i += AT_ONCE) {
    const some = items.slice(i, i + AT_ONCE)
    await library.db.batch(some.flatMap((each) => statementsFor(library, each, now)))
  }
}
