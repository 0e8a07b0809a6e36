import { createExecutionContext, createMessageBatch, getQueueResult } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { renditionSize } from '../../../shared/picture/rendition-size.ts'
import { addStaffLink } from '../../../tools/library/staff-link.ts'
import worker from '../../../worker/index.ts'
import { type Asked, imageService } from '../../fixtures/library/image-service.ts'
import { type SampleKind, sampleBytes } from '../../fixtures/library/media-samples.ts'
import { sizedGif, sizedWebp } from '../../fixtures/library/sized-media.ts'
import { storedKeys, upload } from '../../fixtures/library/uploads.ts'
import { embeddedSite, HERE, type Visitor } from '../../fixtures/site/embedded-site.ts'

// Before the caches are made, which keep the clock that they find.
vi.useFakeTimers({ toFake: ['Date'] })
afterAll(() => vi.useRealTimers())

/** The jobs that the product has handed to its queue, and nobody has done yet. */
const jobs: unknown[] = []
const site = embeddedSite({ JOBS: { send: async (job: unknown) => void jobs.push(job) } })

/** How many frames the file has that the image service is given. */
const FRAMES = { gif: 3, webp: 3, png: 2, mp4: 3 }
let frames = 3
const asMany = (one: (sized: Asked) => Uint8Array<ArrayBuffer>) => (asked: Asked) =>
  one({ ...asked, frames: Math.min(asked.frames, frames) })
const IMAGES = imageService({ 'image/gif': asMany(sizedGif), 'image/webp': asMany(sizedWebp) })

/** Jobs are tried as often as a queue tries them, and a job may bring another one. */
async function doJobs(): Promise<void> {
  for (let attempts = 1; jobs.length > 0; attempts++) {
    const bodies = jobs.splice(0)
    const messages = bodies.map((body, at) => ({ id: `m${at}`, timestamp: new Date(), attempts, body }))
    const batch = createMessageBatch('loopframe-jobs', messages)
    await worker.queue(batch as never, { ...env, IMAGES, MAIL: undefined, PUBLIC_URL: HERE } as never)
    const { retryMessages } = await getQueueResult(batch, createExecutionContext())
    if (attempts > 3) throw new Error(`Jobs do not end: ${JSON.stringify(bodies)}`)
    jobs.push(...retryMessages.map(({ msgId }) => bodies[Number(msgId.slice(1))]))
  }
}

/** §9: what an isolate has read is fresh for a minute; the first read after it has the old copy renewed. */
async function readLater(path: string): Promise<Response> {
  vi.setSystemTime(Date.now() + 61_000)
  await (await site.visitor().call(`GET ${path}`)).text()
  return site.visitor().call(`GET ${path}`)
}

const PASSWORD = 'four words are enough'

let staff: Visitor

beforeAll(async () => {
  staff = site.visitor()
  const link = new URL(await addStaffLink(env.DB, 'first'), HERE)
  const form = { token: link.searchParams.get('token') ?? '' }
  expect((await staff.call('POST /api/v3/login', { form })).status).toBe(200)
})

/** Registers somebody, whose mail the staff reads, and signs them in. */
async function join(username: string): Promise<Visitor> {
  const visitor = site.visitor()
  const email = `${username}@example.test`
  await visitor.call('GET /login/check')
  const account = { username, email, password: PASSWORD }
  expect((await visitor.call('POST /api/v3/register', { form: account })).status).toBe(200)
  const early = await visitor.call('POST /api/v3/login', { form: { username, password: PASSWORD } })
  expect(early.status).toBe(403)
  type Mail = { id: number; to: string; text: string }
  const { results } = await (await staff.call('GET /api/v3/outbox/')).json<{ results: Mail[] }>()
  const mail = results.find(({ to }) => to === email)
  const form = { reason: 'no mail service yet' }
  const { text } = await (await staff.call(`POST /api/v3/outbox/${mail?.id}/reveal`, { form })).json<Mail>()
  const token = /\/register\/confirm\?token=(\S+)/.exec(text)?.[1] ?? ''
  expect((await visitor.call('POST /api/v3/register/confirm', { form: { token } })).status).toBe(200)
  const signIn = await visitor.call('POST /api/v3/login', { form: { username, password: PASSWORD } })
  expect([signIn.status, await signIn.json()]).toMatchObject([200, { username }])
  return visitor
}

type Images = Record<string, Record<string, string>>
type Item = {
  id: string
  type: string
  slug: string
  title: string
  user?: { username: string }
  images: Images
}

async function itemOf(id: string, who = site.visitor()): Promise<Item> {
  const response = await who.call(`GET /v1/gifs/${id}`)
  expect(response.status).toBe(200)
  return (await response.json<{ data: Item }>()).data
}

const statusOf = async (path: string, who = site.visitor()) => (await who.call(`GET ${path}`)).status

/** Where an item is seen: its API, its embed and its page. */
const places = ({ id, slug, type }: Item) => [
  `/v1/gifs/${id}`,
  `/embed/${slug}`,
  `/${type === 'sticker' ? 'stickers' : 'gifs'}/${slug}`,
]

