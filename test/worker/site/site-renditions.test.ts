import { createExecutionContext, createMessageBatch, getQueueResult } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import worker from '../../../worker/index.ts'
import { type Asked, imageService, MOVING } from '../../fixtures/library/image-service.ts'
import { sampleBytes } from '../../fixtures/library/media-samples.ts'
import { sizedAvif, sizedGif, sizedMp4, sizedPng, sizedWebp } from '../../fixtures/library/sized-media.ts'
import { countOf, freshFile, storedKeys, upload } from '../../fixtures/library/uploads.ts'
import { addPeople, embeddedSite, signedIn, type Visitor } from '../../fixtures/site/embedded-site.ts'

/** Deletes files at once; renditions are made where a test says so. */
const JOBS = { send: async (job: { kind: string }) => void (job.kind === 'files' && (await deliver(job))) }
const site = embeddedSite({ JOBS })
let ann: Visitor
let bob: Visitor
let sam: Visitor

beforeAll(async () => {
  await addPeople([{ username: 'ann' }, { username: 'bob' }, { username: 'sam', role: 'staff' }])
  ann = await signedIn(site, 'ann')
  bob = await signedIn(site, 'bob')
  sam = await signedIn(site, 'sam')
})

const runJob = (gif: string, bindings: object = {}) => deliver({ kind: 'renditions', gif }, bindings)

/** @returns whether the queue is to try it again */
async function deliver(body: object, bindings: object = {}): Promise<boolean> {
  const messages = [{ id: 'm', timestamp: new Date(), attempts: 1, body }]
  const batch = createMessageBatch('loopframe-jobs', messages)
  await worker.queue(batch as never, { ...env, ...bindings } as never)
  const { explicitAcks, retryMessages } = await getQueueResult(batch, createExecutionContext())
  expect([...explicitAcks, ...retryMessages.map(({ msgId }) => msgId)]).toEqual(['m'])
  return retryMessages.length > 0
}

const stateOf = async (id: string, who = ann) =>
  (await who.call(`GET /api/v3/uploads/${id}`)).json<{ state: string; reason: string; made: number }>()

type Images = Record<string, Record<string, string>>
// Not by `/v1`, which keeps copies.
const rowsOf = async (id: string) =>
  (
    await env.DB.prepare('SELECT name, format, width, frames, r2_key FROM renditions WHERE gif_id = ?1')
      .bind(id)
      .all<{ name: string; format: string; width: number; frames: number; r2_key: string }>()
  ).results

async function imagesOf(id: string): Promise<Images> {
  const response = await site.visitor().call(`GET /v1/gifs/${id}`)
  return (await response.json<{ data: { images: Images } }>()).data.images
}

/** A media service that makes a frame of a film as large as it is asked for. */
const mediaService = (make: (asked: Asked) => Uint8Array<ArrayBuffer>) => ({
  input: () => ({
    transform: (size: { width: number; height: number }) => ({
      output: () => ({ media: async () => new Blob([make({ ...size, frames: 1 })]).stream() }),
    }),
  }),
})

const STILLS = [
  ...['downsized_large_still', 'downsized_still', 'fixed_height_small_still', 'fixed_height_still'],
  ...['fixed_width_small_still', 'fixed_width_still', 'original_still'],
]

