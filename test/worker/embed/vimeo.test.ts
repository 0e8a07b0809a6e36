import { afterEach, describe, expect, it, vi } from 'vitest'
import { PROVIDER, withProvider } from '../../fixtures/upstreams/stub-provider.ts'

afterEach(() => void vi.restoreAllMocks())

const VIMEO_URL = `${PROVIDER}/vimeo`
const FAILED = 'There was an error fetching the embed code from Vimeo'

let ids = 76979871
/** Cached answers outlive a test: each asks for a film of its own. */
const freshId = () => String(ids++)

const film = {
  type: 'video',
  version: '1.0',
  provider_name: 'Evil',
  title: 'The New Vimeo Player',
  author_name: 'Vimeo',
  author_url: 'https://vimeo.com/staff',
  html: '<script>evil()</script>',
  width: 480,
  height: 270,
  duration: 62,
  thumbnail_url: 'https://i.vimeocdn.com/video/452001751_295x166.jpg',
  thumbnail_width: 295,
  thumbnail_height: 166,
  upload_date: '2013-10-15 14:08:29',
  video_id: 1,
  secret: 'x',
}

type Upstream = (request: Request) => Response | Promise<Response>

function ask(upstream: Upstream, id = freshId()) {
  const { get, calls } = withProvider(upstream, { VIMEO_URL })
  return { id, calls, answer: get(`/video/vimeo?url=${id}`) }
}

describe('GET /video/vimeo', () => {
  it('T12: responds with a film of our own: its player is built here, markup from outside never passes', async () => {
    const { id, answer } = ask(() => Response.json(film))
    const response = await answer
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toMatch(/^application\/json/)
    expect(response.headers.get('x-cache')).toBe('miss')
    const text = await response.text()
    expect(text).not.toMatch(/evil|secret/i)
    expect(JSON.parse(text)).toMatchObject({
      type: 'video',
      provider_name: 'Vimeo',
      title: 'The New Vimeo Player',
      url: `https://vimeo.com/${id}`,
      video_id: id,
      player_url: expect.stringMatching(
        new RegExp(`^https://player\\.vimeo\\.com/video/${id}\\?autoplay=1&loop=0&.*color=6d5efc#t=0s$`),
      ),
    })
  })

  it('T11: requests one fixed path with a URL of our own, and nothing of the visitor', async () => {
    const id = freshId()
    const { send, calls } = withProvider(() => Response.json(film), { VIMEO_URL })
    const headers = { Cookie: 'session=1', Authorization: 'Token x', 'User-Agent': 'me' }
    const url = encodeURIComponent(`https://player.vimeo.com/video/${id}?x=1#t=1s`)
    await send(new Request(`https://loop.test/video/vimeo?url=${url}&maxwidth=640&html=1`, { headers }))
    const request = new Request(calls.mock.calls[0]?.[0] as Request)
    expect(request.url).toBe(`${VIMEO_URL}/api/oembed.json?url=https%3A%2F%2Fvimeo.com%2F${id}&maxwidth=640`)
    expect(Object.fromEntries(request.headers)).toEqual({
      accept: 'application/json',
      referer: 'https://loop.test/',
    })
    expect(request.redirect).toBe('manual')
  })

  it('calls vimeo.com where no other host is configured, and reports a failing network', async () => {
    const { get, calls } = withProvider(() => new Response(''), { VIMEO_URL: '' })
    const response = await get(`/video/vimeo?url=${freshId()}`)
    const asked = new Request(calls.mock.calls[0]?.[0] as Request).url
    expect(asked).toMatch(/^https:\/\/vimeo\.com\/api\/oembed\.json\?/)
    expect(response.status).toBe(502)
    expect(await response.json()).toEqual({ error: { kind: 'upstream', message: `${FAILED}.` } })
  })

  it('caches a response for a minute and an error for six seconds (§9)', async () => {
    const good = ask(() => Response.json(film))
    await good.answer
    const { get, calls } = withProvider(() => new Response('', { status: 404 }), { VIMEO_URL })
    calls.mockClear()
    expect((await get(`/video/vimeo?url=${good.id}`)).headers.get('x-cache')).toBe('hit')
    expect(calls).not.toHaveBeenCalled()

    const bad = freshId()
    for (const state of ['miss', 'error']) {
      const response = await get(`/video/vimeo?url=${bad}`)
      expect(response.headers.get('x-cache')).toBe(state)
      expect(response.headers.get('cache-control')).toBe('public, max-age=6')
    }
    expect(calls).toHaveBeenCalledOnce()
  })
})

