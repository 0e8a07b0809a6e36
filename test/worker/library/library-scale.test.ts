import { env } from 'cloudflare:workers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { countEvents } from '../../../origin/counters.ts'
import { gatewayOrigin } from '../../../origin/gateway/gateway.ts'
import { HEAT_HALF_LIFE_MS } from '../../../origin/heat.ts'
import { providerOrigin } from '../../../origin/provider.ts'
import { siteOrigin } from '../../../origin/site/site.ts'
import type { SignedInActor } from '../../../shared/server/origin.ts'
import { fillMany, manyId } from '../../fixtures/library/many-items.ts'
import { measuredDb, type Ran } from '../../fixtures/library/measured-db.ts'

const SMALL = 100
const LARGE = 100_000
/** How much more a call may read in the large library. */
const FACTOR = 5

const ITEM = manyId(44)

const as = (role: SignedInActor['role'], id: string): SignedInActor => ({ role, id, by: 'session' })
const JUDGE = as('moderator', 'judge')
const STAFF = as('staff', 'many')

type Measured = {
  upstream: 'provider' | 'site' | 'gateway'
  what: string
  actor?: SignedInActor
  /** What it ranks is bounded, and sorted; others read in the order of an index. */
  sorts?: true
  /** Of a hundred items it has less than a page, so there is nothing to compare. */
  isSmall?: true
  /** It compares a bounded number of items, which a hundred are not. */
  isSearch?: true
}

const provider = (what: string, more?: Partial<Measured>): Measured => ({
  upstream: 'provider',
  what,
  sorts: true,
  ...more,
})
/** As many rows may a search read, whatever the library has. */
const SEARCH_ROWS = 2000
const search = (what: string): Measured => provider(what, { isSearch: true })
const site = (what: string, actor?: SignedInActor, more?: Partial<Measured>): Measured => ({
  upstream: 'site',
  what,
  ...(actor && { actor }),
  ...more,
})
const gateway = (what: string, actor?: SignedInActor, more?: Partial<Measured>): Measured => ({
  ...site(what, actor, more),
  upstream: 'gateway',
})

