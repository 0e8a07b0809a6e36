import { env } from 'cloudflare:workers'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { JobDeps } from '../../../origin/job.ts'
import { contentOf, DOORS, passDoor } from '../../../origin/uploads/bytes-door.ts'
import { hashFiles } from '../../../origin/uploads/hash-files.ts'
import { sizedGif, sizedWebp } from '../../fixtures/library/sized-media.ts'
import { countOf, upload, uploadForm } from '../../fixtures/library/uploads.ts'
import {
  addPeople,
  embeddedSite,
  HERE,
  PASSWORD,
  signedIn,
  somebodyNew,
  type Visitor,
} from '../../fixtures/site/embedded-site.ts'

type Bytes = Uint8Array<ArrayBuffer>
type Made = { id: string; owner: Visitor; original: Bytes; rendition: Bytes }

const jobs = { DB: env.DB, MEDIA: env.MEDIA } as unknown as JobDeps
const site = embeddedSite({
  PUBLIC_URL: HERE,
  IMAGING_HOSTS: 'media.example',
  JOBS: { send: async () => ({}) },
})
let mod: Visitor
let sam: Visitor
let bob: Visitor

beforeAll(async () => {
  mod = await somebodyNew(site, { username: 'mod', role: 'moderator' })
  sam = await somebodyNew(site, { username: 'sam', role: 'staff' })
  bob = await somebodyNew(site, { username: 'bob' })
})
afterEach(() => void vi.restoreAllMocks())

const SIZE = { width: 240, height: 120 }
let number = 0
let webps = 0
/** Files that no other item has. */
const freshGif = () => sizedGif(SIZE, `words ${number++}`)
const freshWebp = () => sizedWebp({ width: 200, height: 100, delayMs: 60 + webps++ })

const sendRendition = (who: Visitor, id: string, name: string, bytes: Bytes) => {
  const body = new FormData()
  body.append(name, new Blob([bytes]), name)
  return who.call(`POST /api/v3/gifs/${id}/renditions`, { body })
}

/** A response that must be good. */
async function good(response: Response): Promise<Response> {
  expect([response.status < 300, response.status < 300 || (await response.clone().text())]).toEqual([
    true,
    true,
  ])
  return response
}

/** An item, and a rendition of it. Who is to leave has a password, which takes a second. */
async function makeItem(isLeaving: boolean): Promise<Made> {
  const username = `owner${number++}`
  if (isLeaving) await addPeople([{ username }])
  const owner = await (isLeaving ? signedIn(site, username) : somebodyNew(site, { username }))
  const [original, rendition] = [freshGif(), freshWebp()]
  const id = await upload(owner, original)
  await good(await sendRendition(owner, id, 'fixed_width.webp', rendition))
  return { id, owner, original, rendition }
}

const takeDown = async ({ id }: Made) => {
  const json = { takedowns: [{ gif_id: id, reason: 'Someone else’s' }] }
  await good(await sam.call('POST /api/v3/content-takedown/takedown', { json }))
}
const restore = async ({ id }: Made) => {
  const row = await env.DB.prepare('SELECT id FROM removals WHERE gif_id = ?1').bind(id).first('id')
  await good(await sam.call(`POST /api/v3/content-takedown/${row}/restore`, { form: {} }))
}
const hide = async ({ id }: Made) =>
  void (await good(await mod.call(`POST /api/v1/gifs/${id}/moderation`, { form: { action: 'hide' } })))
const remove = async ({ id, owner }: Made) =>
  void (await good(await owner.call(`DELETE /api/v1/gifs/${id}/`)))
const leave = async ({ owner }: Made) =>
  void (await good(await owner.call('DELETE /api/v3/account', { form: { password: PASSWORD } })))
// No call deletes what was taken down.
const dropRow = async ({ id }: Made) =>
  void (await env.DB.prepare('DELETE FROM gifs WHERE id = ?1').bind(id).run())

type Outcome = 'refused' | 'hidden and queued' | 'passes'

/** What becomes of an item, and of its bytes at each door then. */
const STATES: Record<string, { steps: ((item: Made) => Promise<void>)[]; ends: Outcome }> = {
  'taken down': { steps: [takeDown], ends: 'refused' },
  'taken down, its owner gone': { steps: [takeDown, leave], ends: 'refused' },
  'taken down, then deleted': { steps: [takeDown, dropRow], ends: 'refused' },
  'hidden by a moderator': { steps: [hide], ends: 'hidden and queued' },
  'hidden, then deleted': { steps: [hide, remove], ends: 'hidden and queued' },
  'hidden, its owner gone': { steps: [hide, leave], ends: 'hidden and queued' },
  'deleted, never decided about': { steps: [remove], ends: 'passes' },
  restored: { steps: [takeDown, restore], ends: 'passes' },
  'deleted and restored': { steps: [takeDown, dropRow, restore], ends: 'passes' },
}

