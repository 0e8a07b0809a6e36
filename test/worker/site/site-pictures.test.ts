import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { MediaWalk } from '../../../shared/media/read-header.ts'
import { sampleBytes } from '../../fixtures/library/media-samples.ts'
import { freshFile, storedKeys, uploadForm } from '../../fixtures/library/uploads.ts'
import { addPeople, embeddedSite, signedIn, type Visitor } from '../../fixtures/site/embedded-site.ts'

const site = embeddedSite()
const bare = embeddedSite({ IMAGES: undefined })
let ann: Visitor
let bob: Visitor

beforeAll(async () => {
  // An id may have an underscore.
  await addPeople([{ username: 'ann_' }, { username: 'bob' }])
  ann = await signedIn(site, 'ann_')
  bob = await signedIn(bare, 'bob')
})

type Person = { avatar_url: string; banner_url: string; avatar_key?: string }

const put = (who: Visitor, name: string, bytes: Uint8Array<ArrayBuffer>) =>
  who.call(`PUT /api/v3/users/self/${name}`, { body: uploadForm(bytes) })

const sizeOf = async (url: string) => {
  const response = await site.visitor().call(`GET ${new URL(url).pathname}`)
  expect([url, response.status]).toEqual([url, 200])
  const walk = new MediaWalk()
  walk.push(new Uint8Array(await response.arrayBuffer()))
  const { width, height } = walk.end()
  return [width, height]
}

describe('one’s own pictures (docs/contract.md)', () => {
  it('an avatar is cut square at all its heights, and drops the one before', async () => {
    const response = await put(ann, 'avatar', freshFile('gif'))
    const { avatar_url } = await response.json<Person>()
    expect([response.status, avatar_url]).toEqual([200, expect.stringMatching(/\/80h\.webp$/)])
    for (const height of [80, 160, 400])
      expect(await sizeOf(avatar_url.replace('80h', `${height}h`))).toEqual([height, height])
    const next = await (await put(ann, 'avatar', freshFile('gif'))).json<Person>()
    expect(next.avatar_url).not.toBe(avatar_url)
    const unused = await env.DB.prepare('SELECT r2_key FROM unused_files').all<{ r2_key: string }>()
    const kept = (await storedKeys()).filter((key) => /-\d+h\./.test(key))
    const left = kept.filter((key) => !unused.results.some(({ r2_key }) => r2_key === key))
    expect(left).toHaveLength(3)
    const gone = await ann.call('DELETE /api/v3/users/self/avatar')
    expect((await gone.json<Person>()).avatar_url).toBe('')
    // What an isolate knows of a person's picture is 5 s old at most.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 5000 })
    expect((await site.visitor().call(`GET ${new URL(next.avatar_url).pathname}`)).status).toBe(404)
    vi.useRealTimers()
  })

  it('a banner is bounded', async () => {
    const { banner_url } = await (await put(ann, 'banner', freshFile('gif'))).json<Person>()
    const [width = 0, height = 0] = await sizeOf(banner_url)
    expect(width).toBeLessThanOrEqual(1600)
    expect(height).toBeLessThanOrEqual(400)
    const gone = await ann.call('DELETE /api/v3/users/self/banner')
    expect((await gone.json<Person>()).banner_url).toBe('')
  })

  it('a film, what is no picture, and a form without a file are a 400', async () => {
    expect((await put(ann, 'avatar', freshFile('mp4'))).status).toBe(400)
    expect((await put(ann, 'avatar', Uint8Array.from(new TextEncoder().encode('<html>')))).status).toBe(400)
    expect((await ann.call('PUT /api/v3/users/self/avatar', { body: uploadForm() })).status).toBe(400)
  })

  it('T56: what was taken down is refused', async () => {
    const bytes = freshFile('gif')
    const sha256 = Array.from(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)), (byte) =>
      byte.toString(16).padStart(2, '0'),
    ).join('')
    await env.DB.prepare(
      "INSERT INTO removed_files (sha256, gif_id, kind, created_at) VALUES (?1, 'x', 'removed', '2026-11-01T00:00:00.000Z')",
    )
      .bind(sha256)
      .run()
    expect((await put(ann, 'avatar', bytes)).status).toBe(403)
  })

  it('without an image service what has not the form is a 400 that says so, and leaves nothing', async () => {
    const response = await put(bob, 'avatar', sampleBytes('gif'))
    expect(response.status).toBe(400)
    expect(await response.text()).toContain('must be square')
    expect((await put(bob, 'banner', freshFile('gif'))).status).toBe(200)
  })
})