/** What a filled library is asked. */
const CALLS: Measured[] = [
  provider('/v1/gifs/trending'),
  provider('/v1/stickers/trending?offset=450', { isSmall: true }),
  provider('/v1/gifs/trending?rating=y'),
  provider('/v1/gifs/random'),
  search('/v1/gifs/random?tag=word0'),
  ...['gifs', 'stickers', 'text', 'videos'].map((kind) => search(`/v1/${kind}/search?q=word0`)),
  ...['g', 'pg', 'y'].map((rating) => search(`/v1/gifs/search?q=word0&rating=${rating}`)),
  search('/v1/gifs/search?q=word0&rating=g&offset=950'),
  search('/v1/gifs/search?q=word0&offset=1175'),
  search('/v1/gifs/search?q=word0&offset=4999'),
  search('/v1/gifs/search?q=many%20word0'),
  search('/v1/gifs/search?q=many'),
  search('/v1/gifs/search?q=word0&limit=50&sort=recent'),
  search('/v1/gifs/search?q=word0%20word1'),
  search('/v1/gifs/search?q=word0%20word1%20word2'),
  search('/v1/gifs/search?q=word0%20word60%20word150&rating=g'),
  search('/v1/stickers/search?q=word3%20word4'),
  search('/v1/gifs/search?q=word199%20word198%20word197'),
  search('/v1/gifs/search?q=wor'),
  search('/v1/gifs/search?q=word'),
  search('/v1/gifs/search?q=nothing%20word0'),
  search('/v1/gifs/search?q=nothing%20whatever'),
  search('/v1/gifs/search?q=item%20many%20word5%20word6%20word7%20word8'),
  search('/v1/gifs/search?q=@many%20word0'),
  search('/v1/gifs/search?q=@many'),
  search('/v1/gifs/search?q=@many-channel%20word0'),
  search('/v1/stickers/search?q=@many-channel%20word0%20word1'),
  search('/v1/gifs/search?q=@many-channel'),
  search('/v1/gifs/search?q=@many-channel&offset=950'),
  search('/v1/gifs/search?q=@many-channel&sort=recent'),
  search('/v1/gifs/search?q=@many-ordered'),
  search('/v1/gifs/translate?s=word0'),
  search('/v1/text/animate?m=word0%20word1'),
  ...['gifs', 'stickers', 'videos'].map((kind) => search(`/v1/${kind}/related?gif_id=${ITEM}&limit=50`)),
  provider(`/v1/gifs/${ITEM}/associations`),
  provider('/v1/gifs/search/tags?q=wo'),
  provider('/v1/gifs/search/tags?q=word1'),
  provider('/v1/gifs/search/tags?q=word&rating=g', { isSmall: true }),
  provider('/v1/videos/trending?featured=1', { sorts: true }),
  provider('/v1/tags/related/word0'),
  provider('/v1/tags/related/gif/word0'),
  provider('/v1/channels/search?q=many'),
  provider('/v1/emoji', { isSmall: true }),
  provider('/v1/gifs/categories'),
  provider('/v1/gifs/categories/many/a', { isSmall: true }),
  provider(`/v1/gifs/${ITEM}`),
  site('/api/v3/channels/9999/gifs/'),
  site('/api/v3/channels/9999/gifs/?max_id=40'),
  site('/api/v3/channels/9999/', undefined, { sorts: true }),
  site('/api/v3/channels/', undefined, { sorts: true }),
  site('/api/v3/channels/?search=many', undefined, { sorts: true }),
  site('POST /api/v1/moderation/gif-batch-actions/', JUDGE),
  site('/api/v1/moderation/gif-batch-actions/?user_id=judge&action=done', JUDGE),
  site('/api/v1/moderation/gif-batch-actions/?user_id=judge&action=expired', JUDGE),
  site('/api/v3/reports/', JUDGE),
  site('/api/v3/reports/?state=open', JUDGE),
  site(`/api/v3/reports/?gif=${ITEM}`, JUDGE),
  site('/api/v3/gifs/', JUDGE, { sorts: true }),
  site('/api/v3/gifs/?q=word0', JUDGE, { sorts: true, isSmall: true }),
  site('/api/v3/gifs/?owner=many', JUDGE, { sorts: true }),
  site('/api/v3/gifs/?type=gif', JUDGE, { sorts: true }),
  site('/api/v3/gifs/?rating=g', JUDGE, { sorts: true }),
  site('/api/v3/gifs/?state=hidden&type=text', JUDGE, { sorts: true, isSmall: true }),
  site('/api/v3/gifs/?state=unlisted', JUDGE, { sorts: true, isSmall: true }),
  site('/api/v3/gifs/?state=failed', JUDGE, { sorts: true, isSmall: true }),
  site('/users/p1/follows', as('user', 'p1')),
  site('/api/v1/users/self/favorites', STAFF),
  site('/api/v1/search-service/csv/', JUDGE, { isSmall: true }),
  gateway('/stories?username=many'),
  gateway('/stories?username=many&next_cursor=2026-01-01T01:00:00.000Z.60'),
  gateway('/stories/partnerArtist'),
  gateway('/stories/trending'),
  gateway('/stories/trending', STAFF),
  gateway('/trendingscheduler/schedule?type=gif', STAFF),
  gateway('/trendingscheduler/activity', STAFF),
]

const nameOf = ({ what, actor }: Measured) => (actor ? `${what} as ${actor.id}` : what)

const { db, ran } = measuredDb(env.DB)
const deps = {
  DB: db,
  publicUrl: '',
  mailUrl: 'https://loop.test',
  brand: '',
  mailFrom: '',
  build: '',
  fetchSource: () => Promise.reject(new Error('fetches nothing')),
  waitUntil: () => {},
  gifs: { assertShown: async () => {}, shown: async () => [], trending: async () => [] },
}
const ORIGINS = {
  provider: providerOrigin({ db }),
  site: siteOrigin(deps),
  gateway: gatewayOrigin({ reads: deps, writes: deps }),
}