describe('renditions by the platform’s image service', () => {
  it('are made of a moving picture where the service keeps the motion', async () => {
    const id = await upload(ann, freshFile())
    expect(await stateOf(id)).toMatchObject({ id, state: 'queued', made: 0 })
    await runJob(id, { IMAGES: imageService(MOVING) })
    expect(await stateOf(id)).toMatchObject({ state: 'done', reason: '' })
    const rows = await rowsOf(id)
    const fixed = rows.filter(({ name }) => name === 'fixed_width')
    expect(fixed.map(({ format, frames }) => [format, frames])).toEqual([
      ['gif', 3],
      ['webp', 3],
    ])
    expect(await countOf('SELECT count(*) AS n FROM unused_files')).toBe(0)
    const images = await imagesOf(id)
    const media = await site.visitor().call(`GET ${new URL(images.fixed_width?.webp ?? '').pathname}`)
    expect([media.status, media.headers.get('Content-Type')]).toEqual([200, 'image/webp'])
  })

  it('are none where it gives back what it was given, not resized', async () => {
    const id = await upload(ann, freshFile())
    const before = await rowsOf(id)
    const whole = () => sizedWebp({ ...ORIGINAL, width: 230 })
    await runJob(id, { IMAGES: imageService({ 'image/webp': whole }) })
    expect(await rowsOf(id)).toEqual(before)
    expect(await stateOf(id)).toMatchObject({
      state: 'done',
      made: 0,
      reason: expect.stringContaining('nothing'),
    })
  })

  it('of a film are the stills that the media service makes, where it is there', async () => {
    const frame = (asked: Asked) => sizedPng(asked)
    for (const [IMAGES, format] of [
      [undefined, 'png'],
      [imageService(MOVING), 'webp'],
    ] as const) {
      const id = await upload(ann, sizedMp4({ width: 320, height: 180 }, format))
      await runJob(id, { IMAGES, VIDEO: mediaService(frame) })
      const stills = (await rowsOf(id)).filter(({ name }) => name.endsWith('_still'))
      expect(stills.map(({ name, format: is }) => [name, is])).toEqual(STILLS.map((name) => [name, format]))
      expect(stills.find(({ name }) => name === 'fixed_width_small_still')?.width).toBe(100)
      expect(await stateOf(id)).toMatchObject({
        state: 'done',
        made: 7,
        reason: expect.stringContaining('stills alone'),
      })
    }
  })

  it('a job that comes twice makes nothing twice', async () => {
    const id = await upload(ann, freshFile())
    await runJob(id, { IMAGES: imageService(MOVING) })
    const before = [await rowsOf(id), await storedKeys()]
    await runJob(id, { IMAGES: imageService(MOVING) })
    expect([await rowsOf(id), await storedKeys()]).toEqual(before)
  })

  describe('whose job comes again while another is under way', () => {
    const MINUTE_MS = 60_000

    afterEach(() => vi.useRealTimers())
    beforeEach(() => {
      vi.useFakeTimers({ toFake: ['Date'] })
      vi.spyOn(console, 'error').mockImplementation(() => {})
    })

    /** An image service that stands still at its first picture until `goOn` is called. */
    function stoppedService() {
      const { promise, resolve } = Promise.withResolvers<void>()
      const begun = Promise.withResolvers<void>()
      const IMAGES = imageService(MOVING, () => {
        begun.resolve()
        return promise
      })
      return { IMAGES, begun: begun.promise, goOn: resolve }
    }

    it('is tried again later, and finds the work done', async () => {
      const id = await upload(ann, freshFile())
      const { IMAGES, begun, goOn } = stoppedService()
      const first = runJob(id, { IMAGES })
      await begun
      vi.setSystemTime(Date.now() + MINUTE_MS)
      expect(await runJob(id, { IMAGES: imageService(MOVING) })).toBe(true)
      expect(await stateOf(id)).toMatchObject({ state: 'working', made: 0 })
      goOn()
      expect(await first).toBe(false)
      expect(await runJob(id, { IMAGES: imageService(MOVING) })).toBe(false)
      expect(await stateOf(id)).toMatchObject({ state: 'done', reason: '' })
    })

    it('takes it over when its lease is over; what comes late leaves nothing', async () => {
      const id = await upload(ann, freshFile())
      const { IMAGES, begun, goOn } = stoppedService()
      const first = runJob(id, { IMAGES })
      await begun
      vi.setSystemTime(Date.now() + 3 * MINUTE_MS)
      expect(await runJob(id, { IMAGES: imageService(MOVING) })).toBe(false)
      const made = [await rowsOf(id), await storedKeys()]
      expect(await stateOf(id)).toMatchObject({ state: 'done' })
      goOn()
      expect(await first).toBe(false)
      expect([await rowsOf(id), await storedKeys()]).toEqual(made)
    })

    it('keeps its lease as long as pictures come, however long that is', async () => {
      const id = await upload(ann, freshFile())
      const another: boolean[] = []
      const IMAGES = imageService(MOVING, async () => {
        vi.setSystemTime(Date.now() + 1.5 * MINUTE_MS)
        another.push(await runJob(id, { IMAGES: imageService(MOVING) }))
      })
      expect(await runJob(id, { IMAGES })).toBe(false)
      expect(another.length).toBeGreaterThan(2)
      expect(another).not.toContain(false)
      expect(await stateOf(id)).toMatchObject({ state: 'done', reason: '' })
    })

    it('is taken over four times in all, then the row says why', async () => {
      const id = await upload(ann, freshFile())
      const set = env.DB.prepare("UPDATE uploads SET state = 'working', tries = 4 WHERE gif_id = ?1")
      await set.bind(id).run()
      vi.setSystemTime(Date.now() + 3 * MINUTE_MS)
      expect(await runJob(id, { IMAGES: imageService(MOVING) })).toBe(false)
      expect(await stateOf(id)).toMatchObject({
        state: 'failed',
        reason: 'The image service did not come to an end',
      })
    })
  })

  it('by the service that runs here, which makes stills alone: stills, and the reason', async () => {
    const id = await upload(ann, freshFile())
    await runJob(id)
    const rows = await rowsOf(id)
    expect(
      rows.filter(({ name }) => name.endsWith('_still')).map(({ name, format }) => [name, format]),
    ).toEqual(STILLS.map((name) => [name, 'webp']))
    expect(rows.find(({ name }) => name === 'fixed_width_still')?.width).toBe(200)
    expect(rows.find(({ name }) => name === 'fixed_width')).toMatchObject({
      format: 'gif',
      width: 240,
      frames: 3,
    })
    expect(await stateOf(id)).toMatchObject({
      state: 'done',
      made: 7,
      reason: expect.stringContaining('stills alone'),
    })
  })

  it('without the service, and for films, the file keeps its own format', async () => {
    const [gif, film] = [await upload(ann, freshFile()), await upload(ann, sampleBytes('mp4'))]
    await runJob(gif, { IMAGES: undefined })
    await runJob(film)
    expect(await stateOf(gif)).toMatchObject({
      state: 'done',
      made: 0,
      reason: expect.stringContaining('no image service'),
    })
    expect(await stateOf(film)).toMatchObject({
      state: 'done',
      made: 0,
      reason: expect.stringContaining('film'),
    })
  })

  it('a service that fails is tried again, then the row says why; nothing half-made stays', async () => {
    const id = await upload(ann, freshFile())
    const [rows, keys] = [await rowsOf(id), await storedKeys()]
    let calls = 0
    const IMAGES = imageService(MOVING, () => {
      if (++calls % 3 === 0) throw new Error('secret words of the service')
    })
    vi.spyOn(console, 'error').mockImplementation(() => {})
    for (const state of ['queued', 'queued', 'queued', 'failed', 'failed']) {
      await runJob(id, { IMAGES })
      expect(await stateOf(id)).toMatchObject({ state, reason: 'The image service failed' })
    }
    expect([await rowsOf(id), await storedKeys()]).toEqual([rows, keys])
    expect((await ann.call(`POST /api/v3/uploads/${id}/retry`)).status).toBe(200)
    await runJob(id, { IMAGES: imageService(MOVING) })
    expect(await stateOf(id)).toMatchObject({ state: 'done', reason: '' })
    expect((await ann.call(`POST /api/v3/uploads/${id}/retry`)).status).toBe(409)
  })

  it('a job that is cancelled while it runs leaves nothing', async () => {
    const id = await upload(ann, freshFile())
    const [rows, keys] = [await rowsOf(id), await storedKeys()]
    let isCancelled = false
    const IMAGES = imageService(MOVING, async () => {
      if (isCancelled) return
      isCancelled = true
      expect((await ann.call(`DELETE /api/v3/uploads/${id}`)).status).toBe(200)
    })
    await runJob(id, { IMAGES })
    expect(await stateOf(id)).toMatchObject({ state: 'cancelled' })
    expect([await rowsOf(id), await storedKeys()]).toEqual([rows, keys])
    expect((await ann.call(`DELETE /api/v3/uploads/${id}`)).status).toBe(409)
  })

  it('T35: progress is its owner’s and the staff’s', async () => {
    const id = await upload(ann, freshFile())
    const path = `/api/v3/uploads/${id}`
    for (const what of [`GET ${path}`, `POST ${path}/retry`, `DELETE ${path}`]) {
      expect((await bob.call(what)).status).toBe(403)
      expect([401, 403]).toContain((await site.visitor().call(what)).status)
    }
    expect((await sam.call(`GET ${path}`)).status).toBe(200)
    expect((await ann.call('GET /api/v3/uploads/nothing1')).status).toBe(404)
  })
})

