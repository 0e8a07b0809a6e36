import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { movingSquare } from '../../media/clip/test-clips.ts'
import { encodeGif } from '../../media/encode/encode-gif.ts'
import { itemId } from '../../media/manifest/item-id.ts'
import type { Manifest, ManifestItem } from '../../media/manifest/manifest.ts'
import { writeRenditions } from '../../media/manifest/write-renditions.ts'
import { phashOf } from '../../media/phash.ts'
import { PHASH } from '../../shared/schema/own/hashes.ts'
import { dropHalfStored } from './half-stored.ts'
import { ingestFile } from './ingest-file.ts'
import { migrate } from './migrate.ts'
import { type Library, openLocalLibrary } from './open-library.ts'
import { filesOfItem } from './store-files.ts'
import { storeLibrary } from './store-library.ts'
import { openWorkplace } from './workplace.ts'

const CONFIG = `name = "test"
compatibility_date = "2026-10-15"
d1_databases = [{ binding = "DB", database_name = "test" }]
r2_buckets = [{ binding = "MEDIA", bucket_name = "test" }]
`
const TABLES = ['users', 'gifs', 'renditions', 'tags', 'category_nodes', 'category_items']
const LISTS = ['channels', 'channel_gifs', 'searches', 'counters']

let folder: string
let library: Library
let manifest: Manifest

async function makeItem(slug: string, more: Partial<ManifestItem>): Promise<ManifestItem> {
  const renditions = await writeRenditions(
    folder,
    slug,
    movingSquare({ frames: 2, hole: slug === 'sticker' }),
  )
  const facts = { id: itemId(slug), slug, title: slug, type: 'gif', rating: 'g', username: 'ann' } as const
  const time = { import_datetime: '2026-03-01 10:00:00', duration_ms: 160, frames: 2, trending: 50 }
  return { ...facts, ...time, tags: ['Square', 'blue'], categories: ['shapes/flat'], renditions, ...more }
}

async function makeManifest(): Promise<Manifest> {
  const items = [await makeItem('square', {}), await makeItem('sticker', { type: 'sticker', is_emoji: true })]
  const names = { username: 'ann', display_name: 'Ann', description: '' }
  const [first] = items as [ManifestItem, ManifestItem]
  const sub = { name: 'Flat', names: { de: 'Flach' }, name_encoded: 'flat' }
  const channel = { slug: 'all', short_display_name: 'All', gifs: items.map((item) => item.id), ...names }
  return {
    version: 1,
    users: [{ id: '1', ...names, is_verified: true, is_public: true, suppress_chrome: false }],
    channels: [
      { id: 1, ...channel },
      { id: 2, parent: 1, ...channel, slug: 'inner' },
    ],
    categories: [{ name: 'Shapes', name_encoded: 'shapes', subcategories: [sub], gif: first.id }],
    searches: [{ term: 'square', weight: 9 }],
    items,
  }
}

const save = (): Promise<void> => writeFile(join(folder, 'library.json'), JSON.stringify(manifest))

/** Every row of every table, and every key in the bucket. */
async function everything(): Promise<unknown> {
  const statements = [...TABLES, ...LISTS].map((table) => library.db.prepare(`SELECT * FROM ${table}`))
  const rows = (await library.db.batch(statements)).map(({ results }) => results)
  const { objects } = await library.media.list()
  return { rows, objects: objects.map(({ key, etag }) => `${key} ${etag}`) }
}

const count = async (sql: string): Promise<number> =>
  (await library.db.prepare(`SELECT count(*) AS n ${sql}`).first<number>('n')) ?? -1

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'loopframe-store-'))
  const config = join(folder, 'wrangler.toml')
  await writeFile(config, CONFIG)
  library = await openLocalLibrary({ config, state: join(folder, 'state') })
  expect(await migrate(library)).toBeGreaterThan(30)
  manifest = await makeManifest()
  await save()
}, 60_000)

afterEach(() => vi.restoreAllMocks())
afterAll(async () => {
  await library.close()
  await rm(folder, { recursive: true })
})

