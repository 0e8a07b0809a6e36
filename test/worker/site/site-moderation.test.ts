import { env } from 'cloudflare:workers'
import * as v from 'valibot'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { BATCH_SIZE, LEASE_MS } from '../../../origin/site/moderation/batches.ts'
import { OWN_ANSWERS } from '../../../shared/calls/site/own-answers.ts'
import { OwnBatch, OwnModerated } from '../../../shared/schema/own/staff.ts'
import { addPeople, embeddedSite, signedIn, type Visitor } from '../../fixtures/site/embedded-site.ts'

const site = embeddedSite({ JOBS: undefined, MAIL: undefined })
const BATCHES = '/api/v1/moderation/gif-batch-actions/'

let mia: Visitor
let moe: Visitor
let staff: Visitor
let ann: Visitor

beforeAll(async () => {
  await addPeople([
    { username: 'mia', role: 'moderator' },
    { username: 'moe', role: 'moderator' },
    { username: 'stan', role: 'staff' },
    { username: 'ann' },
  ])
  mia = await signedIn(site, 'mia')
  moe = await signedIn(site, 'moe')
  staff = await signedIn(site, 'stan')
  ann = await signedIn(site, 'ann')
}, 60_000)

const run = (sql: string, ...values: unknown[]) => env.DB.prepare(sql).bind(...values)

/** Uploads of ann, the first the oldest. */
async function uploads(count: number, prefix = 'wait'): Promise<string[]> {
  const ids = Array.from({ length: count }, (_, n) => `${prefix}${String(n).padStart(3, '0')}`)
  const list = JSON.stringify(ids)
  await env.DB.batch([
    run(
      `INSERT INTO gifs (id, slug, title, type, import_datetime, user_id)
       SELECT value, value, value, 'gif', '2026-11-01 10:00:00', 'id-ann' FROM json_each(?1)`,
      list,
    ),
    run(
      `INSERT INTO uploads (gif_id, user_id, sha256, file, state, created_at, updated_at)
       SELECT value, 'id-ann', value, 'm/' || value, 'done', '2026-11-01T00:00:' || printf('%02d', key % 60) || '.000Z', ''
         FROM json_each(?1)`,
      list,
    ),
  ])
  return ids
}

beforeEach(async () => {
  const tables = [
    'moderation_batches',
    'moderation_queue',
    'moderation_counts',
    'moderations',
    'removals',
    'gifs',
  ]
  await env.DB.batch(tables.map((table) => run(`DELETE FROM ${table}`)))
})
afterEach(() => void vi.useRealTimers())

async function did<S extends v.GenericSchema>(
  schema: S,
  who: Visitor,
  what: string,
  form?: Record<string, string>,
): Promise<v.InferOutput<S>> {
  const response = await who.call(what, form && { form })
  const text = await response.text()
  expect([response.status, text]).toEqual([200, expect.any(String)])
  return v.parse(schema, JSON.parse(text))
}

async function refused(who: Visitor, what: string, form?: Record<string, string>): Promise<number> {
  const response = await who.call(what, form && { form })
  await response.body?.cancel()
  return response.status
}

const assign = (who: Visitor, form = {}) => did(OwnBatch, who, `POST ${BATCHES}`, form)
const act = (who: Visitor, { id }: { id: string }, action: string) =>
  did(OwnBatch, who, `PUT ${BATCHES}${id}/`, { action })
const moderate = (who: Visitor, gif: string, form: Record<string, string>) =>
  did(OwnModerated, who, `POST /api/v1/gifs/${gif}/moderation`, form)

const gifRow = (id: string) => run('SELECT rating, is_hidden, is_removed FROM gifs WHERE id = ?1', id).first()
const acts = async (id: string) =>
  (
    await run("SELECT action FROM audit WHERE target = 'gif/' || ?1 ORDER BY id", id).all<{
      action: string
    }>()
  ).results.map(({ action }) => action)
const waiting = async () =>
  (
    await run('SELECT gif_id FROM moderation_queue ORDER BY queued_at, gif_id').all<{ gif_id: string }>()
  ).results.map(({ gif_id }) => gif_id)
const leaders = async (job = '') =>
  (await did(OWN_ANSWERS.batchLeaderboard, mia, `GET ${BATCHES}leaderboard/${job}`)).results.map(
    ({ username, count }) => [username, count],
  )