function parts(files: Record<string, Uint8Array<ArrayBuffer>>): FormData {
  const body = new FormData()
  for (const [name, bytes] of Object.entries(files)) body.append(name, new Blob([bytes]), name)
  return body
}

/** The size of the sample: 3 frames of 80 ms. */
const ORIGINAL = { width: 240, height: 120 }

describe('renditions that were made elsewhere', () => {
  const send = (who: Visitor, id: string, files: Record<string, Uint8Array<ArrayBuffer>>) =>
    who.call(`POST /api/v3/gifs/${id}/renditions`, { body: parts(files) })

  it('are taken by name, and again without a difference', async () => {
    const id = await upload(ann, freshFile())
    const files = {
      'fixed_width.webp': sizedWebp({ width: 200, height: 100 }),
      'fixed_width.avif': sizedAvif({ width: 200, height: 100 }),
      'fixed_width_small_still.avif': sizedAvif({ width: 100, height: 50, frames: 1 }),
      'original.mp4': sizedMp4({ width: 240, height: 120 }),
    }
    const first = await send(ann, id, files)
    expect([first.status, await first.json()]).toEqual([
      200,
      expect.objectContaining({ state: 'done', made: 4 }),
    ])
    const count = (await storedKeys()).length
    expect((await send(sam, id, files)).status).toBe(200)
    await vi.waitFor(async () => expect((await storedKeys()).length).toBe(count))
    expect((await rowsOf(id)).filter(({ name }) => name === 'fixed_width')).toMatchObject([
      { format: 'avif' },
      { format: 'webp' },
    ])
    const { fixed_width = {}, fixed_width_small_still: still = {} } = await imagesOf(id)
    expect(fixed_width).toMatchObject({
      avif: expect.stringContaining(`/media/${id}/fixed_width.avif`),
      avif_size: String(files['fixed_width.avif'].byteLength),
    })
    const avif = await site.visitor().call(`GET ${new URL(still.avif ?? '').pathname}`)
    expect([avif.status, avif.headers.get('Content-Type')]).toEqual([200, 'image/avif'])
    expect((await site.visitor().call(`GET /media/${id}/original.mp4`)).status).toBe(200)
    expect((await site.visitor().call(`GET /media/${id}/original.gif`)).status).toBe(200)
  })

  it('of the same content are one file', async () => {
    const id = await upload(ann, freshFile())
    const count = (await storedKeys()).length
    const files = { 'original.webp': sampleBytes('webp'), 'downsized.webp': sampleBytes('webp') }
    for (const _time of ['first', 'again']) {
      expect((await send(ann, id, files)).status).toBe(200)
      const rows = (await rowsOf(id)).filter(({ format }) => format === 'webp')
      expect([rows.length, new Set(rows.map(({ r2_key }) => r2_key)).size]).toEqual([2, 1])
      await vi.waitFor(async () => expect((await storedKeys()).length).toBe(count + 1))
    }
    expect((await site.visitor().call(`GET /media/${id}/downsized.webp`)).status).toBe(200)
  })

  it.each<[string, number, () => Record<string, Uint8Array<ArrayBuffer>>]>([
    ['an unknown name', 400, () => ({ '../../x.webp': sampleBytes('webp') })],
    ['another format than the name says', 400, () => ({ 'fixed_width.gif': sampleBytes('webp') })],
    ['a still that moves', 400, () => ({ 'original_still.webp': sampleBytes('webp') })],
    ['2 px too wide', 400, () => ({ 'fixed_width.webp': sizedWebp({ width: 202, height: 100 }) })],
    ['2 px too high', 400, () => ({ 'fixed_width_small.gif': sizedGif({ width: 100, height: 52 }) })],
    ['smaller than its name', 400, () => ({ 'fixed_height.gif': sizedGif({ width: 200, height: 100 }) })],
    [
      'one of many frames',
      400,
      () => ({ 'original.webp': sizedWebp({ ...ORIGINAL, frames: 1, delayMs: 240 }) }),
    ],
    [
      'a frame too few',
      400,
      () => ({ 'original.webp': sizedWebp({ ...ORIGINAL, frames: 2, delayMs: 120 }) }),
    ],
    [
      'a frame too many',
      400,
      () => ({ 'original.webp': sizedWebp({ ...ORIGINAL, frames: 4, delayMs: 60 }) }),
    ],
    [
      'shorter by more than a frame',
      400,
      () => ({ 'original.webp': sizedWebp({ ...ORIGINAL, delayMs: 50 }) }),
    ],
    ['an AVIF that is a WebP', 400, () => ({ 'fixed_width.avif': sizedWebp({ width: 200, height: 100 }) })],
    ['an AVIF 2 px too wide', 400, () => ({ 'fixed_width.avif': sizedAvif({ width: 202, height: 100 }) })],
    [
      'an AVIF a frame too short',
      400,
      () => ({ 'fixed_width.avif': sizedAvif({ width: 200, height: 100, frames: 2, delayMs: 120 }) }),
    ],
    ['an AVIF twice as long', 400, () => ({ 'original.avif': sizedAvif({ ...ORIGINAL, delayMs: 160 }) })],
    ['a sample of 50 px', 400, () => ({ 'fixed_width.webp': sizedWebp({ width: 50, height: 50 }) })],
    ['twice as long', 400, () => ({ 'original.gif': sizedGif({ ...ORIGINAL, delayMs: 160 }) })],
    ['a broken file', 400, () => ({ 'fixed_width.webp': sampleBytes('webp').slice(0, 100) })],
    ['no file', 400, () => ({})],
    [
      'one bad file after a good one',
      400,
      () => ({ 'original.webp': sampleBytes('webp'), 'x.gif': sampleBytes('gif') }),
    ],
  ])('T56: %s: refused, and nothing of the form is kept', async (_what, status, files) => {
    const id = await upload(ann, freshFile())
    const [rows, keys] = [await rowsOf(id), await storedKeys()]
    expect((await send(ann, id, files())).status).toBe(status)
    expect(await rowsOf(id)).toEqual(rows)
    await vi.waitFor(async () => expect(await storedKeys()).toEqual(keys))
  })

  it.each<[string, Record<string, Uint8Array<ArrayBuffer>>]>([
    ['1 px off', { 'fixed_width.webp': sizedWebp({ width: 201, height: 99 }) }],
    ['as small as the original', { 'fixed_height.gif': sizedGif(ORIGINAL) }],
    ['a still', { 'fixed_height_small_still.webp': sizedWebp({ width: 200, height: 100, frames: 1 }) }],
    ['off by less than a frame', { 'original.webp': sizedWebp({ ...ORIGINAL, delayMs: 100 }) }],
  ])('%s: taken', async (_what, files) => {
    const id = await upload(ann, freshFile())
    expect((await send(ann, id, files)).status).toBe(200)
  })

  it.each([
    [20, 10, 200],
    [20, 7, 400],
    [12, 30, 200],
    [7, 12, 400],
  ])('of %i frames with %i of them, in the same time: %i', async (before, after, status) => {
    const size = { width: 64, height: 64 }
    const id = await upload(ann, sizedGif({ ...size, frames: before, delayMs: 420 }, `${before} ${after}`))
    const delayMs = (before * 420) / after
    const moving = { ...size, frames: after, delayMs }
    expect((await send(ann, id, { 'original.webp': sizedWebp(moving) })).status).toBe(status)
    expect((await send(ann, id, { 'original.avif': sizedAvif(moving) })).status).toBe(status)
  })

  it('T35: of somebody else are refused before the body is read, of nothing too', async () => {
    const id = await upload(ann, freshFile())
    expect((await send(bob, id, { 'fixed_width.webp': sampleBytes('webp') })).status).toBe(403)
    expect((await send(bob, 'nothing1', { 'fixed_width.webp': sampleBytes('webp') })).status).toBe(404)
  })
})