/** The statements of a call. */
async function ask({ upstream, what, actor }: Measured): Promise<Ran[]> {
  ran.length = 0
  const [path = '', method = 'GET'] = what.split(' ').reverse()
  const request = new Request(`https://loop.test${path}`, { method })
  const response = await ORIGINS[upstream](request, actor ?? { role: 'visitor' })
  expect([what, response.ok]).toEqual([what, true])
  // A list that is a stream is read for one page of rows.
  const reader = response.body?.getReader()
  await reader?.read()
  await reader?.read()
  await reader?.cancel()
  return [...ran]
}

/** What an upload, an edit and a view of an item cost: each is taken back or may come again. */
const WRITES: Record<string, (db: D1Database) => Promise<unknown>> = {
  'a new item': (db) =>
    db
      .prepare(
        `INSERT INTO gifs (id, slug, title, type, tags, user_id, heat, import_datetime)
         VALUES ('written', 'w', 'Written word0', 'gif', '["word0","word1","written"]', 'many', 10389, '2026-11-22')`,
      )
      .run(),
  'an edit of its tags': (db) =>
    db.prepare(`UPDATE gifs SET tags = '["word0","word2","word3"]' WHERE id = 'written'`).run(),
  'a view that changes its place': (db) =>
    countEvents(
      db,
      [{ gifId: 'written', action: 'CLICK', visitor: 'a', atMs: 20_800 * 86_400_000 }],
      10_400 * HEAT_HALF_LIFE_MS,
    ),
  'its deletion': (db) => db.prepare("DELETE FROM gifs WHERE id = 'written'").run(),
}

type Figures = { rows: number; written: number; ms: number }
const small = new Map<string, Figures>()
const large = new Map<string, Figures>()
const statements = new Map<string, Ran[]>()

const figuresOf = (ran: readonly Ran[]): Figures => ({
  rows: ran.reduce((sum, { rowsRead }) => sum + rowsRead, 0),
  written: ran.reduce((sum, { rowsWritten }) => sum + rowsWritten, 0),
  ms: ran.reduce((sum, { ms }) => sum + ms, 0),
})

async function measure(figures: Map<string, Figures>): Promise<void> {
  for (const call of CALLS) {
    // The second time nothing is new: a batch is assigned, a key is made.
    await ask(call)
    const ran = await ask(call)
    statements.set(nameOf(call), ran)
    figures.set(nameOf(call), figuresOf(ran))
  }
  for (const [name, write] of Object.entries(WRITES)) {
    ran.length = 0
    await write(db)
    figures.set(name, figuresOf(ran))
  }
}

beforeAll(async () => {
  await fillMany(env.DB, 0, SMALL)
  await measure(small)
  await fillMany(env.DB, SMALL, LARGE)
  await measure(large)
}, 180_000)

// Times say how busy the machine is as well: they are shown, not judged.
afterAll(() => {
  const lines = [...large].map(([name, { rows, ms }]) => {
    const before = small.get(name) ?? { rows: 0, ms: 0 }
    const columns = [before.rows, rows, before.ms.toFixed(0), ms.toFixed(0)]
    return `${name.padEnd(76)}${columns.map((each) => String(each).padStart(8)).join('')}`
  })
  console.info(['rows and ms of 100 items, and of 100,000', ...lines].join('\n'))
})

/** Tables that grow with the library; the index of emoji has nothing else. What a statement has found may be scanned. */
const TABLES = [
  ...['g', 'gifs', 'tags', 't', 'theirs', 'renditions', 'r', 'channel_gifs', 'cg', 'e', 'category_items'],
  ...['tag_counts', 'users', 'u', 'f', 'follows', 'favorites', 'q', 'moderation_queue', 'moderation_batches'],
  ...['reports', 's', 'stories', 'trending_stories', 'scheduled_gifs', 'h', 'search_counts'],
]
const SCAN = new RegExp(`^SCAN (${TABLES.join('|')})\\b`)
/** Bounded by its statement: read in the order of an index until there is enough. */
const IN_ORDER =
  /USING (COVERING )?INDEX (emoji_by_heat|videos_by_heat|channels_at_root|tag_counts_by_0|trending_stories_by_time|gifs_not_listed)/

