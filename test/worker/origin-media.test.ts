import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import { mediaOrigin } from '../../worker/origin/media/media.ts'
import { fillLibrary } from '../fixtures/library.ts'

const BYTES = '0123456789abcdefghij'

beforeAll(async () => {
  await fillLibrary(env.DB)
  const files = [
    'cat00001-original.gif',
    'cat00001-original.mp4',
    'cat00001-fixed_height_small.webp',
    'gone0001-original.gif',
    'avatar-of-ann.png',
  ]
  await Promise.all(files.map((file) => env.MEDIA.put(`m/${file}`, BYTES)))
})

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  mediaOrigin({ db: env.DB, bucket: env.MEDIA })(
    new Request(`https://origin.test${path}`, { headers, method }),
  )

// The bytes as text, read in a way that suits a picture's type.
const textOf = async (response: Response) => new TextDecoder().decode(await response.arrayBuffer())

const GIF = '/media/cat00001/original.gif'

describe('GET /media/{id}/{rendition}.{ext}', () => {
  it('T28: sends the file with the headers of docs/threats.md', async () => {
    const response = await get(GIF)
    expect(response.status).toBe(200)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/gif',
      'content-length': '20',
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'cross-origin',
      'content-disposition': 'inline; filename="cat00001.gif"',
      'x-content-type-options': 'nosniff',
      'access-control-allow-origin': '*',
      'timing-allow-origin': '*',
      'accept-ranges': 'bytes',
      'cache-control': 'public, max-age=86400, s-maxage=3600',
      etag: expect.stringMatching(/^"[0-9a-f]+"$/),
      'last-modified': expect.stringMatching(/GMT$/),
    })
    expect(await textOf(response)).toBe(BYTES)
  })

  it.each([
    ['/media/cat00001/original.mp4', 'video/mp4'],
    ['/media/cat00001/looping.mp4', 'video/mp4'],
    ['/media/cat00001/preview_webp.webp', 'image/webp'],
    ['/media/user-1/avatar.png', 'image/png'],
    ['/media/user-1/avatar/80h.png', 'image/png'],
  ])('finds %s', async (path, type) => {
    const response = await get(path)
    expect([response.status, response.headers.get('content-type')]).toEqual([200, type])
    expect(await textOf(response)).toBe(BYTES)
  })

  it.each([
    ['/media/nothing/original.gif', 404],
    ['/media/cat00001/nothing.gif', 404],
    ['/media/cat00001/original.png', 404],
    ['/media/cat00001/fixed_width.gif', 404],
    ['/media/user-1/avatar.gif', 404],
    ['/media/user-2/avatar.png', 404],
    ['/media/user-9/banner.png', 404],
    ['/media/gone0001/original.gif', 410],
    ['/media/cat00001/..%2f..%2foriginal.gif', 404],
    ['/media/m%2fcat00001-original/original.gif', 404],
    ['/media/%2e%2e/%2e%2e/original.gif', 404],
    ['/media/cat00001/original.gif%00', 404],
    ['/media/cat00001/original.gif/', 404],
    ['/media/', 404],
  ])('T36: %s is %i', async (path, status) => {
    const response = await get(path)
    expect(response.status).toBe(status)
    expect(response.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
    await response.arrayBuffer()
  })

  it('takes GET and HEAD alone', async () => {
    const response = await get(GIF, {}, 'DELETE')
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
    const head = await get(GIF, {}, 'HEAD')
    expect([head.status, head.headers.get('content-length'), await textOf(head)]).toEqual([200, '20', ''])
  })
})

describe('RFC 9110: ranges', () => {
  it.each([
    ['bytes=0-4', '01234', 'bytes 0-4/20'],
    ['bytes=15-', 'fghij', 'bytes 15-19/20'],
    ['bytes=-3', 'hij', 'bytes 17-19/20'],
    ['bytes=-99', BYTES, 'bytes 0-19/20'],
    ['bytes=18-99', 'ij', 'bytes 18-19/20'],
    ['bytes=0-0', '0', 'bytes 0-0/20'],
  ])('%s is %s', async (range, text, contentRange) => {
    const response = await get(GIF, { range })
    expect([response.status, response.headers.get('content-range')]).toEqual([206, contentRange])
    expect(response.headers.get('content-length')).toBe(String(text.length))
    expect(await textOf(response)).toBe(text)
  })

  it.each(['bytes=20-', 'bytes=99-100', 'bytes=-0'])('%s cannot be satisfied', async (range) => {
    const response = await get(GIF, { range })
    expect([response.status, response.headers.get('content-range')]).toEqual([416, 'bytes */20'])
  })

  it.each(['bytes=5-2', 'bytes=0-1,4-5', 'items=0-1', 'bytes=a-b', 'bytes=', 'bytes=-'])(
    '%s is no range: the whole is sent',
    async (range) => {
      const response = await get(GIF, { range })
      expect([response.status, await textOf(response)]).toEqual([200, BYTES])
    },
  )

  it('is sent only of the file that If-Range means', async () => {
    const { headers } = await get(GIF, {}, 'HEAD')
    const etag = headers.get('etag') ?? ''
    const range = 'bytes=0-1'
    const status = async (condition: string) => {
      const response = await get(GIF, { range, 'if-range': condition })
      await response.arrayBuffer()
      return response.status
    }
    expect(await status(etag)).toBe(206)
    expect(await status(headers.get('last-modified') ?? '')).toBe(206)
    expect(await status('"other"')).toBe(200)
    expect(await status(`W/${etag}`)).toBe(200)
    expect(await status('Thu, 01 Jan 1970 00:00:00 GMT')).toBe(200)
  })
})

describe('RFC 9110: validators', () => {
  it('is 304 for a known ETag or date, with the headers a cache needs and no body', async () => {
    const { headers } = await get(GIF, {}, 'HEAD')
    const etag = headers.get('etag') ?? ''
    for (const tag of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
      const response = await get(GIF, { 'if-none-match': tag })
      expect([response.status, response.headers.get('etag'), await textOf(response)]).toEqual([304, etag, ''])
      expect(response.headers.get('cache-control')).toBe('public, max-age=86400, s-maxage=3600')
    }
    expect((await get(GIF, { 'if-modified-since': headers.get('last-modified') ?? '' })).status).toBe(304)
  })

  it('sends the file for another ETag, even if the date is known', async () => {
    const { headers } = await get(GIF, {}, 'HEAD')
    const unmet: Record<string, string>[] = [
      { 'if-none-match': '"x"', 'if-modified-since': headers.get('last-modified') ?? '' },
      { 'if-modified-since': 'Thu, 01 Jan 1970 00:00:00 GMT' },
      { 'if-modified-since': 'yesterday' },
    ]
    for (const conditions of unmet) {
      const response = await get(GIF, conditions)
      expect([response.status, await textOf(response)]).toEqual([200, BYTES])
    }
  })
})

describe('F12, F13: a store that fails', () => {
  const fails = () => {
    throw new Error('D1_ERROR: secret detail')
  }
  const request = () => new Request(`https://origin.test${GIF}`)

  it.each([
    ['D1', () => mediaOrigin({ db: { prepare: fails } as never, bucket: env.MEDIA })],
    ['R2', () => mediaOrigin({ db: env.DB, bucket: { get: fails, head: fails } as never })],
  ])('%s is a 503 without a word of the fault', async (_name, origin) => {
    const response = await origin()(request())
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '6'])
    expect(await response.text()).not.toContain('secret')
  })
})