/** What an item is after its bytes have passed. */
async function stateOf(id: string): Promise<Outcome> {
  const row = 'SELECT count(*) AS n FROM gifs WHERE id = ?1 AND is_hidden = 1'
  if (!(await countOf(row, id))) return 'passes'
  expect(await countOf('SELECT count(*) AS n FROM moderation_queue WHERE gif_id = ?1', id)).toBe(1)
  return 'hidden and queued'
}

/** @returns `refused` for a 403 that says why; anything else that is not good fails the test */
async function outcomeOf(response: Response, id?: (text: string) => string): Promise<Outcome> {
  const text = await response.text()
  if (response.status === 403) {
    expect(text).toMatch(/was taken down and cannot be uploaded again|A moderator has hidden this file/)
    return 'refused'
  }
  expect([response.status, text]).toEqual([200, expect.any(String)])
  return id ? stateOf(id(text)) : 'passes'
}

const newId = (text: string) => (JSON.parse(text) as { data: { id: string } }).data.id
const somebody = () => somebodyNew(site, { username: `new${number++}` })

const asPicture = async (name: string, bytes: Bytes) =>
  outcomeOf(await bob.call(`PUT /api/v3/users/self/${name}`, { body: uploadForm(bytes) }))

type Kind = 'original' | 'rendition'
const DOOR: Record<string, (bytes: Bytes, kind: Kind) => Promise<Outcome>> = {
  upload: async (bytes) =>
    outcomeOf(await (await somebody()).call('POST /v1/gifs', { body: uploadForm(bytes) }), newId),

  async address(bytes) {
    vi.spyOn(globalThis, 'fetch').mockImplementation(
      async () => new Response(bytes.slice(), { headers: { 'Content-Type': 'image/gif' } }),
    )
    const form = { source_image_url: 'https://media.example/a.gif' }
    return outcomeOf(await (await somebody()).call('POST /v1/gifs', { form }), newId)
  },

  async rendition(bytes, kind) {
    const who = await somebody()
    const id = await upload(who, freshGif())
    const name = kind === 'original' ? 'original.gif' : 'fixed_width.webp'
    return outcomeOf(await sendRendition(who, id, name, bytes), () => id)
  },

  cut: async (bytes) => outcomeOf(await bob.call('POST /imaging/trim', { body: uploadForm(bytes) })),

  // What `npm run ingest` asks (`tools/library/store-library.test.ts` runs it).
  async import(bytes) {
    const passed = passDoor(env.DB, 'import', [await contentOf(bytes)])
    return passed.then(
      ({ isHidden }) => (isHidden ? 'hidden and queued' : 'passes'),
      () => 'refused' as const,
    )
  },

  avatar: (bytes) => asPicture('avatar', bytes),
  banner: (bytes) => asPicture('banner', bytes),
}

