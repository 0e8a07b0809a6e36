import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ownSiteCalls, siteCalls } from '../../shared/calls/catalogue.ts'
import { COLUMNS } from '../../tools/listing/read-csv.ts'
import { copyLibrary } from '../../tools/steps/local-library.ts'
import { root } from '../../tools/steps/run-step.ts'
import { openDatabase } from '../fixtures/library/database.ts'

/** By which call people of the right role write a column, on which page, and by which column or key of `ingest`'s list. */
type Ways = { call: string; page: string; list: string }
/** Or why no one writes it. */
type Made = { made: string }

const staff = (page: string) => `islands/admin/pages/${page}.tsx`
const people = (page: string) => `worker/people/${page}.tsx`
const ways = (call: string, page: string, list: string): Ways => ({ call, page, list })

const PERSON = (list: string) => ways('updatePerson', staff('accounts'), list)
const ITEM = (list: string) => ways('editGif', people('edit-gif'), list)
const FILM = ways('putFilm', people('edit-gif'), 'film')
const CHANNEL = (list: string) => ways('updateChannel', staff('channels'), list)
const CATEGORY = (list: string) => ways('updateCategory', staff('categories'), list)
const FILES = ways('sendRenditions', people('upload'), 'renditions')
const LANGUAGES = ways('addLanguageTags', 'islands/admin/library/languages.tsx', 'language_tags')

/** Each column that the demo library fills: the demo is an installation like any other. */
const COLUMNS_FILLED: Record<string, Record<string, Ways | Made>> = {
  users: {
    id: ways('createPerson', people('sign-in'), 'id'),
    username: ways('createPerson', people('sign-in'), 'username'),
    display_name: PERSON('display_name'),
    description: PERSON('description'),
    website_url: PERSON('website_url'),
    is_verified: PERSON('is_verified'),
    is_public: PERSON('is_public'),
    suppress_chrome: PERSON('suppress_chrome'),
    avatar_key: ways('putAvatar', people('own-pictures'), 'avatar'),
    banner_key: ways('putBanner', people('own-pictures'), 'banner'),
    created_at: { made: 'when they came' },
    updated_at: { made: 'when they were changed last' },
  },
  gifs: {
    num: { made: 'by the database, in the order in which items come' },
    id: ways('uploadGif', people('upload'), 'id'),
    slug: ways('uploadGif', people('upload'), 'slug'),
    title: ITEM('title'),
    alt_text: ITEM('alt_text'),
    type: ITEM('type'),
    is_emoji: ITEM('type'),
    rating: ITEM('rating'),
    tags: ITEM('tags'),
    source: ITEM('source'),
    user_id: ways('editGif', people('upload'), 'author'),
    import_datetime: ways('uploadGif', people('upload'), 'date'),
    trending_datetime: ways('createSchedule', staff('schedule'), 'weight'),
    heat: ways('uploadGif', people('upload'), 'weight'),
    external_provider: FILM,
    external_uid: FILM,
    external_start: FILM,
    external_url: FILM,
    duration_ms: { made: 'of the file' },
    frames: { made: 'of the file' },
    translated: { made: 'of the tags in other languages, by a trigger' },
    revision: { made: 'counts the changes, by a trigger' },
  },
  tags: { tag: ITEM('tags'), gif_id: ITEM('tags') },
  tag_counts: {
    tag: { made: 'by a trigger' },
    items: { made: 'by a trigger' },
    gifs: { made: 'by a trigger' },
    stickers: { made: 'by a trigger' },
    text: { made: 'by a trigger' },
  },
  renditions: Object.fromEntries(
    ['gif_id', 'name', 'format', 'width', 'height', 'size', 'frames', 'r2_key', 'sha256'].map((name) => [
      name,
      FILES,
    ]),
  ),
  item_files: Object.fromEntries(['gif_id', 'files', 'hash'].map((name) => [name, FILES])),
  language_tags: Object.fromEntries(
    ['gif_id', 'lang', 'tag', 'position', 'translates'].map((name) => [name, LANGUAGES]),
  ),
  channels: {
    id: ways('createChannel', staff('channels'), 'id'),
    parent: ways('moveChannel', staff('channels'), 'parent'),
    position: ways('moveChannel', staff('channels'), 'channels'),
    slug: CHANNEL('slug'),
    display_name: CHANNEL('display_name'),
    short_display_name: CHANNEL('short_display_name'),
    description: CHANNEL('description'),
    user_id: ways('createChannel', staff('channels'), 'author'),
    gif_count: { made: 'by a trigger' },
  },
  channel_gifs: Object.fromEntries(
    ['id', 'channel_id', 'gif_id'].map((name) => [name, ways('addChannelGif', staff('channels'), 'gifs')]),
  ),
  category_nodes: {
    id: { made: 'by the database' },
    term: { made: 'of the name' },
    parent: CATEGORY('subcategories'),
    slug: CATEGORY('name_encoded'),
    name: CATEGORY('name'),
    names: CATEGORY('names'),
    cover: CATEGORY('gif'),
    position: CATEGORY('categories'),
  },
  category_names: { node: CATEGORY('names'), term: { made: 'of the names' } },
  category_items: {
    node: CATEGORY('categories'),
    gif_id: CATEGORY('category'),
    chosen: CATEGORY('category'),
    place: { made: 'of the item’s heat, by a trigger' },
  },
  staff_terms: Object.fromEntries(
    ['state', 'term', 'position'].map((name) => [
      name,
      ways('putTrendingTerms', staff('trending'), 'searches'),
    ]),
  ),
}

