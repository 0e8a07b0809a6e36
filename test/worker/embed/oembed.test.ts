import { afterEach, describe, expect, it, vi } from 'vitest'
import { catJson, okJson, withProvider } from '../../fixtures/upstreams/stub-provider.ts'

afterEach(() => vi.restoreAllMocks())

let unused = 0
const freshId = () => `oembed${unused++}x${Date.now()}`

type Flags = Record<string, unknown>
const cat = (flags: Flags = {}) =>
  withProvider((request) => {
    const id = new URL(request.url).pathname.split('/').pop() ?? ''
    return Response.json(okJson({ ...catJson(id), ...flags }))
  })

const oembed = (url: string, query: Record<string, string> = {}) =>
  `/services/oembed?${new URLSearchParams({ url, ...query })}`

describe('GET /services/oembed', () => {
  it.each([
    '/gifs/happy-cat-ID',
    '/stickers/happy-cat-ID',
    '/embed/ID',
    '/gifs/ID',
    '/media/ID/original.gif',
  ])('answers JSON for %s', async (path) => {
    const id = freshId()
    const response = await cat().get(oembed(`https://loop.test${path.replace('ID', id)}`))
    expect(response.status).toBe(200)
    expect(response.headers.get('Content-Type')).toBe('application/json; charset=utf-8')
    expect(await response.json()).toMatchObject({
      version: '1.0',
      type: 'rich',
      title: 'Happy Cat GIF',
      author_name: 'Ann',
      author_url: 'https://provider.test/ann',
      provider_name: 'Loopframe',
      provider_url: 'https://loop.test',
      width: 480,
      height: 270,
      url: 'https://media.provider.test/original.gif',
      thumbnail_url: 'https://media.provider.test/still.gif',
      html: expect.stringContaining(`src="https://loop.test/embed/happy-cat-${id}"`),
    })
  })

  it.each(['/services/oembed', '/services/oembed?url='])('%s reports the missing url', async (path) => {
    const response = await cat().get(path)
    expect(response.status).toBe(400)
    expect(await response.json()).toEqual({
      error: { kind: 'invalid-input', message: 'An oEmbed request needs a url' },
    })
  })

  it('responds with the same as XML', async () => {
    const response = await cat().get(oembed(`https://loop.test/gifs/${freshId()}`, { format: 'xml' }))
    expect(response.headers.get('Content-Type')).toBe('text/xml; charset=utf-8')
    const xml = await response.text()
    expect(xml).toContain('<oembed><version>1.0</version><type>rich</type><title>Happy Cat GIF</title>')
    expect(xml).toContain('<html>&lt;iframe src=&quot;https://loop.test/embed/')
  })

  it('keeps within maxwidth and maxheight; a bound that is no number bounds nothing', async () => {
    const { get } = cat()
    const url = `https://loop.test/gifs/${freshId()}`
    const sizeFor = async (query: Record<string, string>) => {
      const { width, height } = (await (await get(oembed(url, query))).json()) as Record<string, number>
      return [width, height]
    }
    expect(await sizeFor({ maxwidth: '320' })).toEqual([320, 180])
    expect(await sizeFor({ maxheight: '90' })).toEqual([160, 90])
    expect(await sizeFor({ maxwidth: '0.5' })).toEqual([1, 1])
    for (const maxwidth of ['', '0', '-5', 'wide', 'NaN', '1e999'])
      expect(await sizeFor({ maxwidth })).toEqual([480, 270])
  })

  it('passes theme and lang on to the embed, as an unfurling client appends them to the discovery link', async () => {
    const url = `https://loop.test/gifs/happy-cat-${freshId()}`
    const discovery = new URL(`https://loop.test/services/oembed?url=${encodeURIComponent(url)}&format=json`)
    for (const [name, value] of Object.entries({ maxwidth: '240', theme: 'dark', lang: 'de' }))
      discovery.searchParams.append(name, value)
    const response = await cat().get(discovery.pathname + discovery.search)
    const answer = (await response.json()) as { html: string; width: number }
    expect(answer.width).toBe(240)
    expect(answer.html).toContain('?theme=dark&amp;lang=de"')
  })

  it('is open to every origin, and cached as long as its GIF', async () => {
    const response = await cat().get(oembed(`https://loop.test/gifs/${freshId()}`))
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      'cache-control': 'public, max-age=60',
      'x-cache': 'miss',
    })
  })

  it('names the configured public address, and knows its own by both names', async () => {
    const id = freshId()
    const { get } = withProvider(() => Response.json(okJson(catJson(id))), {
      PUBLIC_URL: 'https://gifs.example',
    })
    for (const own of ['https://gifs.example', 'https://loop.test']) {
      const answer = (await (await get(oembed(`${own}/gifs/${id}`))).json()) as { html: string }
      expect(answer.html).toContain(`src="https://gifs.example/embed/happy-cat-${id}"`)
    }
  })
})

describe('oEmbed refuses', () => {
  const own = (id = freshId()) => `https://loop.test/gifs/${id}`

  it.each([
    ['no url', '/services/oembed', 400],
    ['an empty url', '/services/oembed?url=', 400],
    ['a foreign url', oembed('https://evil.test/gifs/abc'), 400],
    ['an address inside (T10)', oembed('http://127.0.0.1:8787/gifs/abc'), 400],
    ['a page that is no item', oembed('https://loop.test/about'), 404],
    ['an unknown format', oembed('https://loop.test/gifs/abc', { format: 'yaml' }), 501],
    ['a format of the object', oembed('https://loop.test/gifs/abc', { format: 'toString' }), 501],
  ])('%s, and asks nobody', async (_what, path, status) => {
    const { get, calls } = cat()
    const response = await get(path)
    expect(response.status).toBe(status)
    expect(await response.json()).toMatchObject({ error: { message: expect.any(String) } })
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    expect(response.headers.get('cache-control')).toBe('public, max-age=6')
    expect(calls).not.toHaveBeenCalled()
  })

  it.each([
    ['what is hidden', { is_hidden: 1 }, 404],
    ['what was taken down', { is_removed: 1 }, 410],
  ])('%s', async (_what, flags, status) => {
    expect((await cat(flags).get(oembed(own()))).status).toBe(status)
  })

  it.each([
    [404, 404],
    [410, 410],
    [500, 502],
  ])('with the provider’s %i as %i', async (upstream, status) => {
    const { get } = withProvider(() => Response.json({ meta: { msg: 'no' } }, { status: upstream }))
    expect((await get(oembed(own()))).status).toBe(status)
  })

  it('other methods', async () => {
    const { send } = cat()
    const response = await send(new Request(`https://loop.test${oembed(own())}`, { method: 'POST' }))
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
  })
})