describe('edit and delete', () => {
  const edit = (who: Visitor, gif_id: string, key: string, value: string) =>
    who.call('POST /ajax/gif/update', { form: { gif_id, key, value } })
  const rowOf = (id: string) => env.DB.prepare('SELECT * FROM gifs WHERE id = ?1').bind(id).first()

  it.each([
    ['title', 'A new name', { title: 'A new name' }],
    ['alt_text', 'A square', { alt_text: 'A square' }],
    ['tags', 'one, two,one', { tags: '["one","two"]' }],
    ['rating', 'pg-13', { rating: 'pg-13' }],
    ['source', 'https://a.test/', { source: 'https://a.test/' }],
    ['is_hidden', 'true', { is_hidden: 1 }],
    ['is_indexable', '0', { is_indexable: 0 }],
    ['type', 'sticker', { type: 'sticker' }],
  ])('%s becomes %s', async (key, value, row) => {
    const id = await upload(ann, freshFile())
    const response = await edit(ann, id, key, value)
    expect([response.status, await response.json()]).toEqual([200, { gif_id: id, key, value }])
    expect(await rowOf(id)).toMatchObject(row)
  })

  it('T34: other keys and bad values change nothing', async () => {
    const id = await upload(ann, freshFile())
    const before = await rowOf(id)
    const tries = [
      'id x',
      'user_id id-bob',
      'is_removed 0',
      'is_featured 1',
      'heat 9',
      'rating x',
      'source javascript:1',
      '__proto__ x',
    ]
    for (const each of tries) {
      const [key = '', value = ''] = each.split(' ')
      expect([each, (await edit(ann, id, key, value)).status]).toEqual([each, 400])
    }
    expect(await rowOf(id)).toEqual(before)
  })

  it('T35: an owner and staff edit and delete, others do not; what staff did is in the log', async () => {
    const id = await upload(ann, freshFile(), { tags: 'deleted' })
    expect((await edit(bob, id, 'title', 'x')).status).toBe(403)
    expect((await bob.call(`DELETE /api/v1/gifs/${id}/`)).status).toBe(403)
    expect((await edit(sam, id, 'title', 'By Sam')).status).toBe(200)
    const keys = await storedKeys()
    expect((await sam.call(`DELETE /api/v1/gifs/${id}/`)).status).toBe(204)
    expect(await rowOf(id)).toBeNull()
    await vi.waitFor(async () => expect((await storedKeys()).length).toBe(keys.length - 1))
    const { results } = await env.DB.prepare('SELECT actor, action FROM audit WHERE target = ?1 ORDER BY id')
      .bind(`gif/${id}`)
      .all()
    expect(results).toEqual([
      { actor: 'sam', action: 'gif.title' },
      { actor: 'sam', action: 'gif.delete' },
    ])
    expect((await site.visitor().call(`GET /media/${id}/original.gif`)).status).toBe(404)
    expect(await countOf("SELECT count(*) AS n FROM tags WHERE tag = 'deleted'")).toBe(0)
  })

  it('a file that another item uses stays', async () => {
    const id = await upload(ann, freshFile())
    const key = await env.DB.prepare('SELECT file FROM uploads WHERE gif_id = ?1')
      .bind(id)
      .first<string>('file')
    const other = await upload(ann, freshFile())
    await env.DB.prepare("UPDATE renditions SET r2_key = ?1 WHERE gif_id = ?2 AND name = 'downsized'")
      .bind(key, other)
      .run()
    expect((await ann.call(`DELETE /api/v1/gifs/${id}/`)).status).toBe(204)
    await vi.waitFor(async () => expect(await countOf('SELECT count(*) AS n FROM unused_files')).toBe(0))
    expect(await storedKeys()).toContain(key)
  })

  it('an item that was taken down is gone for its owner too', async () => {
    const id = await upload(ann, freshFile())
    await env.DB.prepare('UPDATE gifs SET is_removed = 1 WHERE id = ?1').bind(id).run()
    expect((await edit(ann, id, 'title', 'x')).status).toBe(410)
    expect((await ann.call(`DELETE /api/v1/gifs/${id}/`)).status).toBe(410)
  })
})

