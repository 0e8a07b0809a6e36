import { env } from 'cloudflare:workers'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { MEDIA_TYPES } from '../../../shared/media/limits.ts'
import { sampleBytes } from '../../fixtures/library/media-samples.ts'
import { sizedMov, sizedWebm } from '../../fixtures/library/sized-media.ts'
import { countOf, freshFile, storedKeys, upload, uploadForm } from '../../fixtures/library/uploads.ts'
import { addPeople, embeddedSite, HERE, signedIn, type Visitor } from '../../fixtures/site/embedded-site.ts'

const site = embeddedSite()
let ann: Visitor

beforeAll(async () => {
  await addPeople([{ username: 'ann' }])
  ann = await signedIn(site, 'ann')
})

afterEach(() => vi.restoreAllMocks())

const items = () => countOf('SELECT count(*) AS n FROM gifs')

/** A body that counts what is read of it, in pieces of so many bytes. */
function watched(bytes: Uint8Array = new Uint8Array(5_000_000), size = 65_536) {
  let read = 0
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const piece = bytes.subarray(read, read + size)
        read += piece.byteLength
        if (piece.byteLength > 0) controller.enqueue(piece)
        else controller.close()
      },
    },
    { highWaterMark: 0 },
  )
  return { body, read: () => read }
}

const MULTIPART = { 'Content-Type': 'multipart/form-data; boundary=x' }

describe('T18: what is refused before the body is read', () => {
  const elsewhere = embeddedSite({ PROVIDER_URL: 'https://api.provider.test', PROVIDER_KEY: 'k' })
  const bare = embeddedSite({ MEDIA: undefined })
  const limited = embeddedSite({
    TRUST_PROXY: 'on',
    UPLOAD_LIMIT: { limit: async () => ({ success: false }) },
  })

  it.each([
    ['a visitor', 403, () => site.visitor(), { 'Content-Type': 'application/octet-stream' }],
    ['a session without its csrftoken', 403, () => ann, { 'X-CSRFToken': '' }],
    ['another origin', 403, () => ann, { Origin: 'https://evil.test' }],
    ['another site', 403, () => ann, { 'Sec-Fetch-Site': 'cross-site' }],
    ['a wrong token', 401, () => site.visitor(), { Authorization: 'Token wrong' }],
    ['a configured provider', 501, () => elsewhere.visitor(), {}],
    ['no bucket', 503, () => bare.visitor(), {}],
    ['a body that says it is too long', 413, () => ann, { 'Content-Length': '30000000' }],
  ])('%s: %i', async (_who, status, who, headers) => {
    const { body, read } = watched()
    const response = await who().call('POST /v1/gifs', { body, headers: { ...MULTIPART, ...headers } })
    expect([response.status, read()]).toEqual([status, 0])
    expect(await response.json()).toMatchObject({ data: [], meta: { status } })
  })

  it.each<[string, string]>([
    ['of zeros', '\0'.repeat(200_000)],
    [
      'of a field without an end',
      `--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n${'a'.repeat(200_000)}`,
    ],
    [
      'of a file',
      `--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n${'a'.repeat(200_000)}`,
    ],
    [
      'of 400 fields',
      '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n'.concat(
        'a\r\n--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n'.repeat(400),
        'a'.repeat(200_000),
      ),
    ],
  ])('a visitor’s form %s: 401 after 16 KB, in which the token may be', async (_what, text) => {
    const { body, read } = watched(new TextEncoder().encode(text), 4096)
    const visitor = site.visitor()
    const response = await visitor.call('POST /v1/gifs', { body, headers: { ...MULTIPART, Origin: '' } })
    expect(response.status).toBe(401)
    expect(read()).toBeLessThanOrEqual(16 * 1024)
  })

  it('more forms of visitors than the limit of a network', async () => {
    const { body, read } = watched()
    const visitor = Object.assign(limited.visitor(), { address: '192.0.2.1' })
    const response = await visitor.call('POST /v1/gifs', { body, headers: MULTIPART })
    expect([response.status, read(), response.headers.get('Retry-After')]).toEqual([429, 0, '60'])
  })

  it('more files than the limit of a user', async () => {
    const visitor = await signedIn(limited, 'ann')
    const { body, read } = watched()
    const response = await visitor.call('POST /v1/gifs', { body, headers: MULTIPART })
    expect([response.status, read(), response.headers.get('Retry-After')]).toEqual([429, 0, '60'])
  })
})

