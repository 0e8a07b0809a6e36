import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import { MEDIA_TYPES } from '../../../shared/media/limits.ts'
import { hex } from '../../../shared/net/bytes.ts'
import { SAMPLE_KINDS, sampleBytes } from '../../fixtures/library/media-samples.ts'
import { sizedAvif, sizedMov, sizedWebm } from '../../fixtures/library/sized-media.ts'
import { countOf, freshFile, storedKeys, upload, uploadForm } from '../../fixtures/library/uploads.ts'
import { addPeople, embeddedSite, HERE, signedIn, type Visitor } from '../../fixtures/site/embedded-site.ts'

const site = embeddedSite()
let ann: Visitor
let bob: Visitor

beforeAll(async () => {
  await addPeople([{ username: 'ann' }, { username: 'bob' }])
  ann = await signedIn(site, 'ann')
  bob = await signedIn(site, 'bob')
})

const gifOf = async (id: string) => {
  const response = await site.visitor().call(`GET /v1/gifs/${id}`)
  return (
    await response.json<{
      data: Record<string, unknown> & { images: Record<string, Record<string, string>> }
    }>()
  ).data
}

async function knownOf(who: Visitor, bytes: Uint8Array<ArrayBuffer>): Promise<[number, unknown]> {
  const sha256 = hex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)))
  const response = await who.call(`GET /api/v3/uploads/?sha256=${sha256}`)
  return [response.status, await response.json()]
}

/** What staff's call writes first. */
const takeDown = (id: string) =>
  env.DB.prepare(
    "INSERT INTO removals (gif_id, reason, actor_id, created_at) VALUES (?1, 'theirs', 'id-sam', ?2)",
  )
    .bind(id, new Date().toISOString())
    .run()

