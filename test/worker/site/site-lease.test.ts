import { createExecutionContext, createMessageBatch, getQueueResult } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { hashOf } from '../../../origin/people/secrets.ts'
import { unfinishedUploads } from '../../../origin/uploads/make-renditions.ts'
import worker from '../../../worker/index.ts'
import { sizedMp4, sizedWebp } from '../../fixtures/library/sized-media.ts'
import { freshFile, storedKeys, upload } from '../../fixtures/library/uploads.ts'
import { addPeople, embeddedSite, signedIn, type Visitor } from '../../fixtures/site/embedded-site.ts'

const MAKER_TOKEN = 'the-token-of-the-maker-of-a-local-server'
const MINUTE_MS = 60_000
/** Nothing is made by itself. */
const JOBS = { send: async () => {} }
let site: ReturnType<typeof embeddedSite>
let ann: Visitor
let sam: Visitor

beforeAll(async () => {
  site = embeddedSite({ JOBS, MAKER_HASH: await hashOf(MAKER_TOKEN) })
  await addPeople([
    { username: 'ann' },
    { username: 'mo', role: 'moderator' },
    { username: 'sam', role: 'staff' },
  ])
  ann = await signedIn(site, 'ann')
  sam = await signedIn(site, 'sam')
})
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  await env.DB.batch(
    ['DELETE FROM gifs', 'DELETE FROM known_phashes', "UPDATE makers SET asked_at = ''"].map((sql) =>
      env.DB.prepare(sql),
    ),
  )
})
afterEach(() => vi.useRealTimers())

const pass = (ms: number) => vi.setSystemTime(Date.now() + ms)

type Item = { gif_id: string; forms: string[]; file: string; until: string; lease: string }

async function lease(form: Record<string, string> = {}, who = sam): Promise<Item[]> {
  const response = await who.call('POST /api/v3/renditions/lease', { form })
  expect(response.status).toBe(200)
  return (await response.json<{ items: Item[] }>()).items
}

async function leaseOne(form?: Record<string, string>): Promise<Item> {
  const [item, ...more] = await lease(form)
  expect(more).toEqual([])
  if (!item) throw new Error('There is no work')
  return item
}

const report = ({ gif_id, lease }: Item, form: Record<string, string>, who = sam) =>
  who.call(`PUT /api/v3/renditions/lease/${gif_id}`, { form: { lease, ...form } })

/** Of the sample, which is 240 x 120. */
const WEBP = { 'fixed_width.webp': sizedWebp({ width: 200, height: 100 }) }
const MP4 = { 'original.mp4': sizedMp4({ width: 240, height: 120 }) }

function send(
  { gif_id, lease }: Pick<Item, 'gif_id' | 'lease'>,
  files: Record<string, Uint8Array<ArrayBuffer>>,
  token?: string,
) {
  const body = new FormData()
  for (const [name, bytes] of Object.entries(files)) body.append(name, new Blob([bytes]), name)
  const options = { body, ...(token && { token }) }
  return sam.call(`POST /api/v3/gifs/${gif_id}/renditions?lease=${lease}`, options)
}

const stateOf = async (id: string) =>
  (await ann.call(`GET /api/v3/uploads/${id}`)).json<Record<'state' | 'reason', string>>()

/** Does the job of an upload by the image service here, which makes stills alone. */
async function runJob(gif: string, bindings: object = {}): Promise<void> {
  const messages = [{ id: 'm', timestamp: new Date(), attempts: 1, body: { kind: 'renditions', gif } }]
  const batch = createMessageBatch('loopframe-jobs', messages)
  await worker.queue(batch as never, { ...env, ...bindings } as never)
  await getQueueResult(batch, createExecutionContext())
}

