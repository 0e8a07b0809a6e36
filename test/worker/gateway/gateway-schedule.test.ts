import { env } from 'cloudflare:workers'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { providerOrigin } from '../../../origin/provider.ts'
import worker from '../../../worker/index.ts'
import wrangler from '../../../wrangler.toml?raw'
import { ownAnswer } from '../../fixtures/calls/own-answer.ts'
import { fillLibrary } from '../../fixtures/library/library.ts'
import { embeddedSite, somebodyNew, type Visitor } from '../../fixtures/site/embedded-site.ts'

const SCHEDULE = '/gateway/trendingscheduler/schedule'
const TRENDING = '/gateway/stories/trending'
const NOON = Date.UTC(2026, 10, 22, 12)
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const site = embeddedSite()
let boss: Visitor
let mod: Visitor

beforeAll(async () => {
  await fillLibrary(env.DB)
  boss = await somebodyNew(site, { username: 'boss', role: 'staff' })
  mod = await somebodyNew(site, { username: 'mod', role: 'moderator' })
})

beforeEach(async () => {
  vi.useFakeTimers({ now: NOON, toFake: ['Date'] })
  const tables = ['trending_stories', 'stories', 'scheduled_gifs', 'scheduler_activity']
  await env.DB.batch(tables.map((table) => env.DB.prepare(`DELETE FROM ${table}`)))
})

afterEach(() => void vi.useRealTimers())

const at = (ms: number) => new Date(ms).toISOString()
const seconds = (ms: number) => ms / 1000
const tick = (ms: number) => {
  vi.setSystemTime(ms)
  return worker.scheduled({ cron: '* * * * *' }, env as never)
}

const create = async (gifs: unknown[], timestamp: unknown = seconds(NOON + MINUTE)) =>
  ownAnswer('createSchedule', await boss.call(`POST ${SCHEDULE}`, { json: { gifs, timestamp } }))
const pending = async (query = '') => ownAnswer('schedule', await boss.call(`GET ${SCHEDULE}${query}`))
const activity = async () => {
  const response = await boss.call('GET /gateway/trendingscheduler/activity')
  const { results } = await ownAnswer('schedulerActivity', response)
  return results.map(({ action, username, gifs }) => [action, username, gifs.map(({ id }) => id).join()])
}
const trending = async (query = '', nowMs = Date.now(), type = 'gifs'): Promise<string[]> => {
  const origin = providerOrigin({ db: env.DB, now: () => nowMs })
  const response = await origin(new Request(`https://loop.test/v1/${type}/trending?${query}`))
  const { data } = await response.json<{ data: { id: string }[] }>()
  return data.map(({ id }) => id)
}