describe('uploads (docs/contract.md)', () => {
  const KINDS = [...SAMPLE_KINDS, 'webm', 'mov'] as const
  const FILM = { width: 64, height: 32 }

  it.each(KINDS)('%s: is there at once and plays in its own format', async (kind) => {
    const bytes = kind === 'webm' ? sizedWebm(FILM) : kind === 'mov' ? sizedMov(FILM) : freshFile(kind)
    const fields = {
      title: 'Happy Square!',
      tags: 'square, blue,square',
      rating: 'pg',
      source_post_url: 'https://a.test/x',
    }
    const id = await upload(ann, bytes, fields)
    const gif = await gifOf(id)
    expect(gif).toMatchObject({
      id,
      title: 'Happy Square!',
      slug: `happy-square-${id}`,
      rating: 'pg',
      tags: ['square', 'blue'],
      source: 'https://a.test/x',
      username: 'ann',
      type: { gif: 'gif', webp: 'gif', png: 'sticker', mp4: 'video', webm: 'video', mov: 'video' }[kind],
    })
    const { original = {}, fixed_width = {} } = gif.images
    const isFilm = gif.type === 'video'
    const file = isFilm ? kind : 'url'
    expect(original).toMatchObject({
      [file]: `${HERE}/media/${id}/original.${kind}`,
      [isFilm ? `${kind}_size` : 'size']: String(bytes.byteLength),
      width: isFilm ? '64' : '240',
    })
    // No address says what its file isn't.
    if (isFilm) expect(JSON.stringify(gif.images)).not.toMatch(/"url"|\.gif/)
    expect(fixed_width[file]).toBeDefined()
    for (const address of [original[file], fixed_width[file]]) {
      const media = await site.visitor().call(`GET ${new URL(String(address)).pathname}`)
      expect(media.status).toBe(200)
      expect(media.headers.get('Content-Type')).toBe(MEDIA_TYPES[kind])
    }
    const page = await site.visitor().call(`GET /embed/${id}`)
    expect(page.status).toBe(200)
    expect(await page.text()).toContain(`/media/${id}/`)
    if (!isFilm) return
    const itemPage = await (await site.visitor().call(`GET /gifs/happy-square-${id}`)).text()
    expect(itemPage).toContain(`<meta property="og:video:type" content="${MEDIA_TYPES[kind]}"`)
    expect(itemPage).toContain({ mp4: 'MP4', webm: 'WebM', mov: 'MOV' }[String(kind)])
  })

  it('an AVIF is no upload: not every client shows one, and another form cannot be made everywhere', async () => {
    const keys = await storedKeys()
    const response = await ann.call('POST /v1/gifs', { body: uploadForm(sizedAvif(FILM)) })
    expect([response.status, await response.text()]).toEqual([
      400,
      expect.stringContaining('rendition alone'),
    ])
    expect(await storedKeys()).toEqual(keys)
  })

  it('answers in GIPHY’s envelope', async () => {
    const response = await ann.call('POST /v1/gifs', { body: uploadForm(freshFile()) })
    expect(await response.json()).toEqual({
      data: { id: expect.stringMatching(/^[A-Za-z0-9]{12}$/) },
      meta: { status: 200, msg: 'OK', response_id: expect.stringMatching(/./) },
    })
    expect(response.headers.get('Cache-Control')).toBe('no-store')
  })

  it('the same file again, by anybody, is the same item', async () => {
    const bytes = freshFile()
    const id = await upload(ann, bytes)
    expect(await upload(ann, bytes, { title: 'again' })).toBe(id)
    expect(await upload(bob, bytes)).toBe(id)
    expect(await countOf('SELECT count(*) AS n FROM uploads WHERE gif_id = ?1', id)).toBe(1)
  })

  it('a hidden item of somebody else is not told: the file is a new item', async () => {
    const bytes = freshFile()
    const id = await upload(ann, bytes)
    await env.DB.prepare('UPDATE gifs SET is_hidden = 1 WHERE id = ?1').bind(id).run()
    expect(await upload(bob, bytes)).not.toBe(id)
    expect(await upload(ann, bytes)).toBe(id)
  })

  it('a file that was taken down is refused', async () => {
    const bytes = freshFile()
    const id = await upload(ann, bytes)
    await takeDown(id)
    const response = await bob.call('POST /v1/gifs', { body: uploadForm(bytes) })
    expect([response.status, await response.text()]).toEqual([403, expect.stringContaining('taken down')])
  })

  it('is asked for by its hash before it is sent: what is there, and whose it is', async () => {
    const [bytes, unknown] = [freshFile(), freshFile()]
    const id = await upload(ann, bytes)
    expect(await knownOf(ann, bytes)).toMatchObject([
      200,
      { results: [{ id, is_own: true, renditions: [] }] },
    ])
    const body = new FormData()
    body.append('original.webp', new Blob([sampleBytes('webp')]), 'x')
    expect((await ann.call(`POST /api/v3/gifs/${id}/renditions`, { body })).status).toBe(200)
    const item = { id, renditions: ['original.webp'] }
    expect(await knownOf(ann, bytes)).toMatchObject([200, { results: [{ ...item, is_own: true }] }])
    expect(await knownOf(bob, bytes)).toEqual([200, { results: [{ ...item, is_own: false, words: null }] }])
    expect(await knownOf(ann, unknown)).toEqual([200, { results: [] }])
    expect((await ann.call('GET /api/v3/uploads/?sha256=abc')).status).toBe(400)
    expect((await ann.call('GET /api/v3/uploads/')).status).toBe(400)
  })

  it('asked for by its hash, nothing is told of what is hidden, and what was taken down is refused', async () => {
    const bytes = freshFile()
    const id = await upload(ann, bytes)
    await env.DB.prepare('UPDATE gifs SET is_hidden = 1 WHERE id = ?1').bind(id).run()
    expect(await knownOf(bob, bytes)).toEqual([200, { results: [] }])
    expect(await knownOf(ann, bytes)).toMatchObject([200, { results: [{ id }] }])
    await takeDown(id)
    expect(await knownOf(ann, bytes)).toMatchObject([403, { error: { kind: 'forbidden' } }])
  })

  it('two at once with the same file end as one item', async () => {
    const bytes = freshFile()
    const ids = await Promise.all([upload(ann, bytes), upload(ann, bytes)])
    expect(ids[0]).toBe(ids[1])
  })

  it('a large file is sent to R2 in parts, and is whole there', async () => {
    const start = sampleBytes('gif')
    const bytes = new Uint8Array(12 * 1024 * 1024)
    bytes.set(start)
    crypto.getRandomValues(bytes.subarray(start.length, start.length + 60_000))
    const id = await upload(ann, bytes)
    const media = await site.visitor().call(`GET /media/${id}/original.gif`)
    const stored = new Uint8Array(await media.arrayBuffer())
    expect(stored.byteLength).toBe(bytes.byteLength)
    const digests = await Promise.all([stored, bytes].map((each) => crypto.subtle.digest('SHA-256', each)))
    expect(new Uint8Array(digests[0] as ArrayBuffer)).toEqual(new Uint8Array(digests[1] as ArrayBuffer))
  })

  it('takes a token in the header or in api_key, from any origin', async () => {
    const token = 'secret-of-ann'
    const { hashOf } = await import('../../../origin/people/secrets.ts')
    await env.DB.prepare(
      "INSERT INTO tokens (hash, id, user_id, name, created_at) VALUES (?1, 't1', 'id-ann', 'cli', '2026-11-21T00:00:00Z')",
    )
      .bind(await hashOf(token))
      .run()
    const byHeader = await site.visitor().call('POST /v1/gifs', { token, body: uploadForm(freshFile()) })
    expect(byHeader.status).toBe(200)
    const headers = { Origin: 'https://elsewhere.test', 'Sec-Fetch-Site': 'cross-site' }
    const byKey = await site
      .visitor()
      .call(`POST /v1/gifs?api_key=${token}`, { headers, body: uploadForm(freshFile()) })
    expect(byKey.status).toBe(200)
    const wrong = await site
      .visitor()
      .call('POST /v1/gifs?api_key=wrong', { headers, body: uploadForm(freshFile()) })
    expect(wrong.status).toBe(401)
  })

  describe('a token in the form’s field api_key, as clients of GIPHY send it', () => {
    const token = 'secret-of-ann-in-a-field'
    beforeAll(async () => {
      const { hashOf } = await import('../../../origin/people/secrets.ts')
      await env.DB.prepare(
        "INSERT INTO tokens (hash, id, user_id, name, created_at) VALUES (?1, 't2', 'id-ann', 'cli', '2026-11-21T00:00:00Z')",
      )
        .bind(await hashOf(token))
        .run()
    })
    const post = (body: FormData) => site.visitor().call('POST /v1/gifs', { body, headers: { Origin: '' } })
    const items = () => countOf('SELECT count(*) AS n FROM gifs')

    it('is taken in front of the file, which arrives whole', async () => {
      const bytes = freshFile()
      const response = await post(uploadForm(bytes, { title: 'By a client', api_key: token, tags: 'a,b' }))
      expect(response.status).toBe(200)
      const { data } = await response.json<{ data: { id: string } }>()
      const stored = await site.visitor().call(`GET /media/${data.id}/original.gif`)
      expect(new Uint8Array(await stored.arrayBuffer())).toEqual(bytes)
      const row = 'SELECT title, tags, user_id FROM gifs WHERE id = ?1'
      expect(await env.DB.prepare(row).bind(data.id).first()).toEqual({
        title: 'By a client',
        tags: '["a","b"]',
        user_id: 'id-ann',
      })
    })

    it.each<[string, (form: FormData) => void]>([
      ['behind the file', (form) => form.append('api_key', token)],
      ['wrong', (form) => form.append('title', 'x')],
      ['missing', () => {}],
    ])('is a 401 where it is %s, and nothing is stored', async (what, add) => {
      const [before, keys] = [await items(), await storedKeys()]
      const body = uploadForm(freshFile(), what === 'wrong' ? { api_key: 'guess' } : {})
      add(body)
      const response = await post(body)
      expect(response.status).toBe(401)
      const { meta } = await response.json<{ meta: { msg: string } }>()
      if (what !== 'wrong') expect(meta.msg).toContain('in front of the file')
      expect([await items(), await storedKeys()]).toEqual([before, keys])
    })
  })
})