describe('§7 the call to action of an item', () => {
  const fields = { link: 'https://shop.test/cat', text: 'Buy the cat' }
  const put = (who: Visitor, id: string, form = fields) => who.call(`PUT /v1/gifs/${id}/cta`, { form })
  const ctaOf = (id: string) =>
    env.DB.prepare('SELECT cta_link, cta_text FROM gifs WHERE id = ?1').bind(id).first()

  it('is set, read and taken away by the owner or staff', async () => {
    const id = await upload(ann, freshFile())
    const response = await put(ann, id)
    expect([response.status, await response.json()]).toMatchObject([200, { meta: { status: 200 } }])
    const read = await site.visitor().call(`GET /v1/gifs/${id}`)
    expect(await read.json()).toMatchObject({ data: { cta: fields } })
    expect((await sam.call(`DELETE /v1/gifs/${id}/cta`)).status).toBe(200)
    expect(await ctaOf(id)).toEqual({ cta_link: '', cta_text: '' })
    const log = env.DB.prepare("SELECT actor FROM audit WHERE action = 'gif.cta' AND target = ?1")
    expect((await log.bind(`gif/${id}`).all()).results).toEqual([{ actor: 'sam' }])
  })

  it('T35: others, strangers, other sites and bad links change nothing', async () => {
    const id = await upload(ann, freshFile())
    expect((await put(bob, id)).status).toBe(403)
    expect((await put(site.visitor(), id)).status).toBe(403)
    expect((await put(ann, id, { link: 'javascript:alert(1)', text: 'x' })).status).toBe(400)
    expect((await ann.call(`GET /v1/gifs/${id}/cta`)).status).toBe(405)
    expect(await ctaOf(id)).toEqual({ cta_link: '', cta_text: '' })
  })

  it('goes to a configured provider with the caller’s token, and never without one', async () => {
    const elsewhere = embeddedSite({ PROVIDER_URL: 'https://api.provider.test', PROVIDER_KEY: 'our-key' })
    const requests: Request[] = []
    const fetched = vi.spyOn(globalThis, 'fetch').mockImplementation(async (request) => {
      requests.push(request as Request)
      return Response.json({ meta: { status: 200 } }, { status: requests.length === 1 ? 200 : 403 })
    })
    expect((await put(elsewhere.visitor(), 'abc123')).status).toBe(401)
    expect(requests).toEqual([])
    const call = () => elsewhere.visitor().call('PUT /v1/gifs/abc123/cta', { token: 'theirs', form: fields })
    expect((await call()).status).toBe(200)
    const refused = await call()
    expect([refused.status, await refused.text()]).toEqual([403, expect.not.stringContaining('our-key')])
    const [request] = requests
    expect(request?.url).toBe('https://api.provider.test/v1/gifs/abc123/cta?api_key=our-key')
    expect([request?.method, request?.headers.get('Authorization')]).toEqual(['PUT', 'Token theirs'])
    expect(await request?.text()).toBe(new URLSearchParams(fields).toString())
    fetched.mockRestore()
  })
})