describe('work for makers of renditions', () => {
  it('is shared: an item is in one lease at a time, with its file', async () => {
    const ids = [await upload(ann, freshFile()), await upload(ann, freshFile())]
    const first = await leaseOne({ forms: 'webp,mp4', max: '1' })
    const [second] = await lease({ max: '10' })
    expect([first.gif_id, second?.gif_id].sort()).toEqual(ids.sort())
    expect(await lease({ max: '10' })).toEqual([])
    expect([first.forms, second?.forms]).toEqual([
      ['webp', 'mp4'],
      ['gif', 'webp', 'mp4', 'avif'],
    ])
    expect(Date.parse(first.until)).toBe(Date.now() + 2 * MINUTE_MS)
    const file = await site.visitor().call(`GET ${new URL(first.file).pathname}`)
    expect([file.status, file.headers.get('Content-Type')]).toEqual([200, 'image/gif'])
    expect(await stateOf(first.gif_id)).toMatchObject({ state: 'working' })
  })

  it('is done when its maker says so; what was sent until then is there', async () => {
    const id = await upload(ann, freshFile())
    const item = await leaseOne()
    expect((await report(item, { state: 'working', made: '3', planned: '22' })).status).toBe(200)
    expect(await stateOf(id)).toMatchObject({ state: 'working', made: 3, planned: 22 })
    expect((await send(item, WEBP)).status).toBe(200)
    pass(1.5 * MINUTE_MS)
    expect((await send(item, MP4)).status).toBe(200)
    pass(1.5 * MINUTE_MS)
    expect(await lease()).toEqual([])
    expect(await stateOf(id)).toMatchObject({ state: 'working' })
    const ended = await report(item, { state: 'done' })
    expect(await ended.json()).toEqual({ gif_id: id, until: null })
    expect(await stateOf(id)).toMatchObject({ state: 'done', reason: '', made: 2, planned: 0 })
    expect((await report(item, { state: 'done' })).status).toBe(409)
    expect(await lease()).toEqual([])
  })

  it('that was sent without a word of the lease is done at once', async () => {
    const id = await upload(ann, freshFile())
    const item = await leaseOne()
    expect((await send({ ...item, lease: '' }, WEBP)).status).toBe(200)
    expect(await stateOf(id)).toMatchObject({ state: 'done', made: 1 })
    expect((await report(item, { state: 'working' })).status).toBe(409)
  })

  it('of a maker that was killed is free again; what comes late is refused, and nothing of it is kept', async () => {
    const id = await upload(ann, freshFile())
    const first = await leaseOne()
    pass(2 * MINUTE_MS + 1)
    const second = await leaseOne()
    expect(second.gif_id).toBe(id)
    const keys = await storedKeys()
    expect((await send(first, WEBP)).status).toBe(409)
    expect((await report(first, { state: 'done' })).status).toBe(409)
    expect(await storedKeys()).toEqual(keys)
    expect((await send(second, WEBP)).status).toBe(200)
  })

  it('fails after four tries, or where nothing can be made, and can be begun again', async () => {
    const id = await upload(ann, freshFile())
    for (let tries = 0; tries < 4; tries++) {
      expect((await leaseOne()).gif_id).toBe(id)
      pass(3 * MINUTE_MS)
    }
    expect(await lease()).toEqual([])
    expect(await stateOf(id)).toMatchObject({ state: 'failed', reason: 'No maker came to an end' })
    expect((await ann.call(`POST /api/v3/uploads/${id}/retry`)).status).toBe(200)
    const reason = 'it cannot be decoded'
    expect((await report(await leaseOne(), { state: 'failed', reason })).status).toBe(200)
    expect(await stateOf(id)).toMatchObject({ state: 'failed', reason })
  })

  it('is given back: without a reason it was no try, with one it was', async () => {
    const id = await upload(ann, freshFile())
    for (let times = 0; times < 6; times++) await report(await leaseOne(), { state: 'queued' })
    for (let tries = 0; tries < 4; tries++) {
      expect(await stateOf(id)).toMatchObject({ state: 'queued' })
      await report(await leaseOne(), { state: 'queued', reason: 'ffmpeg ended with 137' })
    }
    expect(await stateOf(id)).toMatchObject({ state: 'failed', reason: 'ffmpeg ended with 137' })
  })

  it('that was cancelled, taken down, or deleted is in no lease', async () => {
    const ids = [
      await upload(ann, freshFile()),
      await upload(ann, freshFile()),
      await upload(ann, freshFile()),
    ]
    const items = await lease({ max: '2' })
    expect((await ann.call(`DELETE /api/v3/uploads/${items[0]?.gif_id}`)).status).toBe(200)
    expect((await ann.call(`DELETE /api/v1/gifs/${items[1]?.gif_id}/`)).status).toBe(204)
    const last = ids.find((id) => items.every(({ gif_id }) => gif_id !== id))
    await env.DB.prepare('UPDATE gifs SET is_removed = 1 WHERE id = ?1').bind(last).run()
    // Nor in the queue, nor the night's work: it waits for its restoring alone.
    const { renditions } = await (await sam.call('GET /healthz')).json<{ renditions: object }>()
    expect(renditions).toMatchObject({ queued: 0, oldest: null })
    pass(3 * MINUTE_MS)
    expect(await unfinishedUploads(env as never)).toEqual([])
    expect(await lease({ max: '10' })).toEqual([])
    for (const item of items) expect((await report(item, { state: 'working' })).status).toBe(409)
  })
})