describe('§7 a GIF’s moderation', () => {
  it('approves with a rating: the upload waits no more, and the act is written', async () => {
    const [id = ''] = await uploads(1, 'rate')
    const done = await moderate(mia, id, { action: 'approve', rating: 'pg', reason: 'fine' })
    expect(done).toEqual({ gif_id: id, action: 'approve', rating: 'pg', revision: 2 })
    expect(await gifRow(id)).toEqual({ rating: 'pg', is_hidden: 0, is_removed: 0 })
    expect([await waiting(), await acts(id)]).toEqual([[], ['gif.approve']])
  })

  it('hides so that the gate learns of it, and its owner does not show it again', async () => {
    const [id = ''] = await uploads(1, 'hide')
    await moderate(mia, id, { action: 'hide', reason: 'rude' })
    expect(await refused(site.visitor(), `GET /gifs/${id}`)).toBe(404)
    const show = { gif_id: id, key: 'is_hidden', value: 'false' }
    expect(await refused(ann, 'POST /ajax/gif/update', show)).toBe(403)
    expect(await refused(moe, 'POST /ajax/gif/update', show)).toBe(200)
    expect((await gifRow(id))?.is_hidden).toBe(0)
    // What its owner hides, its owner shows.
    expect(await refused(ann, 'POST /ajax/gif/update', { ...show, value: 'true' })).toBe(200)
    expect(await refused(ann, 'POST /ajax/gif/update', show)).toBe(200)
  })

  it('T35: moderators take nothing down, staff do, and their undo restores it', async () => {
    const [id = ''] = await uploads(1, 'gone')
    expect(await refused(mia, `POST /api/v1/gifs/${id}/moderation`, { action: 'remove' })).toBe(403)
    const remove = { action: 'remove', reason: 'asked' }
    await moderate(staff, id, remove)
    await moderate(staff, id, remove)
    expect(await run('SELECT count(*) AS n FROM removals').first('n')).toBe(1)
    expect(await refused(site.visitor(), `GET /v1/gifs/${id}`)).toBe(410)
    expect(await refused(mia, `POST /api/v1/gifs/${id}/moderation`, { action: 'approve' })).toBe(410)
    expect(await refused(mia, `POST /api/v1/gifs/${id}/moderation`, { action: 'undo' })).toBe(403)
    await moderate(staff, id, { action: 'undo' })
    expect([await gifRow(id), await waiting()]).toEqual([{ rating: 'g', is_hidden: 0, is_removed: 0 }, [id]])
  })

  it('a decision that is sent again is one decision, and one more undo undoes nothing older', async () => {
    const [id = ''] = await uploads(1, 'once')
    await moderate(mia, id, { rating: 'pg' })
    for (const _ of [1, 2]) await moderate(mia, id, { action: 'hide', rating: 'r' })
    expect(await leaders()).toEqual([['mia', 2]])
    for (const _ of [1, 2]) await moderate(mia, id, { action: 'undo' })
    expect(await gifRow(id)).toEqual({ rating: 'pg', is_hidden: 0, is_removed: 0 })
    expect(await leaders()).toEqual([['mia', 1]])
    expect(await acts(id)).toEqual(['gif.rating', 'gif.hide', 'gif.undo'])
  })

  it('an undo keeps what was set since', async () => {
    const [id = ''] = await uploads(1, 'kept')
    await moderate(mia, id, { rating: 'r' })
    await run("UPDATE gifs SET rating = 'y' WHERE id = ?1", id).run()
    expect((await moderate(mia, id, { action: 'undo' })).rating).toBe('y')
  })

  it.each([
    [{ action: 'burn' }, 400],
    [{}, 400],
    [{ action: 'rating' }, 400],
    [{ action: 'skip', rating: 'pg' }, 400],
    [{ action: 'undo' }, 409],
  ])('refuses %o', async (form, status) => {
    const [id = ''] = await uploads(1, 'bad')
    expect(await refused(mia, `POST /api/v1/gifs/${id}/moderation`, form)).toBe(status)
    expect(await refused(mia, 'POST /api/v1/gifs/unknown/moderation', { action: 'approve' })).toBe(404)
  })
})