describe('T12: §8 the video host fails', () => {
  const huge = () => new Response(JSON.stringify({ ...film, title: 'x'.repeat(300_000) }))
  const json = `${FAILED} (200): An error occurred parsing json for /api/oembed.json`

  it.each<[string, Upstream, number, string, string]>([
    ['404', () => new Response('<h1>', { status: 404 }), 404, 'not-found', '“{url}” was not found.'],
    ['403', () => new Response('', { status: 403 }), 403, 'forbidden', '“{url}” is not embeddable.'],
    [
      'bound to another domain',
      () => Response.json({ ...film, domain_status_code: 403 }),
      403,
      'forbidden',
      '“{url}” is not embeddable.',
    ],
    ['500', () => new Response('', { status: 500 }), 502, 'upstream', `${FAILED} (500).`],
    ['401', () => new Response('', { status: 401 }), 502, 'upstream', `${FAILED} (401).`],
    ['429', () => new Response('', { status: 429 }), 429, 'rate-limited', `${FAILED} (429).`],
    ['a redirect', () => Response.redirect('https://evil.test/', 302), 502, 'upstream', `${FAILED} (302).`],
    ['HTML', () => new Response('<!doctype html>'), 502, 'upstream', json],
    ['malformed JSON', () => new Response('{"type":"video",'), 502, 'upstream', json],
    ['nothing', () => new Response(''), 502, 'upstream', `${FAILED} (200).`],
    ['no film', () => Response.json([film]), 502, 'upstream', `${FAILED} (200).`],
    ['another thing', () => Response.json({ ...film, type: 'rich' }), 502, 'upstream', `${FAILED} (200).`],
    ['more than 256 KB', huge, 502, 'upstream', `${FAILED} (200).`],
    ['reset', () => Promise.reject(new Error('at https://x.test/?key=1')), 502, 'upstream', `${FAILED}.`],
  ])('%s', async (_name, upstream, status, kind, message) => {
    const { id, calls, answer } = ask(upstream)
    const response = await answer
    expect(response.status).toBe(status)
    const url = `https://vimeo.com/${id}`
    expect(await response.json()).toEqual({ error: { kind, message: message.replace('{url}', url) } })
    expect(calls).toHaveBeenCalledOnce()
  })

  it('a host that hangs times out within 3 s', async () => {
    const start = Date.now()
    const { answer } = ask(
      ({ signal }) =>
        new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    )
    const response = await answer
    expect(response.status).toBe(502)
    expect(await response.json()).toEqual({ error: { kind: 'upstream', message: `${FAILED}.` } })
    expect(Date.now() - start).toBeLessThan(3500)
  })
})

describe('§5 film addresses', () => {
  it.each([
    ['', 'An id or url must be passed'],
    ['?url=', 'not a valid id'],
    ['?url=abc', 'not a valid id'],
    ['?url=1234567890123', 'not a valid id'],
    ['?url=https://evil.test/76979871', 'not a vimeo url'],
    ['?url=https://vimeo.com@127.0.0.1/76979871', 'not a vimeo url'],
    ['?url=//vimeo.com/76979871', 'not a vimeo url'],
    ['?url=76979871&url=76979872', 'An id or url must be passed'],
    ['?url=76979871&width=99999', 'width must be a whole number of pixels'],
  ])('T11: %s is refused, and nobody is asked', async (query, message) => {
    const { get, calls } = withProvider(() => Response.json(film), { VIMEO_URL })
    const response = await get(`/video/vimeo${query}`)
    expect(response.status).toBe(400)
    expect(await response.json()).toEqual({ error: { kind: 'invalid-input', message } })
    expect(calls).not.toHaveBeenCalled()
  })
})
