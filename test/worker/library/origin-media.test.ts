import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import { mediaOrigin } from '../../../origin/media/media.ts'
import type { Actor } from '../../../shared/server/origin.ts'
import { fillLibrary } from '../../fixtures/library/library.ts'

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

describe('RFC 9110, 12.5.1: AVIF or WebP by a GIF’s address', () => {
  const STICKER = '/media/stik0001/original.gif'
  const WEBP = 'webp 6789'
  const TAKES_WEBP = { accept: 'image/avif,image/webp,image/apng,image/*,*/*;q=0.8' }

  beforeAll(async () => {
    // Of the sticker the WebP is smaller, of the emoji larger, of the film there is none.
    await env.DB.batch([
      env.DB.prepare(
        "UPDATE renditions SET size = 9 WHERE gif_id IN ('stik0001', 'gone0001') AND format = 'webp'",
      ),
      env.DB.prepare("UPDATE renditions SET size = 1001 WHERE gif_id = 'emoj0001' AND format = 'webp'"),
      env.DB.prepare("DELETE FROM renditions WHERE gif_id = 'film0001' AND format = 'webp'"),
      env.DB.prepare("DELETE FROM renditions WHERE gif_id = 'film0002' AND format = 'gif'"),
    ])
    const gifs = ['stik0001-original', 'stik0001-still', 'emoj0001-original', 'film0001-original']
    const webps = ['stik0001-original', 'stik0001-still', 'emoj0001-original', 'film0002-original']
    await Promise.all([
      ...gifs.map((name) => env.MEDIA.put(`m/${name}.gif`, BYTES)),
      ...webps.map((name) => env.MEDIA.put(`m/${name}.webp`, WEBP)),
    ])
  })

  const shown = async (path: string, headers: Record<string, string>) => {
    const response = await get(path, headers)
    return [response.status, response.headers.get('content-type'), await textOf(response)]
  }

  it.each(['original', 'original_still', 'preview_gif', '480w_still'])(
    'is sent as %s to who takes it, the GIF to all others',
    async (name) => {
      const stem = name.endsWith('still')
        ? 'still'
        : name === 'preview_gif'
          ? 'fixed_height_small'
          : 'original'
      await env.MEDIA.put(`m/stik0001-${stem}.gif`, BYTES)
      await env.MEDIA.put(`m/stik0001-${stem}.webp`, WEBP)
      const path = `/media/stik0001/${name}.gif`
      expect(await shown(path, TAKES_WEBP)).toEqual([200, 'image/webp', WEBP])
      for (const accept of ['*/*', 'image/gif', 'text/html,image/webp,*/*;q=0.8', 'image/webp;q=0, */*']) {
        expect(await shown(path, { accept })).toEqual([200, 'image/gif', BYTES])
      }
      expect(await shown(path, {})).toEqual([200, 'image/gif', BYTES])
    },
  )

  it('is the AVIF where it is the smallest and the visitor takes it, else the WebP', async () => {
    const path = '/media/stik0001/original.gif'
    const put = (size: number) =>
      env.DB.prepare(
        `INSERT INTO renditions (gif_id, name, format, width, height, size, frames, r2_key)
         SELECT gif_id, name, 'avif', width, height, ?1, frames, 'm/stik0001-original.avif' FROM renditions
          WHERE gif_id = 'stik0001' AND name = 'original' AND format = 'gif'
             ON CONFLICT DO UPDATE SET size = ?1`,
      )
        .bind(size)
        .run()
    await env.MEDIA.put('m/stik0001-original.avif', 'avif')
    await put(4)
    const avif = await get(path, TAKES_WEBP)
    expect(Object.fromEntries(avif.headers)).toMatchObject({
      'content-type': 'image/avif',
      'cache-control': 'private, max-age=86400',
      'content-disposition': 'inline; filename="stik0001.avif"',
      vary: 'Accept',
    })
    expect(await textOf(avif)).toBe('avif')
    expect(await shown(path, { accept: 'image/webp,*/*' })).toEqual([200, 'image/webp', WEBP])
    expect(await shown(path, { accept: '*/*' })).toEqual([200, 'image/gif', BYTES])
    expect(await shown('/media/stik0001/original.avif', {})).toEqual([200, 'image/avif', 'avif'])
    await put(10)
    expect(await shown(path, TAKES_WEBP)).toEqual([200, 'image/webp', WEBP])
    await env.DB.prepare("DELETE FROM renditions WHERE format = 'avif'").run()
  })

  it('is the GIF where the WebP is larger or there is none, and nothing where there is no GIF', async () => {
    expect(await shown('/media/emoj0001/original.gif', TAKES_WEBP)).toEqual([200, 'image/gif', BYTES])
    expect(await shown('/media/film0001/original.gif', TAKES_WEBP)).toEqual([200, 'image/gif', BYTES])
    expect((await get('/media/film0002/original.gif', TAKES_WEBP)).status).toBe(404)
    expect((await get('/media/gone0001/original.gif', TAKES_WEBP)).status).toBe(410)
  })

  it('has an ETag and a name of its own, says what it depends on and stays with its visitor', async () => {
    const [gif, webp] = [await get(STICKER, {}, 'HEAD'), await get(STICKER, TAKES_WEBP, 'HEAD')]
    expect(Object.fromEntries(gif.headers)).toMatchObject({
      vary: 'Accept',
      'cache-control': 'public, max-age=86400, s-maxage=3600',
      'content-disposition': 'inline; filename="stik0001.gif"',
      'content-length': '20',
    })
    expect(Object.fromEntries(webp.headers)).toMatchObject({
      vary: 'Accept',
      'cache-control': 'private, max-age=86400',
      'content-disposition': 'inline; filename="stik0001.webp"',
      'content-length': '9',
    })
    expect(webp.headers.get('etag')).not.toBe(gif.headers.get('etag'))
    expect((await get('/media/stik0001/original.webp', TAKES_WEBP)).headers.get('vary')).toBeNull()
  })

  it('knows its own ETag alone, and no date: the GIF has the same address', async () => {
    const gif = (await get(STICKER, {}, 'HEAD')).headers
    const webp = (await get(STICKER, TAKES_WEBP, 'HEAD')).headers
    const again = async (accept: Record<string, string>, condition: Record<string, string>) => {
      const response = await get(STICKER, { ...accept, ...condition })
      expect(response.headers.get('vary')).toBe('Accept')
      return [response.status, await textOf(response)]
    }
    const [ofGif, ofWebp] = [gif.get('etag') ?? '', webp.get('etag') ?? '']
    const modified = gif.get('last-modified') ?? ''
    expect(webp.get('last-modified')).toBeNull()
    expect(await again(TAKES_WEBP, { 'if-none-match': ofWebp })).toEqual([304, ''])
    expect(await again(TAKES_WEBP, { 'if-none-match': ofGif })).toEqual([200, WEBP])
    expect(await again({}, { 'if-none-match': ofGif })).toEqual([304, ''])
    expect(await again({}, { 'if-none-match': ofWebp })).toEqual([200, BYTES])
    expect(await again({}, { 'if-modified-since': modified })).toEqual([304, ''])
    expect(await again(TAKES_WEBP, { 'if-modified-since': modified })).toEqual([200, WEBP])
    const range = 'bytes=0-3'
    expect(await again(TAKES_WEBP, { range })).toEqual([206, 'webp'])
    expect(await again(TAKES_WEBP, { range, 'if-range': ofWebp })).toEqual([206, 'webp'])
    expect(await again(TAKES_WEBP, { range, 'if-range': ofGif })).toEqual([200, WEBP])
    expect(await again(TAKES_WEBP, { range, 'if-range': modified })).toEqual([200, WEBP])
    expect(await again({}, { range, 'if-range': ofGif })).toEqual([206, '0123'])
    expect((await get(STICKER, { ...TAKES_WEBP, range: 'bytes=9-' })).headers.get('content-range')).toBe(
      'bytes */9',
    )
  })

  it('of a hidden item is in no cache', async () => {
    await env.DB.prepare("UPDATE renditions SET size = 9 WHERE gif_id = 'hide0001' AND format = 'webp'").run()
    await env.MEDIA.put('m/hide0001-original.webp', WEBP)
    expect((await get('/media/hide0001/original.gif', TAKES_WEBP)).status).toBe(404)
    const moderator: Actor = { role: 'moderator', id: '77', by: 'session' }
    const open = mediaOrigin({ db: env.DB, bucket: env.MEDIA })
    const request = new Request('https://origin.test/media/hide0001/original.gif', { headers: TAKES_WEBP })
    const response = await open(request, moderator)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'private, no-store',
      vary: 'Cookie, Accept',
    })
    expect(await textOf(response)).toBe(WEBP)
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