describe('a library', () => {
  it('is migrated once, and says so where wrangler looks', async () => {
    const before = await library.db.prepare('SELECT id, name FROM d1_migrations ORDER BY id').all()
    expect(before.results[0]).toEqual({ id: 1, name: '0001_library.sql' })
    expect(await migrate(library)).toBe(0)
    expect(await count('FROM d1_migrations')).toBe(before.results.length)
  })

  it('waits while another process writes to it, and says so', async () => {
    const stores = join(folder, 'state/v3/d1')
    const [file = ''] = (await readdir(stores, { recursive: true })).filter((name) =>
      /[0-9a-f]{64}\.sqlite$/.test(name),
    )
    const other = new DatabaseSync(join(stores, file))
    other.exec('BEGIN IMMEDIATE')
    const said = vi.spyOn(console, 'log').mockImplementation(() => other.exec('ROLLBACK'))
    await library.db.batch([library.db.prepare("INSERT INTO staff_terms VALUES ('blocked', 'waits', 1)")])
    other.close()
    expect(said.mock.calls).toEqual([['Another process writes to the library: waiting for it …']])
    expect(await count("FROM staff_terms WHERE term = 'waits'")).toBe(1)
  })
})

describe('storing a library', () => {
  it('lists each item with all its files, tags, words, category and channel', async () => {
    expect(await storeLibrary(library, folder)).toMatchObject({ items: 2, wasThere: false })
    expect(await count('FROM gifs')).toBe(2)
    expect(await count(`FROM search_terms WHERE term = 'square' AND items = 2`)).toBe(1)
    expect(await count(`FROM tags WHERE tag = 'square'`)).toBe(2)
    expect(await count('FROM category_items')).toBe(2)
    expect(await count(`FROM category_names WHERE term = 'flach'`)).toBe(1)
    expect(await count('FROM channel_gifs')).toBe(4)
    const { results } = await library.db
      .prepare('SELECT r2_key, size FROM renditions')
      .all<{ r2_key: string; size: number }>()
    expect(results.length).toBe(manifest.items.flatMap(filesOfItem).length)
    for (const { r2_key, size } of results) expect((await library.media.head(r2_key))?.size).toBe(size)
  })

  it('twice changes nothing', async () => {
    const before = await everything()
    expect(await storeLibrary(library, folder)).toMatchObject({ files: 0, wasThere: true })
    await library.media.delete('seed/manifest')
    expect(await storeLibrary(library, folder)).toMatchObject({ files: 0, wasThere: false })
    expect(await everything()).toEqual(before)
  })

  it('a new manifest brings other tags, which are counted as they are', async () => {
    const [square, sticker] = manifest.items as [ManifestItem, ManifestItem]
    square.tags = ['Round', 'round', 'blue']
    sticker.tags = ['round', 'square']
    await save()
    expect(await storeLibrary(library, folder)).toMatchObject({ items: 2, wasThere: false })
    const { results } = await library.db.prepare('SELECT tag, items FROM tag_counts ORDER BY tag').all()
    expect(results).toEqual([
      { tag: 'blue', items: 1 },
      { tag: 'round', items: 2 },
      { tag: 'square', items: 1 },
    ])
  })

  it('a new manifest brings new words and keeps heat, counters and takedowns', async () => {
    const [square, sticker] = manifest.items as [ManifestItem, ManifestItem]
    await library.db.batch([
      library.db.prepare('UPDATE gifs SET heat = 12345 WHERE id = ?1').bind(square.id),
      library.db.prepare(`INSERT INTO counters VALUES (?1, 'SEEN', 7)`).bind(square.id),
      library.db.prepare(`UPDATE gifs SET is_removed = 1, title = 'gone' WHERE id = ?1`).bind(sticker.id),
    ])
    square.title = 'Better words'
    sticker.title = 'Back again'
    await save()
    expect(await storeLibrary(library, folder)).toMatchObject({ items: 1, wasThere: false })
    const { results } = await library.db.prepare('SELECT title, heat FROM gifs ORDER BY num').all()
    expect(results).toMatchObject([{ title: 'Better words', heat: 12345 }, { title: 'gone' }])
    expect(await library.db.prepare('SELECT count FROM counters').first('count')).toBe(7)
  })
})