describe('T27, T28: files that are refused leave nothing', () => {
  const gif = sampleBytes('gif')
  const wide = Uint8Array.from(gif)
  new DataView(wide.buffer).setUint16(6, 65535, true)
  const text = (words: string) => Uint8Array.from(new TextEncoder().encode(words))
  const lying = Uint8Array.from(sampleBytes('webp'))
  new DataView(lying.buffer).setUint32(4, 10_000_000, true)

  it.each<[string, number, Uint8Array<ArrayBuffer>]>([
    ['an empty file', 400, new Uint8Array()],
    ['an SVG', 400, text('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')],
    ['a page', 400, text('<!doctype html><script>alert(1)</script>')],
    ['a GIF that is 65535 wide', 413, wide],
    ['a cut GIF', 400, gif.slice(0, 400)],
    ['a WebP that is shorter than it says', 400, lying],
    ['a cut film', 400, sampleBytes('mp4').slice(0, 700)],
    ['a cut PNG', 400, sampleBytes('png').slice(0, 300)],
    ['a script that begins as a GIF', 400, text('GIF89a/*  */=alert(1)//;')],
  ])('%s', async (_what, status, bytes) => {
    const [before, keys] = [await items(), await storedKeys()]
    const response = await ann.call('POST /v1/gifs', { body: uploadForm(bytes) })
    expect(response.status).toBe(status)
    expect([await items(), await storedKeys()]).toEqual([before, keys])
    expect(await countOf('SELECT count(*) AS n FROM unused_files')).toBe(0)
  })

  it('a file of more than 25 MiB is refused while it arrives, and R2 keeps no part of it', async () => {
    const head = text('--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n')
    const bytes = new Uint8Array(27 * 1024 * 1024)
    bytes.set(head)
    bytes.set(gif, head.byteLength)
    const keys = await storedKeys()
    const { body } = watched(bytes)
    const response = await ann.call('POST /v1/gifs', { body, headers: MULTIPART })
    expect(response.status).toBe(413)
    expect(await storedKeys()).toEqual(keys)
  })

  it.each([
    ['no file', {}, 'either a file or'],
    ['a bad rating', { rating: 'x' }, 'must be one of'],
    ['41 tags', { tags: Array.from({ length: 41 }, (_, n) => `t${n}`).join() }, 'at most 40 tags'],
    ['a long tag', { tags: 'x'.repeat(101) }, '100 characters'],
    ['a title with control characters', { title: 'a\u0001b' }, 'control'],
    ['a source that is no link', { source_post_url: 'javascript:alert(1)' }, 'http'],
    ['a file and an address', { source_image_url: 'https://a.example/x.gif' }, 'either a file or'],
  ])('a form with %s', async (what, fields, message) => {
    const before = await items()
    const body = uploadForm(what === 'no file' ? undefined : freshFile(), fields as Record<string, string>)
    const response = await ann.call('POST /v1/gifs', { body })
    expect([response.status, await response.text()]).toEqual([400, expect.stringContaining(message)])
    expect(await items()).toBe(before)
  })

  it('T34: fields that nobody may set are ignored', async () => {
    const id = await upload(ann, freshFile(), {
      user_id: 'id-sam',
      is_featured: '1',
      is_hidden: '1',
      id: 'mine',
    })
    const row = await env.DB.prepare('SELECT user_id, is_featured, is_hidden FROM gifs WHERE id = ?1')
      .bind(id)
      .first()
    expect(row).toEqual({ user_id: 'id-ann', is_featured: 0, is_hidden: 0 })
  })

  it('T36: a key is made of nothing that was sent', async () => {
    const id = await upload(ann)
    const key = await env.DB.prepare('SELECT file FROM uploads WHERE gif_id = ?1')
      .bind(id)
      .first<string>('file')
    expect(key).toMatch(/^m\/[0-9a-f]{32}\.gif$/)
  })
})