async function expectSeen(item: Item, status: number, who?: Visitor): Promise<void> {
  for (const path of places(item)) expect([path, await statusOf(path, who)]).toEqual([path, status])
}

const MEDIA = ['url', 'webp', 'mp4'] as const
const TYPES = { gif: 'image/gif', webp: 'image/webp', png: 'image/png', mp4: 'video/mp4' } as const

/** All addresses of files that the API names. */
const filesOf = ({ images }: Item) =>
  [...new Set(Object.values(images).flatMap((one) => MEDIA.flatMap((name) => one[name] ?? [])))].map(
    (address) => new URL(address).pathname,
  )

/** Every file is there, whole and in part. */
async function expectPlays(item: Item): Promise<void> {
  const files = filesOf(item)
  expect(files.length).toBeGreaterThan(0)
  for (const path of files) {
    const whole = await site.visitor().call(`GET ${path}`)
    const format = path.split('.').pop() as SampleKind
    expect([path, whole.status, whole.headers.get('Content-Type')]).toEqual([path, 200, TYPES[format]])
    const bytes = new Uint8Array(await whole.arrayBuffer())
    const part = await site.visitor().call(`GET ${path}`, { headers: { Range: 'bytes=2-9' } })
    expect([part.status, new Uint8Array(await part.arrayBuffer())]).toEqual([206, bytes.slice(2, 10)])
  }
  for (const path of places(item).slice(1)) {
    const page = await (await site.visitor().call(`GET ${path}`)).text()
    expect(page, path).toContain(`/media/${item.id}/`)
  }
}

/** What clients of the API read of an item that moves (`docs/wire.md`). */
const PICTURES = [
  ...['original', 'downsized', 'downsized_medium', 'downsized_large'],
  ...['fixed_width', 'fixed_width_small', 'fixed_width_downsampled', 'fixed_width_still'],
  ...['fixed_height', 'fixed_height_small', 'fixed_height_downsampled', 'fixed_height_still'],
  ...['original_still', 'preview_gif', 'preview_webp'],
]
const FILM = ['original', 'original_mp4', 'looping', 'preview', 'fixed_width', 'fixed_height']

/** The sample's. */
const FILM_SIZE = { width: 64, height: 32 }

/** What a person does who makes a film's renditions elsewhere, with an API token. */
async function sendRenditions(who: Visitor, id: string): Promise<void> {
  const made = await who.call('POST /api/v3/tokens', { form: { name: 'Renditions' } })
  const { token } = await made.json<{ token: string }>()
  const body = new FormData()
  const names = [
    'original.gif',
    'fixed_width.gif',
    'fixed_width.webp',
    'fixed_height.gif',
    'fixed_height_small.webp',
  ]
  for (const name of names) {
    const [rendition = '', format] = name.split('.')
    const size = renditionSize(rendition, FILM_SIZE)
    const bytes = format === 'gif' ? sizedGif(size) : sizedWebp(size)
    body.append(name, new Blob([bytes]), name)
  }
  const response = await site.visitor().call(`POST /api/v3/gifs/${id}/renditions`, { body, token })
  expect([response.status, await response.json()]).toMatchObject([200, { state: 'done', made: names.length }])
}

const edit = (who: Visitor, gif_id: string, key: string, value: string) =>
  who.call('POST /ajax/gif/update', { form: { gif_id, key, value } })