describe('§7 the scheduler', () => {
  it('§3 takes entries and bare ids, lists what is to come by type, in its order, and says how much', async () => {
    const made = await create([
      'cat00001',
      { id: 'stik0001', is_sticker: true },
      { id: 'film0001', type: 'video' },
    ])
    const timestamp = at(NOON + MINUTE)
    expect(made).toEqual({
      count: 3,
      results: [
        { id: 'cat00001', is_sticker: false, type: 'gif', timestamp },
        { id: 'stik0001', is_sticker: true, type: 'sticker', timestamp },
        { id: 'film0001', is_sticker: false, type: 'video', timestamp },
      ],
    })
    await create(['many0001', 'many0002'], at(NOON + HOUR))
    expect((await pending()).results.map(({ id }) => id)).toEqual(['cat00001', 'many0001', 'many0002'])
    expect((await pending('?type=sticker')).results.map(({ id }) => id)).toEqual(['stik0001'])
    expect(await pending('?limit=1&offset=1')).toMatchObject({ count: 3, results: [{ id: 'many0001' }] })
  })

  it('§9 lists 25 unless asked', async () => {
    await create(Array.from({ length: 30 }, (_, n) => `many${String(n).padStart(4, '0')}`))
    expect([(await pending()).results.length, (await pending('?limit=40')).results.length]).toEqual([25, 30])
  })

  it('has an entry once, however often it is sent, also at once, and the act with it', async () => {
    await Promise.all([create(['cat00001']), create(['cat00001'])])
    await create(['cat00001', 'cat00002'])
    expect((await pending()).count).toBe(2)
    expect(await activity()).toEqual([
      ['create', 'boss', 'cat00002'],
      ['create', 'boss', 'cat00001'],
    ])
  })

  it('deletes what is there at that time, and notes nothing for the rest', async () => {
    await create(['cat00001', 'cat00002'])
    const remove = async (gifs: string[], timestamp: number) =>
      (await boss.call(`DELETE ${SCHEDULE}`, { json: { gifs, timestamp } })).status
    expect(await remove(['cat00001'], seconds(NOON))).toBe(204)
    expect((await pending()).count).toBe(2)
    for (const _ of [1, 2]) expect(await remove(['cat00001', 'many0001'], seconds(NOON + MINUTE))).toBe(204)
    expect((await pending()).results.map(({ id }) => id)).toEqual(['cat00002'])
    expect((await activity())[0]).toEqual(['delete', 'boss', 'cat00001'])
    expect(await activity()).toHaveLength(2)
  })

  it.each<[string, object]>([
    ['a GIF that is unknown', { gifs: ['nothing1'], timestamp: 1 }],
    ['one that is hidden', { gifs: ['cat00001', 'hide0001'], timestamp: 1 }],
    ['one that was taken down', { gifs: ['gone0001'], timestamp: 1 }],
    ['a time that is none', { gifs: ['cat00001'], timestamp: '2026-13-01' }],
  ])('refuses %s whole', async (_name, json) => {
    expect((await boss.call(`POST ${SCHEDULE}`, { json })).status).toBe(400)
    expect([(await pending()).count, await activity()]).toEqual([0, []])
  })

  it('T35: is for staff, and needs no tagger keys here', async () => {
    for (const what of [`GET ${SCHEDULE}`, 'GET /gateway/trendingscheduler/activity'])
      expect((await mod.call(what)).status).toBe(403)
    expect((await mod.call(`POST ${SCHEDULE}`, { json: { gifs: ['cat00001'], timestamp: 1 } })).status).toBe(
      403,
    )
  })
})