describe('T10: source_image_url', () => {
  const serve = (respond: () => Response) =>
    vi.spyOn(globalThis, 'fetch').mockImplementation(async () => respond())
  const send = (url: string) =>
    ann.call('POST /v1/gifs', { form: { source_image_url: url, title: 'From afar' } })

  it.each([
    ['gif', freshFile],
    ['webm', () => sizedWebm({ width: 64, height: 32 }, { words: 'afar' })],
    ['mov', () => sizedMov({ width: 64, height: 34 })],
  ] as const)(
    'is fetched once, without anything of the visitor, and becomes an item: %s',
    async (kind, make) => {
      const bytes = make()
      const fetched = serve(() => new Response(bytes, { headers: { 'Content-Type': MEDIA_TYPES[kind] } }))
      const response = await send('https://media.example/a.gif')
      expect(response.status).toBe(200)
      const [request] = fetched.mock.calls[0] as unknown as [Request]
      expect([request.url, request.redirect]).toEqual(['https://media.example/a.gif', 'manual'])
      expect([...request.headers.keys()]).toEqual(['accept'])
      const { data } = await response.json<{ data: { id: string } }>()
      expect((await site.visitor().call(`GET /media/${data.id}/original.${kind}`)).status).toBe(200)
    },
  )

  it.each([
    'http://media.example/a.gif',
    'https://127.0.0.1/a.gif',
    'https://2130706433/',
    'https://[::1]/',
    'https://localhost/a.gif',
    'https://a.internal/x',
    'https://127.0.0.1.nip.io/',
    'https://user:pw@media.example/a.gif',
    'https://media.example:8443/a.gif',
    'file:///etc/passwd',
    'data:image/gif;base64,R0lGODlh',
    `${HERE.replace('https', 'http')}/x`,
  ])('%s is refused, and nothing is fetched', async (url) => {
    const fetched = serve(() => new Response())
    expect((await send(url)).status).toBe(400)
    expect(fetched).not.toHaveBeenCalled()
  })

  it.each<[string, number, () => Response]>([
    [
      'a redirect',
      400,
      () => new Response(null, { status: 302, headers: { Location: 'https://127.0.0.1/' } }),
    ],
    ['a missing file', 400, () => new Response('secret words', { status: 404 })],
    ['a page', 400, () => new Response('<html>', { headers: { 'Content-Type': 'text/html' } })],
    [
      'a page that says it is a GIF',
      400,
      () => new Response('<html>', { headers: { 'Content-Type': 'image/gif' } }),
    ],
    [
      'too much',
      502,
      () => new Response(new Uint8Array(26 * 1024 * 1024), { headers: { 'Content-Type': 'image/gif' } }),
    ],
  ])('%s: refused', async (_what, status, respond) => {
    serve(respond)
    const before = await items()
    const response = await send('https://media.example/a.gif')
    expect(response.status).toBe(status)
    expect(await response.text()).not.toContain('secret')
    expect(await items()).toBe(before)
  })
})