describe('§4 batches', () => {
  it('assigns the oldest first, the same batch when asked again, and lists it by its state', async () => {
    const ids = await uploads(BATCH_SIZE + 5)
    const batch = await assign(mia)
    expect(batch).toMatchObject({ job_id: 'uploads', user_id: 'id-mia', action: 'assigned' })
    expect(batch.gif_ids).toEqual(ids.slice(0, BATCH_SIZE))
    expect(batch.waiting).toEqual(batch.gif_ids)
    expect((await assign(mia)).id).toBe(batch.id)
    const list = (action: string) =>
      did(v.object({ results: v.array(OwnBatch) }), moe, `GET ${BATCHES}?user_id=id-mia&action=${action}`)
    expect((await list('assigned')).results).toMatchObject([{ id: batch.id, gif_ids: batch.gif_ids }])
    expect((await list('approve')).results).toEqual([])
  })

  it('two moderators at once never hold the same item', async () => {
    await uploads(3 * BATCH_SIZE)
    const batches = await Promise.all([mia, moe, staff, mia, moe, staff].map((who) => assign(who)))
    const held = new Map(batches.map(({ id, gif_ids }) => [id, gif_ids]))
    expect(held.size).toBe(3)
    const ids = [...held.values()].flat()
    expect(new Set(ids).size).toBe(3 * BATCH_SIZE)
    expect(ids).toHaveLength(3 * BATCH_SIZE)
    expect(await refused(await signedIn(site, 'stan'), `POST ${BATCHES}`)).toBe(200)
    const other = batches[1]?.gif_ids[0]
    expect(await refused(mia, `POST /api/v1/gifs/${other}/moderation`, { action: 'approve' })).toBe(409)
  })

  it('says 204 where nothing waits, 400 for a job that there is not', async () => {
    expect(await refused(mia, `POST ${BATCHES}`)).toBe(204)
    expect(await refused(mia, `POST ${BATCHES}`, { job_id: 'j1' })).toBe(400)
    expect(await refused(mia, `GET ${BATCHES}leaderboard/?job_id=j1`)).toBe(400)
  })

  it('reports come before uploads, or the job that is named', async () => {
    const [first = '', second = ''] = await uploads(2)
    await run("UPDATE moderation_queue SET job_id = 'reports' WHERE gif_id = ?1", second).run()
    expect((await assign(mia)).gif_ids).toEqual([second])
    expect((await assign(mia, { job_id: 'uploads' })).gif_ids).toEqual([first])
  })

  it.each([
    ['approve', { rating: 'g', is_hidden: 0, is_removed: 0 }, []],
    ['rating:pg-13', { rating: 'pg-13', is_hidden: 0, is_removed: 0 }, []],
    ['hide', { rating: 'g', is_hidden: 1, is_removed: 0 }, []],
    ['remove', { rating: 'g', is_hidden: 0, is_removed: 1 }, []],
    ['skip', { rating: 'g', is_hidden: 0, is_removed: 0 }, 2],
  ])('%s: all that waits in it, once, and undo brings it back, once', async (action, row, left) => {
    const ids = await uploads(2)
    const batch = await assign(staff)
    for (const _ of [1, 2])
      expect(await act(staff, batch, action)).toMatchObject({ id: batch.id, action, waiting: [] })
    expect(await Promise.all(ids.map(gifRow))).toEqual([row, row])
    expect(await waiting()).toEqual(left === 2 ? ids : [])
    expect(await leaders()).toEqual(action === 'skip' ? [] : [['stan', 2]])
    expect(await refused(staff, `PUT ${BATCHES}${batch.id}/`, { action: 'rating:y' })).toBe(409)
    for (const _ of [1, 2]) expect((await act(staff, batch, 'undo')).action).toBe('undone')
    const before = { rating: 'g', is_hidden: 0, is_removed: 0 }
    expect(await Promise.all(ids.map(gifRow))).toEqual([before, before])
    expect([await waiting(), await leaders()]).toEqual([ids, []])
    expect((await assign(moe)).gif_ids).toEqual(ids)
  })

  it('one item is decided alone, the rest together; the undo of a batch is all of it', async () => {
    const [rude = '', ...others] = await uploads(3)
    const batch = await assign(mia)
    await moderate(mia, rude, { action: 'hide' })
    expect((await assign(mia)).waiting).toEqual(others)
    await act(mia, batch, 'approve')
    expect(await leaders('?job_id=uploads')).toEqual([['mia', 3]])
    expect(await leaders('?job_id=reports')).toEqual([])
    await act(mia, batch, 'undo')
    expect((await gifRow(rude))?.is_hidden).toBe(0)
    expect(await waiting()).toEqual([rude, ...others])
  })

  it('ends as done where all was decided one by one, or was deleted', async () => {
    const [one = '', two = ''] = await uploads(2)
    const batch = await assign(mia)
    await moderate(mia, one, { action: 'approve' })
    await run('DELETE FROM gifs WHERE id = ?1', two).run()
    expect(await refused(mia, `POST ${BATCHES}`)).toBe(204)
    const { results } = await did(
      v.object({ results: v.array(OwnBatch) }),
      mia,
      `GET ${BATCHES}?user_id=id-mia&action=done`,
    )
    expect(results).toMatchObject([{ id: batch.id, waiting: [] }])
  })

  it('T35: belongs to its moderator and staff', async () => {
    await uploads(1)
    const batch = await assign(mia)
    expect(await refused(moe, `PUT ${BATCHES}${batch.id}/`, { action: 'approve' })).toBe(403)
    expect(await refused(ann, `PUT ${BATCHES}${batch.id}/`, { action: 'approve' })).toBe(403)
    expect(await refused(mia, `PUT ${BATCHES}${batch.id}/`, { action: 'remove' })).toBe(403)
    expect(await refused(mia, `PUT ${BATCHES}999999/`, { action: 'approve' })).toBe(404)
    expect((await act(staff, batch, 'approve')).action).toBe('approve')
  })

  it('an abandoned one returns after its lease, and nobody decides in it any more', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
    // Its clock is the one that is there when it starts.
    const here = embeddedSite({ JOBS: undefined, MAIL: undefined })
    const [mia, moe] = [await signedIn(here, 'mia'), await signedIn(here, 'moe')]
    const ids = await uploads(2)
    const batch = await assign(mia)
    vi.advanceTimersByTime(LEASE_MS - 1000)
    expect(await refused(moe, `POST ${BATCHES}`)).toBe(204)
    // Who asks again keeps it.
    await assign(mia)
    vi.advanceTimersByTime(LEASE_MS - 1000)
    expect(await refused(moe, `POST ${BATCHES}`)).toBe(204)
    vi.advanceTimersByTime(2000)
    expect(await refused(mia, `PUT ${BATCHES}${batch.id}/`, { action: 'approve' })).toBe(409)
    expect((await assign(moe)).gif_ids).toEqual(ids)
    const list = `GET ${BATCHES}?user_id=id-mia&action=expired`
    expect((await did(v.object({ results: v.array(OwnBatch) }), mia, list)).results).toMatchObject([
      { id: batch.id },
    ])
  })

  it('what its moderator decided and undoes does not take it from the next one', async () => {
    const [id = ''] = await uploads(1)
    const batch = await assign(mia)
    await act(mia, batch, 'skip')
    const next = await assign(moe)
    await act(mia, batch, 'undo')
    expect((await assign(moe)).waiting).toEqual([id])
    expect((await act(moe, next, 'approve')).action).toBe('approve')
  })
})

it('the queue and its readers use their indexes', async () => {
  const plan = async (sql: string) =>
    (await run(`EXPLAIN QUERY PLAN ${sql}`).all<{ detail: string }>()).results
      .map(({ detail }) => detail)
      .join('\n')
  const free =
    "SELECT gif_id FROM moderation_queue WHERE batch_id IS NULL AND job_id = 'uploads' ORDER BY queued_at, gif_id"
  expect(await plan(free)).toMatch(/moderation_queue_free/)
  expect(await plan(free)).not.toMatch(/TEMP B-TREE/)
  expect(await plan('SELECT gif_id FROM moderation_queue WHERE batch_id = 1')).toMatch(
    /moderation_queue_held/,
  )
  expect(
    await plan("SELECT id FROM moderation_batches WHERE action = 'assigned' AND expires_at < '2026'"),
  ).toMatch(/moderation_batches_open/)
})