describe('the cron of minutes', () => {
  it('is the one that wrangler.toml has', () => {
    expect(wrangler).toContain('crons = ["17 4 * * *", "* * * * *"]')
  })

  it('publishes at the due minute and not before', async () => {
    await create(['cat00001'])
    await tick(NOON + MINUTE - 1)
    expect((await pending()).count).toBe(1)
    await tick(NOON + MINUTE)
    expect((await pending()).count).toBe(0)
    expect((await activity())[0]).toEqual(['publish', '', 'cat00001'])
    const row = env.DB.prepare("SELECT trending_datetime AS t FROM gifs WHERE id = 'cat00001'")
    expect(await row.first('t')).toBe('2026-11-22 12:01:00')
  })

  it('publishes once: by two at a time, again, and after ticks that were missed', async () => {
    await create(['cat00001', 'cat00002'])
    await create(['many0001'], at(NOON + 2 * MINUTE))
    await Promise.all([tick(NOON + HOUR), tick(NOON + HOUR), tick(NOON + HOUR)])
    await tick(NOON + HOUR + MINUTE)
    const published = (await activity()).filter(([action]) => action === 'publish')
    expect(published).toEqual([['publish', '', 'cat00001,cat00002,many0001']])
    const { results } = await env.DB.prepare('SELECT DISTINCT done_at FROM scheduled_gifs').all()
    expect(results).toEqual([{ done_at: at(NOON + HOUR) }])
  })

  it('F12: publishes all or nothing: a tick whose database fails is made up by the next', async () => {
    await create(['cat00001'])
    const failing = new Proxy(env.DB, {
      get: (db, name) =>
        name === 'batch'
          ? (list: D1PreparedStatement[]) => db.batch([...list, db.prepare('SELECT broken')])
          : Reflect.get(db, name, db).bind(db),
    })
    vi.setSystemTime(NOON + MINUTE)
    await expect(worker.scheduled({ cron: '* * * * *' }, { ...env, DB: failing } as never)).rejects.toThrow(
      'broken',
    )
    expect([(await pending()).count, await activity()]).toEqual([1, [['create', 'boss', 'cat00001']]])
    await tick(NOON + 2 * MINUTE)
    expect((await activity())[0]).toEqual(['publish', '', 'cat00001'])
  })

  it('publishes at most 1,000 a run, the earliest first, in rows of 100; the rest follows', async () => {
    await env.DB.prepare(
      `WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 1249)
       INSERT INTO scheduled_gifs (gif_id, at, type, is_sticker)
       SELECT printf('due%05d', i), ?1, 'gif', 0 FROM n`,
    )
      .bind(at(NOON))
      .run()
    const left = async () => (await pending('?limit=1')).count
    await tick(NOON + MINUTE)
    expect([await left(), (await pending('?limit=1')).results[0]?.id]).toEqual([250, 'due01000'])
    await tick(NOON + 2 * MINUTE)
    expect(await left()).toBe(0)
    const rows = (await activity()).map(([action, , ids = '']) => [action, ids.split(',').length])
    expect(rows).toEqual([['publish', 50], ...Array(12).fill(['publish', 100])])
  })

  it.each([
    ['stories', 'scheduled_gifs', 'UPDATE trending_stories'],
    ['GIFs', 'trending_stories', 'UPDATE scheduled_gifs'],
  ])('F12: %s whose update fails do not stop the others', async (_kind, other, broken) => {
    await create(['cat00001'])
    const json = { slug: 'due', title: 'due', gifs: ['cat00001'] }
    const made = await ownAnswer('createStory', await mod.call('POST /gateway/stories', { json }))
    const scheduled = { story_id: made.story_id, publish_datetime: at(NOON + MINUTE) }
    await boss.call(`POST ${TRENDING}`, { json: scheduled })
    const failing = new Proxy(env.DB, {
      get: (db, name) =>
        name === 'prepare'
          ? (sql: string) => db.prepare(sql.includes(broken) ? `${sql} AND broken` : sql)
          : Reflect.get(db, name, db).bind(db),
    })
    vi.setSystemTime(NOON + MINUTE)
    const run = worker.scheduled({ cron: '* * * * *' }, { ...env, DB: failing } as never)
    await expect(run).rejects.toThrow('broken')
    const done = async (table: string) =>
      env.DB.prepare(`SELECT count(*) AS n FROM ${table} WHERE done_at IS NOT NULL`).first('n')
    const both = async () => [await done('trending_stories'), await done('scheduled_gifs')]
    expect(await both()).toEqual(other === 'scheduled_gifs' ? [0, 1] : [1, 0])
    await tick(NOON + 2 * MINUTE)
    expect(await both()).toEqual([1, 1])
  })

  it('forgets after 90 days', async () => {
    await create(['cat00001'])
    await tick(NOON + MINUTE)
    await tick(NOON + 91 * 24 * HOUR)
    expect(await activity()).toEqual([])
    expect(await env.DB.prepare('SELECT count(*) AS n FROM scheduled_gifs').first('n')).toBe(0)
  })
})

describe('a scheduled GIF', () => {
  it('is at the head of its trending list for a day, the latest first, and nowhere else in it', async () => {
    const before = await trending('limit=50')
    await create(['many0007'])
    await tick(NOON + MINUTE)
    await create(['many0008'], at(NOON + HOUR))
    await tick(NOON + HOUR)
    const rest = before.filter((id) => id !== 'many0007' && id !== 'many0008')
    expect(await trending('limit=50')).toEqual(['many0008', 'many0007', ...rest])
    const pages = [0, 1, 2, 3, 4].map((n) => trending(`limit=1&offset=${n}`))
    expect((await Promise.all(pages)).flat()).toEqual(['many0008', 'many0007', ...rest].slice(0, 5))
    expect(await trending('limit=2', NOON + MINUTE + 24 * HOUR)).toEqual(['many0008', rest[0]])
    expect(await trending('limit=50', NOON + HOUR + 24 * HOUR)).toEqual(before)
  })

  it('stays out of lists that it does not belong to', async () => {
    await create(['stik0001', 'edge0001'])
    await tick(NOON + MINUTE)
    expect((await trending('rating=g')).slice(0, 2)).not.toContain('edge0001')
    expect((await trending())[0]).toBe('edge0001')
    expect((await trending('', Date.now(), 'stickers'))[0]).toBe('stik0001')
    await env.DB.prepare("UPDATE gifs SET is_hidden = 1 WHERE id = 'edge0001'").run()
    expect(await trending()).not.toContain('edge0001')
    await env.DB.prepare("UPDATE gifs SET is_hidden = 0 WHERE id = 'edge0001'").run()
  })

  it('that is deleted from the schedule leaves the head', async () => {
    await create(['many0009'])
    await tick(NOON + MINUTE)
    await boss.call(`DELETE ${SCHEDULE}`, { json: { gifs: ['many0009'], timestamp: seconds(NOON + MINUTE) } })
    expect((await trending('limit=1'))[0]).not.toBe('many0009')
  })
})