describe('T10: where source_image_url may be', () => {
  const gif = () => new Response(freshFile(), { headers: { 'Content-Type': 'image/gif' } })
  const send = async (who: Visitor, source_image_url: string) =>
    who.call('POST /v1/gifs', { form: { source_image_url } })

  it('is any public host unless UPLOAD_HOSTS names some', async () => {
    const fetched = vi.spyOn(globalThis, 'fetch').mockImplementation(async () => gif())
    const bound = await signedIn(embeddedSite({ UPLOAD_HOSTS: 'Media.example, cdn.example' }), 'ann')
    expect((await send(ann, 'https://other.example/a.gif')).status).toBe(200)
    expect((await send(bound, 'https://media.example/a.gif')).status).toBe(200)
    expect((await send(bound, 'https://cdn.example:443/a.gif')).status).toBe(200)
    fetched.mockClear()
    for (const host of ['other.example', 'a.media.example', 'media.example.evil.com', 'media.example.']) {
      const response = await send(bound, `https://${host}/a.gif`)
      expect([host, response.status]).toEqual([host, 400])
      expect(await response.text()).toMatch(/UPLOAD_HOSTS|public host/)
    }
    expect(fetched).not.toHaveBeenCalled()
  })

  it('is not asked for more than 30 files a minute, and other hosts still are', async () => {
    vi.useFakeTimers({ now: Date.now(), toFake: ['Date'] })
    try {
      const missing = async () => new Response('', { status: 404 })
      const fetched = vi.spyOn(globalThis, 'fetch').mockImplementation(missing)
      const person = await signedIn(embeddedSite(), 'ann')
      for (let n = 0; n < 30; n++) expect((await send(person, `https://one.example/${n}`)).status).toBe(400)
      const refused = await send(person, 'https://one.example/more')
      expect([refused.status, refused.headers.get('Retry-After')]).toEqual([429, '60'])
      expect(await refused.text()).toContain('The host of source_image_url was asked too often')
      expect(fetched).toHaveBeenCalledTimes(30)
      expect((await send(person, 'https://two.example/a')).status).toBe(400)
      vi.setSystemTime(Date.now() + 60_000)
      expect((await send(person, 'https://one.example/later')).status).toBe(400)
      expect(fetched).toHaveBeenCalledTimes(32)
    } finally {
      vi.useRealTimers()
    }
  })
})

/** A binding whose methods of these names fail. */
function failing<Binding extends object>(binding: Binding, names: readonly string[]): Binding {
  return new Proxy(binding, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name, target)
      if (names.includes(String(name))) return () => Promise.reject(new Error(`${String(name)} fails`))
      return typeof member === 'function' ? member.bind(target) : member
    },
  })
}

describe('F12, F13: a failure leaves nothing half-written', () => {
  const stored = async () => [await items(), (await storedKeys()).length]

  it('F13: R2 does not take the file', async () => {
    const before = await stored()
    const broken = embeddedSite({ MEDIA: failing(env.MEDIA, ['put', 'createMultipartUpload']) })
    const response = await (await signedIn(broken, 'ann')).call('POST /v1/gifs', {
      body: uploadForm(freshFile()),
    })
    expect([response.status, response.headers.get('Retry-After')]).toEqual([503, '6'])
    expect(await stored()).toEqual(before)
  })

  it('F12: D1 does not take the rows', async () => {
    const before = await stored()
    const DB = failing(env.DB, ['batch'])
    const visitor = await signedIn(site, 'ann')
    const broken = embeddedSite({ DB, JOBS: undefined })
    const cookies = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const csrf = [...visitor.cookies].find(([name]) => name.endsWith('csrftoken'))?.[1] ?? ''
    const headers = { Cookie: cookies, 'X-CSRFToken': csrf }
    const response = await broken.visitor().call('POST /v1/gifs', { headers, body: uploadForm(freshFile()) })
    expect([response.status, response.headers.get('Retry-After')]).toEqual([503, '6'])
    await vi.waitFor(async () => expect(await stored()).toEqual(before))
    expect(await countOf('SELECT count(*) AS n FROM unused_files')).toBe(0)
  })

  it('a queue that refuses loses no item', async () => {
    const broken = embeddedSite({ JOBS: { send: () => Promise.reject(new Error('full')) } })
    const id = await upload(await signedIn(broken, 'ann'))
    const state = () => env.DB.prepare('SELECT state FROM uploads WHERE gif_id = ?1').bind(id).first('state')
    await vi.waitFor(async () => expect(await state()).toBe('done'), { timeout: 10_000 })
  })
})