describe('a story from an empty database, by HTTP alone', () => {
  const owners = new Map<string, Visitor>()
  const items = new Map<string, Item>()
  const the = (kind: string) => {
    const [item, who] = [items.get(kind), owners.get(kind === 'gif' || kind === 'webp' ? 'ann' : 'ben')]
    if (!item || !who) throw new Error('The story has not come so far')
    return { item, who, id: item.id }
  }

  it('begins with nothing', async () => {
    const list = await site.visitor().call('GET /v1/gifs/trending')
    expect(await list.json()).toMatchObject({ data: [], pagination: { total_count: 0 } })
    expect(await statusOf('/')).toBe(200)
  })

  it.each(['ann', 'ben'])('%s registers, confirms the address and signs in', async (name) => {
    owners.set(name, await join(name))
    const check = await owners.get(name)?.call('GET /login/check')
    expect(await check?.json()).toMatchObject({ logged_in: true, user: { username: name } })
  })

  it.each<[SampleKind, string]>([
    ['gif', 'ann'],
    ['webp', 'ann'],
    ['png', 'ben'],
    ['mp4', 'ben'],
  ])('a %s of %s plays at once, and then has all renditions', async (kind, name) => {
    const who = owners.get(name)
    if (!who) throw new Error(name)
    const id = await upload(who, sampleBytes(kind), {
      title: `A first ${kind}`,
      tags: 'first,loop',
      rating: 'g',
    })
    frames = FRAMES[kind]
    const early = await itemOf(id)
    items.set(kind, early)
    expect(early).toMatchObject({ title: `A first ${kind}`, user: { username: name } })
    await expectPlays(early)
    // The same again is the same item.
    expect(await upload(who, sampleBytes(kind))).toBe(id)

    await doJobs()
    if (kind === 'mp4') await sendRenditions(who, id)
    const progress = await who.call(`GET /api/v3/uploads/${id}`)
    expect(await progress.json()).toMatchObject({ state: 'done' })
    await readLater(`/v1/gifs/${id}`)
    const item = await itemOf(id)
    expect(Object.keys(item.images)).toEqual(expect.arrayContaining(kind === 'mp4' ? FILM : PICTURES))
    expect(item.images.fixed_width).toMatchObject({ url: expect.any(String), webp: expect.any(String) })
    await expectPlays(item)
  })

  it('they are in the lists, and found', async () => {
    for (const path of ['/v1/gifs/trending', '/v1/gifs/search?q=first']) {
      const response = await readLater(path)
      const { data } = await response.json<{ data: Item[] }>()
      expect(data.map(({ id }) => id)).toEqual(expect.arrayContaining([the('gif').id, the('webp').id]))
    }
  })

  it('an owner edits, hides and shows an item; nobody else does', async () => {
    const { item, who, id } = the('gif')
    expect((await edit(who, id, 'title', 'Two squares')).status).toBe(200)
    expect((await itemOf(id)).title).toBe('Two squares')
    expect((await edit(owners.get('ben') ?? who, id, 'title', 'Mine')).status).toBe(403)

    expect((await edit(who, id, 'is_hidden', '1')).status).toBe(200)
    await expectSeen(item, 404)
    expect(await statusOf(`/v1/gifs/${id}`, who)).toBe(200)
    expect((await edit(who, id, 'is_hidden', '0')).status).toBe(200)
    await expectSeen(await itemOf(id), 200)
  })

  it('somebody keeps it as a favorite', async () => {
    const { id } = the('gif')
    const { who } = the('mp4')
    const path = `/api/v1/users/self/favorites/${id}`
    expect((await who.call(`PUT ${path}`)).status).toBe(204)
    const kept = await who.call('GET /api/v1/users/self/favorites')
    expect(await kept.json()).toMatchObject({ data: [{ id, title: 'Two squares' }] })
  })

  it('staff take it down, and bring it back', async () => {
    const { who, id } = the('gif')
    const item = await itemOf(id)
    const json = { takedowns: [{ gif_id: id, reason: 'a claim' }], send_email: true }
    expect((await who.call('POST /api/v3/content-takedown/takedown', { json })).status).toBe(403)
    expect((await staff.call('POST /api/v3/content-takedown/takedown', { json })).status).toBe(200)
    await expectSeen(item, 410)
    for (const path of filesOf(item)) expect(await statusOf(path)).toBe(410)
    expect(await statusOf(`/v1/gifs/${id}`, who)).toBe(410)
    const kept = await the('mp4').who.call('GET /api/v1/users/self/favorites')
    expect(await kept.json()).toMatchObject({ data: [] })

    type Takedowns = { results: { id: number; gif_id: string }[] }
    const list = await (await staff.call('GET /api/v3/content-takedown/')).json<Takedowns>()
    const row = list.results.find(({ gif_id }) => gif_id === id)?.id
    const back = await staff.call(`POST /api/v3/content-takedown/${row}/restore`, {
      form: { reason: 'a mistake' },
    })
    expect(back.status).toBe(200)
    await expectSeen(item, 200)
    await expectPlays(item)
  })

  it('one leaves and the items stay, without a name', async () => {
    const { who, id, item } = the('gif')
    const form = { password: PASSWORD, keep_gifs: 'true' }
    expect((await who.call('DELETE /api/v3/account', { form })).status).toBe(204)
    await doJobs()
    expect(await statusOf('/api/v3/tokens', who)).toBe(401)
    await readLater(`/v1/gifs/${id}`)
    expect((await itemOf(id)).user?.username).not.toBe('ann')
    await expectSeen(item, 200)
    await expectPlays(item)
  })

  it('the other leaves, and takes the items along', async () => {
    const [png, mp4] = [the('png'), the('mp4')]
    const before = (await storedKeys()).length
    const form = { password: PASSWORD, keep_gifs: 'false' }
    expect((await png.who.call('DELETE /api/v3/account', { form })).status).toBe(204)
    await doJobs()
    for (const { item } of [png, mp4]) {
      await expectSeen(item, 404)
      for (const path of filesOf(item)) expect(await statusOf(path)).toBe(404)
    }
    expect((await storedKeys()).length).toBeLessThan(before)
    const { results } = await env.DB.prepare('SELECT DISTINCT r2_key FROM renditions ORDER BY 1').all()
    const notes = await env.DB.prepare('SELECT * FROM unused_files').all()
    expect([await storedKeys(), notes.results]).toEqual([results.map(({ r2_key }) => r2_key), []])
    const again = site.visitor()
    const signIn = await again.call('POST /api/v3/login', { form: { username: 'ben', password: PASSWORD } })
    expect(signIn.status).toBe(401)
  })
})