describe('makers and the image service', () => {
  it('never have one item at once, and the service leaves the queue to a maker that is here', async () => {
    const id = await upload(ann, freshFile())
    const leased: Item[][] = []
    const output = async () => {
      leased.push(await lease())
      throw new Error('slow')
    }
    const service = { transform: () => service, output }
    vi.spyOn(console, 'error').mockImplementation(() => {})
    await runJob(id, { IMAGES: { input: () => service } })
    expect(leased).toEqual([[]])
    await runJob(id)
    expect(await stateOf(id)).toMatchObject({ state: 'queued' })
    pass(6 * MINUTE_MS)
    await runJob(id)
    expect(await stateOf(id)).toMatchObject({
      state: 'done',
      reason: expect.stringContaining('stills alone'),
    })
  })

  it('a maker makes the rest of what the service has made, and of films', async () => {
    const id = await upload(ann, freshFile())
    await runJob(id)
    expect(await stateOf(id)).toMatchObject({
      state: 'done',
      reason: expect.stringContaining('stills alone'),
    })
    const item = await leaseOne()
    expect(item.gif_id).toBe(id)
    await report(item, { state: 'done' })
    expect(await lease()).toEqual([])
  })
})

describe('forms that the library lacks', () => {
  /** An item that was not uploaded. */
  const add = (id: string) =>
    env.DB.batch([
      env.DB.prepare(
        `INSERT INTO gifs (id, slug, title, type, import_datetime) VALUES (?1, ?1, ?1, 'gif', '2026-11-01 10:00:00')`,
      ).bind(id),
      ...['gif', 'webp'].map((format) =>
        env.DB.prepare(
          `INSERT INTO renditions (gif_id, name, format, width, height, size, frames, r2_key)
           SELECT ?1, value, ?2, 200, 100, 1000, 24, 'm/x' FROM json_each('["original","fixed_width"]')`,
        ).bind(id, format),
      ),
    ])

  it('are asked for once of each item, the newest first, and again where a maker was killed', async () => {
    for (const id of ['one', 'two', 'three']) await add(id)
    expect(await lease({ again: '1', forms: 'webp' })).toEqual([])
    const form = { again: 'true', forms: 'avif,webp' }
    const first = await leaseOne(form)
    expect(first).toMatchObject({ gif_id: 'three', forms: ['avif'] })
    expect(new URL(first.file).pathname).toBe('/media/three/original.webp')
    await report(first, { state: 'done' })
    const second = await leaseOne({ ...form, after: first.gif_id })
    const third = await leaseOne({ ...form, after: second.gif_id })
    expect([second.gif_id, third.gif_id]).toEqual(['two', 'one'])
    await report(third, { state: 'failed', reason: 'x' })
    expect(await lease(form)).toEqual([])
    pass(3 * MINUTE_MS)
    const again = await leaseOne(form)
    expect(again.gif_id).toBe('two')
    expect((await report(second, { state: 'done' })).status).toBe(409)
    await report(again, { state: 'done' })
    pass(25 * 60 * MINUTE_MS)
    expect((await leaseOne(form)).gif_id).toBe('one')
  })
})