describe('T56: bytes have one door', () => {
  const table: Record<string, Record<string, string>> = {}
  afterAll(() => {
    const rows = Object.entries(table).map(([what, cells]) => [what, ...Object.values(cells)].join(' | '))
    console.info([['bytes of what is', ...Object.keys(DOOR)].join(' | '), ...rows].join('\n'))
  })

  describe.each(Object.keys(STATES))('of what is %s', (state) => {
    const { steps, ends } = STATES[state] ?? { steps: [], ends: 'passes' }
    let item: Made

    beforeAll(async () => {
      item = await makeItem(steps.includes(leave))
      for (const step of steps) await step(item)
    })

    it.each(Object.keys(DOOR))('%s', async (door) => {
      // Without an item there is no one who could look at it.
      const isRefused = ends === 'hidden and queued' && ['cut', 'avatar', 'banner'].includes(door)
      for (const kind of ['original', 'rendition'] as const) {
        const outcome = await DOOR[door]?.(item[kind], kind)
        table[`${state}: ${kind}`] = { ...table[`${state}: ${kind}`], [door]: String(outcome) }
        expect([kind, outcome]).toEqual([kind, isRefused ? 'refused' : ends])
      }
    })
  })

  it('asks at each of them', () => {
    expect(Object.keys(DOORS).sort()).toEqual(Object.keys(DOOR).sort())
  })

  it('shows nothing to the owner of what came back hidden, until a moderator does; then its bytes pass', async () => {
    const item = await makeItem(false)
    await hide(item)
    await remove(item)
    const who = await somebody()
    const gif_id = await upload(who, item.original)
    const show = { form: { gif_id, key: 'is_hidden', value: '0' } }
    expect((await who.call('POST /ajax/gif/update', show)).status).toBe(403)
    expect((await site.visitor().call(`GET /media/${gif_id}/original.gif`)).status).toBe(404)
    await good(await mod.call('POST /ajax/gif/update', show))
    await remove({ ...item, id: gif_id, owner: who })
    expect(await DOOR.upload?.(item.original, 'original')).toBe('passes')
  })

  it('takes no upload whose bytes are taken down while it is on its way', async () => {
    const item = await makeItem(false)
    await remove(item)
    const put = async (...args: Parameters<typeof env.MEDIA.put>) => {
      await env.DB.prepare(
        "INSERT INTO removed_files (sha256, gif_id, kind, created_at) VALUES (?1, 'x', 'removed', 'x')",
      )
        .bind(await contentOf(item.original))
        .run()
      return env.MEDIA.put(...args)
    }
    const slow = embeddedSite({ MEDIA: { ...env.MEDIA, put }, JOBS: { send: async () => ({}) } })
    const who = await somebodyNew(slow, { username: `new${number++}` })
    const response = await who.call('POST /v1/gifs', { body: uploadForm(item.original) })
    expect(await outcomeOf(response)).toBe('refused')
    expect(await countOf('SELECT count(*) AS n FROM gifs WHERE user_id = ?1', `id-new${number - 1}`)).toBe(0)
  })

  it('knows a file that was stored before its content was noted, once a job has read it', async () => {
    const item = await makeItem(false)
    await env.DB.prepare("UPDATE renditions SET sha256 = NULL WHERE gif_id = ?1 AND name = 'fixed_width'")
      .bind(item.id)
      .run()
    await takeDown(item)
    expect(await hashFiles(jobs, item.id)).toBe(false)
    expect(await DOOR.upload?.(item.rendition, 'rendition')).toBe('refused')
    expect(await countOf('SELECT count(*) AS n FROM renditions WHERE sha256 IS NULL')).toBe(0)
  })

  it('leaves a still to another item that shows it too: a black first frame is in many', async () => {
    const [one, other] = [await makeItem(false), await makeItem(false)]
    const still = sizedWebp({ ...SIZE, frames: 1 })
    for (const { owner, id } of [one, other])
      await good(await sendRendition(owner, id, 'original_still.webp', still))
    await takeDown(one)
    expect((await sendRendition(other.owner, other.id, 'original_still.webp', still)).status).toBe(200)
    await takeDown(other)
    expect(await DOOR.upload?.(still, 'rendition')).toBe('refused')
  })

  it('finds what it asks for by indexes, however large the library is', async () => {
    const asked = new Set<string>()
    const prepare = (sql: string) => {
      if (/removed_files|item_hashes|sha256/.test(sql)) asked.add(sql)
      return env.DB.prepare(sql)
    }
    const DB = { prepare, batch: env.DB.batch.bind(env.DB), withSession: () => DB }
    const watched = embeddedSite({ DB, PUBLIC_URL: HERE, JOBS: { send: async () => ({}) } })
    const who = await somebodyNew(watched, { username: `new${number++}` })
    const id = await upload(who, freshGif())
    await good(await sendRendition(who, id, 'fixed_width.webp', freshWebp()))
    await good(await who.call('POST /imaging/trim', { body: uploadForm(freshGif()) }))
    await good(await who.call(`DELETE /api/v1/gifs/${id}/`))
    await hashFiles({ ...jobs, DB } as unknown as JobDeps)
    await hashFiles({ ...jobs, DB } as unknown as JobDeps, id)
    const plain = (sql: string) => sql.replaceAll(/\?\d*/g, 'NULL')
    const plans = await Promise.all(
      [...asked].map((sql) => env.DB.prepare(`EXPLAIN QUERY PLAN ${plain(sql)}`).all<{ detail: string }>()),
    )
    const scans = plans.flatMap(({ results }) => results.map(({ detail }) => detail))
    // The index of files that were not read has nothing else.
    const reads = /^SCAN (?!json_each|CONSTANT|\(sub|item_hashes|renditions USING INDEX renditions_not_read)/
    expect([asked.size > 5, scans.filter((detail) => reads.test(detail))]).toEqual([true, []])
  })

  it('ends a clip of a file from elsewhere when its bytes are taken down', async () => {
    const item = await makeItem(false)
    const cut = await good(await bob.call('POST /imaging/trim', { body: uploadForm(item.original) }))
    const { url } = await cut.json<{ url: string }>()
    const status = async () => (await site.visitor().call(`GET ${url.slice(HERE.length)}`)).status
    expect(await status()).toBe(200)
    await takeDown(item)
    expect(await status()).toBe(404)
  })
})
