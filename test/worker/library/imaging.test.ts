import { env } from 'cloudflare:workers'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { dropFiles } from '../../../origin/uploads/file-rows.ts'
import { type SampleKind, sampleBytes } from '../../fixtures/library/media-samples.ts'
import { countOf, freshFile, storedKeys, upload, uploadForm } from '../../fixtures/library/uploads.ts'
import { addPeople, embeddedSite, HERE, signedIn, type Visitor } from '../../fixtures/site/embedded-site.ts'

const jobs = { DB: env.DB, MEDIA: env.MEDIA } as unknown as Parameters<typeof dropFiles>[0]
/** Deletes files at once; renditions are not made. */
const JOBS = {
  send: async ({ kind }: { kind: string }) => void (kind === 'files' && (await dropFiles(jobs))),
}
const site = embeddedSite({ PUBLIC_URL: HERE, IMAGING_HOSTS: 'media.example', JOBS })
let ann: Visitor
let mod: Visitor
let sam: Visitor

beforeAll(async () => {
  await addPeople([
    { username: 'ann' },
    { username: 'mod', role: 'moderator' },
    { username: 'sam', role: 'staff' },
  ])
  ann = await signedIn(site, 'ann')
  mod = await signedIn(site, 'mod')
  sam = await signedIn(site, 'sam')
})
afterEach(() => void vi.restoreAllMocks())

type Clip = { url: string; type: string; start: number; duration: number; size: number; cut_at: string }

const trimFile = (bytes: Uint8Array<ArrayBuffer>, fields: Record<string, string>, who = ann) =>
  who.call('POST /imaging/trim', { body: uploadForm(bytes, fields) })

/** What the call answers, which must be a 200. */
async function json<T>(response: Response): Promise<T> {
  const text = await response.text()
  expect([response.status, text]).toEqual([200, expect.stringContaining('{')])
  return JSON.parse(text) as T
}

const pathOf = (url: string) => url.slice(HERE.length)

async function fileAt(url: string) {
  const response = await site.visitor().call(`GET ${pathOf(url)}`)
  return {
    status: response.status,
    headers: response.headers,
    bytes: new Uint8Array(await response.arrayBuffer()),
  }
}

const addressed = (call: string, field: string, address: string, more = '') =>
  ann.call(`GET /imaging/${call}?${field}=${encodeURIComponent(address)}${more}`)

const serve = (kind: SampleKind, type: string) =>
  vi
    .spyOn(globalThis, 'fetch')
    .mockImplementation(async () => new Response(sampleBytes(kind), { headers: { 'Content-Type': type } }))

describe('§7 the imaging service, embedded', () => {
  it.each([
    ['gif', { start: 0.08, duration: 0.08, cut_at: 'frame', width: 240, height: 120 }],
    ['webp', { start: 0.08, duration: 0.08, cut_at: 'frame', width: 240, height: 120 }],
    ['mp4', { start: 0, cut_at: 'key_frame', width: 64, height: 32 }],
  ] as const)('trims a %s, and the clip is at the address it answers', async (kind, wanted) => {
    const times = { start: '0.1', duration: '0.05' }
    const clip = await json<Clip>(await trimFile(sampleBytes(kind), times))
    expect(clip).toMatchObject(wanted)
    const { status, headers, bytes } = await fileAt(clip.url)
    expect([status, bytes.byteLength, headers.get('Content-Type')]).toEqual([200, clip.size, clip.type])
    expect(headers.get('X-Robots-Tag')).toBe('noindex')
    expect(bytes.byteLength).toBeLessThan(sampleBytes(kind).byteLength + 200)
  })

  it('reads and trims a file at an address, fetched once and without anything of the visitor', async () => {
    const fetched = serve('webp', 'image/webp')
    const info = await json(
      await addressed('fetch/video/info', 'url', 'https://media.example/a/Happy%20cat.webp'),
    )
    const url = 'https://media.example/a/Happy%20cat.webp'
    const size = sampleBytes('webp').byteLength
    const about = { title: 'Happy%20cat', type: 'image/webp', duration: 0.24, width: 240, height: 120 }
    expect(info).toEqual({ ...about, url, thumbnail_url: url, size })
    const clip = await json<Clip>(await addressed('trim', 'media_url', url, '&start=0.08'))
    expect(clip).toMatchObject({ start: 0.08, duration: 0.16 })
    expect(fetched.mock.calls.map(([request]) => [...(request as Request).headers.keys()])).toEqual([
      ['accept'],
      ['accept'],
    ])
  })

  it('T10: an address on another host, or of another file of ours, is refused without a connection', async () => {
    const fetched = serve('gif', 'image/gif')
    for (const [address, status] of [
      ['https://elsewhere.example/a.gif', 400],
      [`${HERE}/healthz`, 404],
      [`${HERE}/media/nothing/original.gif`, 404],
    ] as const) {
      expect((await addressed('trim', 'media_url', address)).status).toBe(status)
    }
    expect(fetched).not.toHaveBeenCalled()
  })

  it.each([
    ['text', () => new TextEncoder().encode('GIF89a and then words'), {}, 400],
    ['an APNG', () => sampleBytes('png'), {}, 501],
    ['a start after the end', freshFile, { start: '9' }, 400],
    ['no time at all', freshFile, { duration: '0' }, 400],
    ['no file', undefined, {}, 400],
  ])('refuses %s, and stores nothing', async (_what, bytes, fields, status) => {
    const before = await storedKeys()
    const response = await ann.call('POST /imaging/trim', {
      body: uploadForm(bytes?.() as Uint8Array<ArrayBuffer> | undefined, fields as Record<string, string>),
    })
    expect([response.status, await response.json()]).toEqual([
      status,
      { error: expect.any(Object) as object },
    ])
    expect(await storedKeys()).toEqual(before)
  })

  it('T41: is for people who are logged in', async () => {
    expect((await trimFile(sampleBytes('gif'), {}, site.visitor())).status).toBe(403)
    expect(
      (await site.visitor().call(`GET /imaging/trim?media_url=${HERE}/media/a/original.gif`)).status,
    ).toBe(401)
  })

  it('counts cuts as uploads, by person', async () => {
    const limited = embeddedSite({ UPLOAD_LIMIT: { limit: async () => ({ success: false }) } })
    expect((await trimFile(sampleBytes('gif'), {}, await signedIn(limited, 'ann'))).status).toBe(429)
  })
})