/** The channel that a call names, two lists of 50 batches, three jobs, the tags of an item in other languages. */
const BOUNDED =
  /^\s*WITH hits AS MATERIALIZED|^\s*SELECT id, job_id .* WHERE id IN|^\s*INSERT INTO moderation_batches|^\s*SELECT q\.gif_id, g\.revision/s

describe('a library of 100,000 (docs/decisions/2026-11-22-lists-are-bounded.md)', () => {
  it.each(CALLS.map((call) => [nameOf(call), call] as const))(
    '%s reads by an index',
    async (name, { sorts }) => {
      const ran = statements.get(name) ?? []
      expect(ran.length).toBeGreaterThan(0)
      for (const { sql, values } of ran) {
        const { results } = await env.DB.prepare(`EXPLAIN QUERY PLAN ${sql}`)
          .bind(...values)
          .all<{ detail: string }>()
        const lines = results.map(({ detail }) => detail)
        const scans = lines.filter((line) => SCAN.test(line) && !IN_ORDER.test(line))
        const sorted = sorts || BOUNDED.test(sql) ? [] : lines.filter((line) => line.includes('TEMP B-TREE'))
        expect([sql, scans, sorted]).toEqual([sql, [], []])
      }
    },
  )

  it.each(CALLS.filter(({ isSmall, isSearch }) => !isSmall && !isSearch).map(nameOf))(
    '%s reads as much as of 100',
    (name) => {
      const rows = [small.get(name)?.rows ?? 0, large.get(name)?.rows ?? Number.POSITIVE_INFINITY] as const
      expect(rows[0]).toBeGreaterThan(0)
      expect(rows[1]).toBeLessThanOrEqual(FACTOR * rows[0])
    },
  )

  it.each(CALLS.filter(({ isSmall }) => isSmall).map(nameOf))('%s reads a bounded part', (name) => {
    expect(large.get(name)?.rows).toBeLessThan(10_000)
  })

  it.each(CALLS.filter(({ isSearch }) => isSearch).map(nameOf))('%s reads 2,000 rows at most', (name) => {
    expect(large.get(name)?.rows).toBeGreaterThan(0)
    expect(large.get(name)?.rows).toBeLessThanOrEqual(SEARCH_ROWS)
  })

  it.each(Object.keys(WRITES))('%s costs as much as among 100', (name) => {
    const [before, now] = [small.get(name), large.get(name)]
    if (!before || !now) throw new Error(`${name} was not measured`)
    expect(now.rows).toBeLessThanOrEqual(FACTOR * Math.max(before.rows, 10))
    expect(now.written).toBeLessThanOrEqual(FACTOR * before.written)
  })

  it('gives every item of a common word once, over all pages', async () => {
    const origin = providerOrigin({ db: env.DB })
    const seen: string[] = []
    for (let offset = 0; offset < 1000; ) {
      const response = await origin(
        new Request(`https://loop.test/v1/gifs/search?q=word0&limit=45&offset=${offset}`),
        { role: 'visitor' },
      )
      const { data, pagination } = await response.json<{
        data: { id: string }[]
        pagination: { total_count: number }
      }>()
      expect(data).toHaveLength(45)
      offset += data.length
      expect(pagination.total_count).toBeGreaterThanOrEqual(offset + 100)
      seen.push(...data.map(({ id }) => id))
    }
    expect(new Set(seen).size).toBe(seen.length)
    const { results } = await env.DB.prepare(
      `SELECT id FROM gifs WHERE is_listed = 1 AND shelf = 'gifs' AND id IN (SELECT gif_id FROM tags WHERE tag = 'word0')
        ORDER BY place DESC LIMIT 1000`,
    ).all<{ id: string }>()
    expect(seen.slice(0, 1000).toSorted()).toEqual(results.map(({ id }) => id).toSorted())
  })

  it('lists by date what is newest, in order, over all pages', async () => {
    const origin = providerOrigin({ db: env.DB })
    const dates: string[] = []
    for (const offset of [0, 50, 100]) {
      const path = `/v1/gifs/search?q=word0&sort=recent&limit=50&offset=${offset}`
      const response = await origin(new Request(`https://loop.test${path}`), { role: 'visitor' })
      const { data } = await response.json<{ data: { import_datetime: string }[] }>()
      dates.push(...data.map((each) => each.import_datetime))
    }
    expect(dates).toHaveLength(150)
    expect(dates).toEqual(dates.toSorted().toReversed())
  })

  it('a random item is any item, within the rating', async () => {
    const origin = providerOrigin({ db: env.DB })
    const drawn = new Set<string>()
    for (let i = 0; i < 20; i++) {
      const response = await origin(new Request('https://loop.test/v1/gifs/random?rating=g'), {
        role: 'visitor',
      })
      const { data } = await response.json<{ data: { id: string; rating: string } }>()
      expect(data.rating).toBe('g')
      drawn.add(data.id)
    }
    expect(drawn.size).toBeGreaterThan(5)
  })
})