// Each file starts a process: a busy machine takes long for that.
describe('taking in a file', { timeout: 90_000 }, () => {
  const put = async (name: string, bytes: Uint8Array): Promise<string> => {
    await writeFile(join(folder, name), bytes)
    return join(folder, name)
  }

  it('makes an item of it once, whatever it is called', async () => {
    const gif = encodeGif(movingSquare({ hole: true, frames: 3 }), 255)
    const ingest = { library, workplace: join(folder, 'work'), username: 'ann' }
    const added = await ingestFile(ingest, await put('odd_name.txt', gif))
    expect(added).toMatchObject({ kind: 'added', slug: 'odd-name', type: 'sticker' })
    const hash = await library.db.prepare('SELECT phash FROM item_phashes').first<string>('phash')
    expect(hash).toMatch(PHASH)
    expect(await ingestFile(ingest, await put('again.gif', gif))).toMatchObject({ kind: 'known' })
    expect(await count(`FROM gifs WHERE user_id = '1' AND slug = 'odd-name'`)).toBe(1)
  })

  it('T56: refuses what was taken down, its item there or not, and takes in hidden what a moderator had hidden', async () => {
    const ingest = { library, workplace: join(folder, 'work') }
    const run = (sql: string, id: string) => library.db.prepare(sql).bind(id).run()
    const path = await put('theirs.gif', encodeGif(movingSquare({ width: 9, height: 8, frames: 2 }), 255))
    const added = await ingestFile(ingest, path)
    const id = added.kind === 'added' ? added.id : ''
    await run(
      "INSERT INTO removals (gif_id, reason, actor_id, created_at) VALUES (?1, 'theirs', 's', 'x')",
      id,
    )
    expect(await ingestFile(ingest, path)).toMatchObject({ kind: 'refused', reason: 'removed' })
    await run('DELETE FROM gifs WHERE id = ?1', id)
    expect(await ingestFile(ingest, path)).toMatchObject({ kind: 'refused', reason: 'removed' })
    await run("UPDATE removals SET restored_at = 'y' WHERE gif_id = ?1", id)
    const states = 'FROM gifs JOIN moderation_queue ON gif_id = id WHERE is_hidden = 1 AND id ='
    expect(await ingestFile(ingest, path)).toMatchObject({ kind: 'added', id })
    expect(await count(`${states} '${id}'`)).toBe(0)
    await run(
      "INSERT INTO removed_files (sha256, gif_id, kind, created_at) SELECT sha256, gif_id, 'hidden', 'x' FROM renditions WHERE gif_id = ?1 LIMIT 1",
      id,
    )
    await run('DELETE FROM gifs WHERE id = ?1', id)
    expect(await ingestFile(ingest, path)).toMatchObject({ kind: 'added', id })
    expect(await count(`${states} '${id}'`)).toBe(1)
    expect(await count('FROM renditions WHERE sha256 IS NULL')).toBe(0)
  })

  it('T84: what looks like a known file is a case, also with renditions that are there already', async () => {
    const ingest = { library, workplace: join(folder, 'work') }
    const shape = { width: 64, height: 48, frames: 2 }
    const clip = movingSquare(shape)
    const hash = await phashOf(clip)
    await library.db
      .prepare(
        "INSERT INTO known_phashes (phash, gif_id, created_at) VALUES (?1, 'list:partners', '2026-11-01')",
      )
      .bind(hash)
      .run()
    const renditions = await writeRenditions(folder, 'made', clip)
    const made = { type: 'gif', frames: 2, duration_ms: 180, renditions, folder } as const
    const paths = [
      await put('looks.gif', encodeGif(clip, 255)),
      await put('made.gif', encodeGif(movingSquare({ ...shape, delayMs: 100 }), 255)),
    ]
    const outcomes = [
      await ingestFile(ingest, paths[0] ?? ''),
      await ingestFile(ingest, paths[1] ?? '', { made }),
    ]
    const ids = outcomes.map((outcome) => outcome.kind === 'added' && outcome.id)
    const { results } = await library.db
      .prepare('SELECT gif_id, additional_info FROM reports ORDER BY id')
      .all()
    const said = 'Looks like a file of the list partners, imported on 2026-11-01'
    expect(results).toEqual(ids.map((gif_id) => ({ gif_id, additional_info: said })))
  })

  it('T56: a new manifest does not bring back what was taken down and deleted', async () => {
    const [{ id } = { id: '' }] = manifest.items
    await library.db
      .prepare("INSERT INTO removals (gif_id, reason, actor_id, created_at) VALUES (?1, 'theirs', 's', 'x')")
      .bind(id)
      .run()
    await library.db.prepare('DELETE FROM gifs WHERE id = ?1').bind(id).run()
    await writeFile(join(folder, 'library.json'), JSON.stringify({ ...manifest, searches: [] }))
    await storeLibrary(library, folder)
    expect(await count(`FROM gifs WHERE id = '${id}'`)).toBe(0)
    await library.db.prepare("UPDATE removals SET restored_at = 'y' WHERE gif_id = ?1").bind(id).run()
    await save()
    await storeLibrary(library, folder)
    expect(await count(`FROM gifs WHERE id = '${id}' AND is_removed = 0`)).toBe(1)
  })

  it('F36: of a batch each bad file is refused by itself, and the others are taken', async () => {
    const ingest = { library, workplace: join(folder, 'work') }
    const gif = encodeGif(movingSquare({ width: 8, height: 8, frames: 2 }), 255)
    const batch = [await put('a.gif', Buffer.from('GIF89a')), join(folder, 'is not there.gif')]
    batch.push(await put('good.gif', gif))
    const outcomes: unknown[] = []
    for (const path of batch) outcomes.push(await ingestFile(ingest, path))
    expect(outcomes).toMatchObject([
      { kind: 'refused', reason: 'truncated' },
      { kind: 'refused', reason: 'unreadable' },
      { kind: 'added', slug: 'good' },
    ])
  })

  it('F36: what a killed run left of an item is removed by the next run, and nothing else', async () => {
    const failing = {
      prepare: (sql: string) => library.db.prepare(sql),
      batch: () => Promise.reject(new Error('D1 is away')),
    }
    const ingest = {
      library: { ...library, db: failing as unknown as Library['db'] },
      workplace: join(folder, 'work'),
    }
    const path = await put(
      'late.gif',
      encodeGif(movingSquare({ width: 8, height: 8, frames: 2, delayMs: 70 }), 255),
    )
    const keys = async (prefix: string) =>
      (await library.media.list({ prefix })).objects.map(({ key }) => key)
    const before = await keys('m/')
    expect(await ingestFile(ingest, path)).toEqual({ kind: 'refused', reason: 'failed', why: 'D1 is away' })
    expect((await keys('m/')).length).toBeGreaterThan(before.length)

    expect(await dropHalfStored(library)).toBe(0)
    const [key = ''] = await keys('ingest/')
    const mark = JSON.parse((await (await library.media.get(key))?.text()) ?? '')
    // Whoever put the files has ended; one of them belongs to another item as well.
    const held = await library.db.prepare('SELECT r2_key FROM renditions').first('r2_key')
    expect(before).toContain(held)
    await library.media.put(key, JSON.stringify({ owner: '1 0', keys: [...mark.keys, held] }))
    expect(await dropHalfStored(library)).toBe(1)
    expect([await keys('m/'), await keys('ingest/')]).toEqual([before, []])
  })

  it('F36: the folder of a process that was killed is removed by the next', async () => {
    const parent = join(folder, 'places')
    await mkdir(join(parent, '1-0'), { recursive: true })
    const own = openWorkplace(parent)
    expect(await readdir(parent)).toEqual([basename(own)])
  })

  it('F36: refuses what is broken and leaves nothing of it', async () => {
    const ingest = { library, workplace: join(folder, 'work') }
    const before = await everything()
    const gif = encodeGif(movingSquare(), 255)
    expect(await ingestFile(ingest, await put('cut.gif', gif.subarray(0, 300)))).toMatchObject({
      reason: 'truncated',
    })
    expect(await ingestFile(ingest, await put('text.gif', Buffer.from('hi')))).toMatchObject({
      reason: 'unknown-type',
    })
    expect(await everything()).toEqual(before)
  })
})