describe('what becomes of a clip', () => {
  it.each<[string, (id: string) => Promise<Response>]>([
    [
      'is hidden',
      (gif_id) => mod.call('POST /ajax/gif/update', { form: { gif_id, key: 'is_hidden', value: '1' } }),
    ],
    ['is hidden by its owner', (id) => ann.call(`PUT /api/v1/gifs/${id}/`, { form: { is_hidden: 'true' } })],
    [
      'is hidden in the queue',
      (id) => mod.call(`POST /api/v1/gifs/${id}/moderation`, { form: { action: 'hide' } }),
    ],
    [
      'is taken down',
      (gif_id) =>
        sam.call('POST /api/v3/content-takedown/takedown', {
          json: { takedowns: [{ gif_id, reason: 'theirs' }] },
        }),
    ],
    ['is deleted', (id) => ann.call(`DELETE /api/v1/gifs/${id}/`)],
  ])('T56: one of an item that %s ends with it at once, also when it was cut again', async (_what, act) => {
    const before = (await storedKeys()).length
    const id = await upload(ann)
    const first = await json<Clip>(await addressed('trim', 'media_url', `${HERE}/media/${id}/original.gif`))
    const second = await json<Clip>(await addressed('trim', 'media_url', first.url, '&duration=0.05'))
    const states = async () => [(await fileAt(first.url)).status, (await fileAt(second.url)).status]
    expect(await states()).toEqual([200, 200])
    expect((await fileAt(first.url)).headers.get('Cache-Control')).toBe('private, no-cache')
    await act(id)
    expect(await states()).toEqual([404, 404])
    expect((await mod.call(`GET ${pathOf(first.url)}`)).status).toBe(404)
    expect(await countOf('SELECT count(*) AS n FROM clips WHERE gif_id = ?1', id)).toBe(0)
    // Its own file, which a deletion alone drops.
    const own = await countOf('SELECT count(*) AS n FROM gifs WHERE id = ?1', id)
    await vi.waitFor(async () => expect((await storedKeys()).length).toBe(before + Number(own)))
  })

  it('is there for a day, and then its file goes too', async () => {
    const { url } = await json<Clip>(await trimFile(sampleBytes('gif'), {}))
    const key = await env.DB.prepare(
      "SELECT r2_key FROM clips WHERE id = substr(?1, instr(?1, 'clip-') + 5, 32)",
    )
      .bind(url)
      .first<string>('r2_key')
    await dropFiles(jobs)
    expect(await storedKeys()).toContain(key)
    vi.useFakeTimers({ now: Date.now() + 25 * 60 * 60 * 1000, toFake: ['Date'] })
    try {
      expect((await fileAt(url)).status).toBe(404)
      await dropFiles(jobs)
      expect(await storedKeys()).not.toContain(key)
      const later = await signedIn(embeddedSite({ PUBLIC_URL: HERE }), 'ann')
      await json(await trimFile(sampleBytes('gif'), {}, later))
      expect(await countOf('SELECT count(*) AS n FROM clips WHERE r2_key = ?1', key)).toBe(0)
    } finally {
      vi.useRealTimers()
    }
  })

  it('F12: where the bucket fails there is no clip', async () => {
    const before = await countOf('SELECT count(*) AS n FROM clips')
    const put = () => Promise.reject(new Error('R2'))
    const sick = embeddedSite({ MEDIA: { ...env.MEDIA, put, createMultipartUpload: put } })
    const response = await trimFile(sampleBytes('gif'), {}, await signedIn(sick, 'sam'))
    expect([response.status, response.headers.get('Retry-After')]).toEqual([503, '6'])
    expect(await countOf('SELECT count(*) AS n FROM clips')).toBe(before)
  })
})