describe('§4 a trending story', () => {
  const story = async (slug: string) => {
    const json = { slug, title: slug, gifs: ['cat00001', 'stik0001'] }
    return (await ownAnswer('createStory', await mod.call('POST /gateway/stories', { json }))).story_id
  }
  const schedule = async (story_id: string, ms: number) => {
    const response = await boss.call(`POST ${TRENDING}`, { json: { story_id, publish_datetime: at(ms) } })
    return ownAnswer('scheduleTrendingStory', response)
  }
  const list = async (who: Visitor) => {
    const { results } = await ownAnswer('trendingStories', await who.call(`GET ${TRENDING}`))
    return results.map(({ story }) => story?.slug)
  }

  it('is published at its time, newest first, and seen before by staff alone', async () => {
    const [first, second] = [await story('first'), await story('second')]
    const made = await schedule(first, NOON + MINUTE)
    expect(made).toMatchObject({ story_id: first, publish_datetime: at(NOON + MINUTE), story: { gifs: [] } })
    await schedule(second, NOON + HOUR)
    expect([await list(boss), await list(mod), await list(site.visitor())]).toEqual([
      ['second', 'first'],
      [],
      [],
    ])
    await tick(NOON + MINUTE)
    expect([await list(boss), await list(site.visitor())]).toEqual([['second', 'first'], ['first']])
    expect((await site.visitor().call('GET /gateway/stories/slug/first')).status).toBe(200)
    await tick(NOON + 3 * HOUR)
    expect(await list(site.visitor())).toEqual(['second', 'first'])
  })

  it('is not published a second time when its owner takes it back', async () => {
    const id = await story('mine')
    await schedule(id, NOON + MINUTE)
    await tick(NOON + MINUTE)
    await mod.call(`PUT /gateway/stories/${id}`, { json: { publish_datetime: null } })
    await Promise.all([tick(NOON + HOUR), tick(NOON + HOUR)])
    expect([
      await list(site.visitor()),
      (await site.visitor().call(`GET /gateway/stories/${id}`)).status,
    ]).toEqual([[], 404])
  })

  it('is scheduled once; another time takes the place of the first', async () => {
    const id = await story('moved')
    const [one, again, later] = [
      await schedule(id, NOON + MINUTE),
      await schedule(id, NOON + MINUTE),
      await schedule(id, NOON + HOUR),
    ]
    expect([again.id, later.id]).toEqual([one.id, one.id])
    await tick(NOON + MINUTE)
    expect(await list(site.visitor())).toEqual([])
    const { results } = await env.DB.prepare("SELECT reason FROM audit WHERE target = 'story/' || ?1")
      .bind(id)
      .all()
    expect(results).toEqual([{ reason: at(NOON + MINUTE) }, { reason: at(NOON + HOUR) }])
  })

  it('is deleted once, by staff; so is that of a story that goes', async () => {
    const { id } = await schedule(await story('gone'), NOON + MINUTE)
    expect((await mod.call(`DELETE ${TRENDING}/${id}`)).status).toBe(403)
    const remove = async () => (await boss.call(`DELETE ${TRENDING}/${id}`)).status
    expect([await remove(), await remove()]).toEqual([204, 404])
    const other = await story('other')
    await schedule(other, NOON + MINUTE)
    await mod.call(`DELETE /gateway/stories/${other}`)
    expect(await env.DB.prepare('SELECT count(*) AS n FROM trending_stories').first('n')).toBe(0)
  })

  it('of a story that is not there is a 404', async () => {
    const json = { story_id: 'nothing', publish_datetime: at(NOON) }
    expect((await boss.call(`POST ${TRENDING}`, { json })).status).toBe(404)
  })
})