/** Tables that a migration fills, triggers, or the engine of the search. */
const NOT_OURS =
  /^(?:sqlite_|_cf_|d1_migrations|content_blocks|channel_words|near_words|library_version|makers|search_(?:terms|postings|items|dirty))/

/** The columns that have other values than a new row has. */
function filledColumns(state: string): Record<string, string[]> {
  const db = openDatabase(state)
  const tables = db.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all()
  const filled = tables.flatMap(({ name }) => {
    const table = String(name)
    if (NOT_OURS.test(table)) return []
    const columns = db.prepare(`SELECT name, dflt_value FROM pragma_table_info('${table}')`).all()
    const other = columns.filter(({ name: column, dflt_value }) =>
      db.prepare(`SELECT 1 FROM ${table} WHERE ${column} IS NOT (${dflt_value ?? 'NULL'}) LIMIT 1`).get(),
    )
    return other.length > 0 ? [[table, other.map((column) => String(column.name))] as const] : []
  })
  db.close()
  return Object.fromEntries(filled)
}

it('what the demo library has, people make by a call, on a page, and by a command', {
  timeout: 180_000,
}, async () => {
  const filled = filledColumns(await copyLibrary())
  const listed = Object.fromEntries(
    Object.entries(COLUMNS_FILLED).map(([table, columns]) => [table, Object.keys(columns).sort()]),
  )
  expect(
    Object.fromEntries(Object.entries(filled).map(([table, columns]) => [table, columns.sort()])),
  ).toEqual(listed)
  const calls = Object.keys({ ...siteCalls, ...ownSiteCalls, createSchedule: 'of the gateway' })
  const seed = readFileSync(join(root, 'seed/library.json'), 'utf8')
  for (const way of Object.values(COLUMNS_FILLED).flatMap((columns) => Object.values(columns))) {
    if ('made' in way) continue
    expect(calls).toContain(way.call)
    expect([way.page, existsSync(join(root, way.page))]).toEqual([way.page, true])
    const isKey = (COLUMNS as readonly string[]).includes(way.list) || seed.includes(`"${way.list}":`)
    expect([way.list, isKey]).toEqual([way.list, true])
  }
})