describe('T84: what looks like something that was taken down', () => {
  const FRAMES = ['00ff00ff00ff00ff', '0f0f0f0f0f0f0f0f', 'ffff0000ffff0000']
  const PHASH = FRAMES.join('-')
  /** Three bits of 64 are others, and the loop begins at another frame. */
  const COPY = ['0f0f0f0f0f0f0f08', 'ffff0000ffff0007', '00ff00ff00ff00f8'].join('-')
  const OTHER = ['123456789abcdef0', 'fedcba9876543210', '0f1e2d3c4b5a6978'].join('-')
  const MAX = Array.from({ length: 5 }, () => FRAMES[0]).join('-')

  async function hashed(phash: string): Promise<string> {
    const id = await upload(ann, freshFile())
    expect((await report(await leaseOne(), { state: 'done', phash })).status).toBe(200)
    return id
  }
  const takeDown = (gif_id: string) =>
    sam.call('POST /api/v3/content-takedown/takedown', {
      json: { takedowns: [{ gif_id, reason: 'Secret' }] },
    })
  const restore = async (gif: string) => {
    const id = await env.DB.prepare('SELECT max(id) AS id FROM removals WHERE gif_id = ?1')
      .bind(gif)
      .first('id')
    return sam.call(`POST /api/v3/content-takedown/${id}/restore`, { form: {} })
  }
  const caseOf = async (id: string, who: Visitor) =>
    (await who.call(`GET /api/v3/cases/${id}/`)).json<{
      kinds: string[]
      reasons: string[]
      open: { additional_info: string; reporter: string | null }[]
    }>()

  it('T84: is a case for moderators, which says what it looks like and not why; nothing is refused', async () => {
    const mo = await signedIn(site, 'mo')
    const taken = await hashed(PHASH)
    expect((await takeDown(taken)).status).toBe(200)
    const [copy, other, plain] = [await hashed(COPY), await hashed(OTHER), await hashed('none')]
    const found = await caseOf(copy, mo)
    expect(found.kinds).toContain('report')
    expect(found.reasons).toEqual(['known'])
    const day = new Date().toISOString().slice(0, 10)
    expect(found.open).toMatchObject([
      { additional_info: `Looks like ${taken}, taken down on ${day}`, reporter: null },
    ])
    for (const id of [other, plain]) expect((await caseOf(id, mo)).reasons).toEqual([])
    expect(await stateOf(copy)).toMatchObject({ state: 'done', is_waiting: false })
    const list = await (await mo.call('GET /api/v3/cases/?reason=known')).json<{
      results: { id: string }[]
    }>()
    expect(list.results.map(({ id }) => id)).toEqual([copy])
    // A moderator has decided: hashed again, it is no case again.
    const decided = { cases: [{ id: copy }], decision: 'approve' }
    expect((await mo.call('POST /api/v3/cases/decide', { json: decided })).status).toBe(200)
    await env.DB.prepare('DELETE FROM item_phashes WHERE gif_id = ?1').bind(copy).run()
    const again = await leaseOne({ again: '1', forms: 'phash' })
    expect(again).toMatchObject({ gif_id: copy, forms: ['phash'] })
    await report(again, { state: 'done', phash: COPY })
    expect((await caseOf(copy, mo)).reasons).toEqual([])
    expect(await lease({ again: '1', forms: 'phash' })).toEqual([])
  })

  it('T84: a restore takes it off the list, and one that comes while its item is gone goes on it', async () => {
    const mo = await signedIn(site, 'mo')
    const taken = await hashed(PHASH)
    await takeDown(taken)
    expect((await restore(taken)).status).toBe(200)
    const copy = await hashed(COPY)
    expect((await caseOf(copy, mo)).reasons).toEqual([])
    const late = await upload(ann, freshFile())
    const item = await leaseOne()
    await takeDown(late)
    expect((await report(item, { state: 'done', phash: OTHER })).status).toBe(200)
    expect((await caseOf(await hashed(OTHER), mo)).reasons).toEqual(['known'])
  })

  const minute = () =>
    worker.scheduled({ cron: '* * * * *' }, { ...env, JOBS: undefined, MAIL: undefined } as never)
  const add = async (list: string, ...hashes: string[]) => {
    const lines = hashes.map((hash) => `phash,${hash}`).join('\n')
    expect((await sam.call('POST /api/v3/known-hashes/', { json: { list, lines } })).status).toBe(200)
  }

  it('T84: what is here already is searched for what comes onto the list, once for each entry', async () => {
    const mo = await signedIn(site, 'mo')
    const [copy, other, second] = [await hashed(COPY), await hashed(OTHER), await hashed(PHASH)]
    await add('partners', PHASH, ...Array.from({ length: 25 }, (_, n) => String(n).padStart(16, '9')))
    expect((await caseOf(copy, mo)).reasons).toEqual([])
    await minute()
    const day = new Date().toISOString().slice(0, 10)
    const said = `Looks like a file of the list partners, imported on ${day}`
    for (const id of [copy, second])
      expect((await caseOf(id, mo)).open).toMatchObject([{ additional_info: said, reporter: null }])
    expect((await caseOf(other, mo)).reasons).toEqual([])
    expect((await site.visitor().call(`GET /v1/gifs/${copy}`)).status).toBe(200)
    // 20 entries a minute, where there is no queue.
    const left = () =>
      env.DB.prepare('SELECT count(*) AS n FROM known_phashes WHERE is_searched = 0').first('n')
    expect(await left()).toBe(6)
    await minute()
    expect(await left()).toBe(0)
    const decided = { cases: [{ id: copy }, { id: second }], decision: 'approve' }
    expect((await mo.call('POST /api/v3/cases/decide', { json: decided })).status).toBe(200)
    await env.DB.prepare('UPDATE known_phashes SET is_searched = 0').run()
    await minute()
    expect((await caseOf(copy, mo)).reasons).toEqual([])
    // A takedown adds an entry of its own: items that look like it get a case. The item itself, and what was taken down before, get none.
    await takeDown(second)
    await minute()
    expect((await caseOf(copy, mo)).open).toMatchObject([
      { additional_info: `Looks like ${second}, taken down on ${day}` },
    ])
    const reports = env.DB.prepare("SELECT count(*) AS n FROM reports WHERE gif_id = ?1 AND state = 'open'")
    expect(await reports.bind(second).first('n')).toBe(0)
  })

  it('T84: more items than one search reads are found in rounds', async () => {
    const many = 230
    await env.DB.batch([
      env.DB.prepare(
        `INSERT INTO gifs (id, slug, title, type, import_datetime)
         WITH RECURSIVE n (at) AS (SELECT 1 UNION ALL SELECT at + 1 FROM n WHERE at < ?1)
         SELECT 'copy' || at, 'copy' || at, '', 'gif', '2026-11-01 10:00:00' FROM n`,
      ).bind(many),
      env.DB.prepare('INSERT INTO item_phashes (gif_id, phash) SELECT id, ?1 FROM gifs').bind(COPY),
    ])
    await add('partners', PHASH)
    const found = () =>
      env.DB.prepare("SELECT count(*) AS n FROM reports WHERE gif_id LIKE 'copy%'").first('n')
    for (const count of [200, many, many]) {
      await minute()
      expect(await found()).toBe(count)
    }
    // Another hash has other parts.
    await env.DB.prepare('UPDATE item_phashes SET phash = ?1').bind(OTHER).run()
    await add('others', PHASH)
    await minute()
    expect(await found()).toBe(many)
  })

  it('T84: what was taken down before it had a hash gets one, by a maker who has it for that alone', async () => {
    const mo = await signedIn(site, 'mo')
    const taken = await upload(ann, freshFile())
    await report(await leaseOne(), { state: 'done' })
    const [copy] = [await hashed(COPY)]
    await takeDown(taken)
    for (const forms of ['webp', 'webp,phash'])
      expect((await lease({ again: '1', forms, max: '10' })).map(({ gif_id }) => gif_id)).not.toContain(taken)
    await env.DB.prepare('DELETE FROM lacking_forms').run()
    const item = await leaseOne({ again: '1', forms: 'phash' })
    expect(item).toMatchObject({ gif_id: taken, forms: ['phash'] })
    const { pathname, search } = new URL(item.file)
    const file = await sam.call(`GET ${pathname}${search}`)
    expect([file.status, file.headers.get('Cache-Control')]).toEqual([200, 'private, no-store'])
    await file.body?.cancel()
    const refused = async () => {
      for (const [who, query] of [
        [sam, ''],
        [sam, '?lease=other'],
        [mo, search],
        [ann, search],
        [site.visitor(), search],
      ] as const) {
        const { status } = await who.call(`GET ${pathname}${query}`)
        expect([query, status]).toEqual([query, 410])
      }
    }
    await refused()
    expect((await report(item, { state: 'done', phash: PHASH })).status).toBe(200)
    expect((await sam.call(`GET ${pathname}${search}`)).status).toBe(410)
    await minute()
    expect((await caseOf(copy, mo)).reasons).toEqual(['known'])
    // Also one whose renditions no maker had made by then.
    const waiting = await upload(ann, freshFile())
    await takeDown(waiting)
    expect((await leaseOne({ again: '1', forms: 'phash' })).gif_id).toBe(waiting)
    expect(await lease({ again: '1', forms: 'phash' })).toEqual([])
  })

  it('T84: renditions that staff send come with a hash; that of others isn’t kept', async () => {
    const mo = await signedIn(site, 'mo')
    await add('partners', PHASH)
    const ids = [await upload(ann, freshFile()), await upload(ann, freshFile())]
    const sendWith = (who: Visitor, id: string | undefined, phash: string) => {
      const body = new FormData()
      for (const [name, bytes] of Object.entries(WEBP)) body.append(name, new Blob([bytes]), name)
      return who.call(`POST /api/v3/gifs/${id}/renditions?phash=${phash}`, { body })
    }
    for (const [who, at, phash, status] of [
      [sam, 0, 'x', 400],
      [sam, 0, 'none', 200],
      [sam, 0, COPY, 200],
      [ann, 1, COPY, 200],
    ] as const)
      expect([phash, (await sendWith(who, ids[at], phash)).status]).toEqual([phash, status])
    expect((await caseOf(ids[0] ?? '', mo)).reasons).toEqual(['known'])
    expect((await caseOf(ids[1] ?? '', mo)).reasons).toEqual([])
    const { results } = await env.DB.prepare('SELECT gif_id FROM item_phashes').all()
    expect(results).toEqual([{ gif_id: ids[0] }])
  })

  it('T84: a hash has a form, and is its maker’s to say while the lease lasts', async () => {
    const id = await upload(ann, freshFile())
    const item = await leaseOne()
    for (const phash of ['x', `${FRAMES[0]}-`, `${MAX}-${FRAMES[0]}`, MAX.toUpperCase()])
      expect([phash, (await report(item, { state: 'done', phash })).status]).toEqual([phash, 400])
    pass(2 * MINUTE_MS + 1)
    const second = await leaseOne()
    expect((await report(item, { state: 'done', phash: PHASH })).status).toBe(409)
    const kept = () =>
      env.DB.prepare('SELECT phash FROM item_phashes WHERE gif_id = ?1').bind(id).first('phash')
    expect(await kept()).toBeNull()
    await report(second, { state: 'done', phash: MAX })
    expect(await kept()).toBe(MAX)
  })
})