describe('§7 related items', () => {
  const items: [id: string, title: string, tags: string[], category?: string][] = [
    ['hand0001', 'A wave of the hand', ['hello', 'hi', 'wave', 'greeting', 'hand'], 'people'],
    ['hand0002', 'Hello there', ['hello', 'wave', 'bye', 'hand', 'blob'], 'people'],
    ['hand0003', 'Hi', ['hi', 'smile', 'face', 'cute', 'dance'], 'people'],
    ['sea00001', 'A wave of the sea', ['wave', 'ocean', 'water', 'surf'], 'sea'],
    ['sea00002', 'Surf', ['surf', 'wave', 'ocean', 'board'], 'sea'],
    // Nobody has put these into a category.
    ['sea00003', 'Breaking', ['wave', 'ocean', 'foam', 'blue']],
    ['goes0001', 'Goodbye', ['wave', 'bye', 'leave', 'train', 'station']],
  ]

  const related = async (id: string) => {
    const path = `/v1/gifs/related?gif_id=${id}&limit=20`
    const response = await providerOrigin({ db: env.DB })(new Request(`https://loop.test${path}`))
    const { data } = await response.json<{ data: { id: string }[] }>()
    // Where few are related, the hottest follow.
    return data.map((gif) => gif.id).filter((found) => !found.startsWith('many'))
  }

  beforeAll(async () => {
    const add = env.DB.prepare(
      `INSERT INTO gifs (id, slug, title, type, tags, import_datetime) VALUES (?1, ?1, ?2, 'gif', ?3, '2026-11-22')`,
    )
    const place = env.DB.prepare(
      'INSERT INTO category_items (node, gif_id, chosen) SELECT id, ?2, 0 FROM category_nodes WHERE slug = ?1',
    )
    await env.DB.batch([
      ...['people', 'sea'].map((name) =>
        env.DB.prepare('INSERT INTO category_nodes (slug, name, term) VALUES (?1, ?1, ?1)').bind(name),
      ),
      ...items.map(([id, title, tags]) => add.bind(id, title, JSON.stringify(tags))),
      ...items.flatMap(([id, , , category]) => (category ? [place.bind(category, id)] : [])),
    ])
  })

  it('a wave of the hand is not related to a wave of the sea', async () => {
    expect(await related('hand0001')).toEqual(['hand0002', 'hand0003'])
    expect(await related('sea00001')).toEqual(['sea00002', 'sea00003'])
  })

  it('without a category, two shared tags make a relation and one among many does not', async () => {
    expect(await related('goes0001')).toEqual(['hand0002'])
    expect((await related('sea00003')).toSorted()).toEqual(['sea00001', 'sea00002'])
  })
})