describe('who takes work', () => {
  it('T35: staff alone, by a token that is for uploads; a form that there is not is a 400', async () => {
    const mo = await signedIn(site, 'mo')
    for (const [who, status] of [
      [ann, 403],
      [mo, 403],
    ] as const)
      expect((await who.call('POST /api/v3/renditions/lease', { form: {} })).status).toBe(status)
    for (const form of [{ forms: 'png' }, { forms: 'avif,jxl' }, { max: '0' }, { max: '11' }] as Record<
      string,
      string
    >[])
      expect((await sam.call('POST /api/v3/renditions/lease', { form })).status).toBe(400)
  })

  it('T58: what was taken is noted, and what was not isn’t', async () => {
    const last = await env.DB.prepare('SELECT coalesce(max(id), 0) AS id FROM audit').first('id')
    await lease()
    await upload(ann, freshFile())
    await report(await leaseOne(), { state: 'failed', reason: 'x' })
    const rows = env.DB.prepare('SELECT actor, action FROM audit WHERE id > ?1 ORDER BY id')
    const { results } = await rows.bind(last).all()
    expect(results).toEqual([
      { actor: 'sam', action: 'renditions.lease' },
      { actor: 'sam', action: 'renditions.end' },
    ])
  })

  it('T55: the maker of a local server takes work, sees what is hidden, sends what it made, and does nothing else', async () => {
    const id = await upload(ann, freshFile())
    await ann.call(`PUT /api/v1/gifs/${id}/`, { form: { is_hidden: 'true' } })
    const token = MAKER_TOKEN
    const visitor = site.visitor()
    const leased = await visitor.call('POST /api/v3/renditions/lease', { form: {}, token })
    const [item] = (await leased.json<{ items: Item[] }>()).items
    if (!item) throw new Error('There is no work')
    expect((await visitor.call(`GET ${new URL(item.file).pathname}`, { token })).status).toBe(200)
    expect((await send(item, WEBP, token)).status).toBe(200)
    const form = { lease: item.lease, state: 'done' }
    expect((await visitor.call(`PUT /api/v3/renditions/lease/${id}`, { form, token })).status).toBe(200)
    for (const call of [
      'GET /api/v3/users/',
      'GET /api/v3/outbox/',
      'POST /api/v3/tokens',
      `DELETE /api/v1/gifs/${id}/`,
      'GET /api/v3/content-takedown/',
    ])
      expect([call, (await visitor.call(call, { token })).status]).toEqual([call, 403])
    const other = embeddedSite({ JOBS })
    expect((await other.visitor().call('POST /api/v3/renditions/lease', { form: {}, token })).status).toBe(
      401,
    )
  })
})
