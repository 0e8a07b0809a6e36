import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { TRACKING_SLOT } from '../../../worker/render/page-memo.ts'
import { catJson, okJson, withProvider } from '../../fixtures/upstreams/stub-provider.ts'

afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

let unused = 0
/** An id that no other test has asked for: the outer cache layers outlive a test. */
const freshId = () => `fresh${unused++}x${Date.now()}`

const cat = (request: Request) => {
  const id = new URL(request.url).pathname.split('/').pop() ?? ''
  return Response.json(okJson(catJson(id)))
}

describe('GET /embed/{slug-or-id}', () => {
  it('shows the GIF whose id follows the last dash of the slug', async () => {
    const { get, calls } = withProvider(cat)
    const id = freshId()
    const response = await get(`/embed/happy-cat-${id}`)
    expect(response.status).toBe(200)
    const html = await response.text()
    expect(html).toContain('<main id="embed" data-layout="desktop" data-kind="gif"')
    expect(html).toContain('data-island="hover-footer"')
    expect(html).toContain('alt="Happy Cat GIF"')
    const [[asked] = []] = calls.mock.calls
    expect(new URL((asked as Request).url).pathname).toBe(`/v1/gifs/${id}`)
  })

  it('sends the provider its key, a pingback id and the three SDK headers, and nothing of the visitor (§7)', async () => {
    const { get, calls } = withProvider(cat)
    await get(`/embed/${freshId()}`, { Cookie: 'session=1', Authorization: 'Token t' })
    const request = calls.mock.calls[0]?.[0] as Request
    const query = new URL(request.url).searchParams
    expect(query.get('api_key')).toBe('secret-key')
    expect(query.get('pingback_id')).toMatch(/^[0-9a-f]{16}$/)
    expect(Object.fromEntries(request.headers)).toEqual({
      accept: 'application/json',
      'x-giphy-sdk-platform': 'web',
      'x-giphy-sdk-name': 'JavascriptSDK',
      'x-giphy-sdk-version': '1.0.0',
    })
  })

  it('normalises numbered media hosts and reserves the place by intrinsic size (§3)', async () => {
    const html = await (await withProvider(cat).get(`/embed/${freshId()}`)).text()
    expect(html).toContain('https://media.provider.test/original.webp')
    expect(html).not.toContain('media2.')
    expect(html).toMatch(/<img[^>]+width="480" height="270"/)
  })

  it('T22: offers AVIF for its frame, and the smallest file of each form to who saves data, for no shared cache', async () => {
    const file = (name: string, width: number) => ({
      ...Object.fromEntries(
        ['avif', 'webp'].map((form) => [form, `https://media.provider.test/${name}.${form}`]),
      ),
      url: `https://media.provider.test/${name}.gif`,
      width,
      height: width / 2,
    })
    const images = { original: file('original', 480), fixed_width: file('200w', 200) }
    const { get } = withProvider(({ url }) =>
      Response.json(okJson({ ...catJson(new URL(url).pathname.split('/').pop()), images })),
    )
    const path = `/embed/${freshId()}`
    const offered = async (headers: Record<string, string> = {}) => {
      const response = await get(path, headers)
      const sources = (await response.text()).matchAll(
        /<source type="(\S+)" srcSet="(.+?)" sizes="(.+?)"\/>/g,
      )
      return { cache: response.headers.get('cache-control'), sources: [...sources].map(([, ...all]) => all) }
    }
    const sizes = '(max-aspect-ratio:480/240) 100vw,200vh'
    const all = (form: string) =>
      `https://media.provider.test/200w.${form} 200w, https://media.provider.test/original.${form} 480w`
    const whole = {
      cache: 'public, max-age=60',
      sources: ['avif', 'webp'].map((form) => [`image/${form}`, all(form), sizes]),
    }
    expect(await offered()).toEqual(whole)
    expect(await offered({ 'Save-Data': 'on' })).toEqual({
      cache: 'private, max-age=60',
      sources: whole.sources.map(([type, set = '']) => [type, set.split(',')[0], sizes]),
    })
    expect(await offered()).toEqual(whole)
  })

  it('T5: carries the tracking query on its links, the referring origin included', async () => {
    const html = await (
      await withProvider(cat).get(`/embed/${freshId()}?utm_campaign=Mine`, {
        Referer: 'https://blog.test/post/1',
      })
    ).text()
    expect(html).toContain(
      'utm_source=iframe&amp;utm_medium=embed&amp;utm_campaign=Mine&amp;utm_term=https%3A%2F%2Fblog.test',
    )
    expect(html).toMatch(/class="attribution" href="[^"?]+\?utm_source=iframe&amp;[^"]*utm_campaign=Mine/)
  })

  it('is sent in the order in which it is needed: head, picture, its motion control, what hovering brings, the end', async () => {
    const html = await (await withProvider(cat).get(`/embed/${freshId()}`)).text()
    const places = [
      '<title>',
      'class="motion"',
      'data-action="pause"',
      'data-island="share-menu"',
      'class="click-area"',
      'data-island="hover-footer"',
      '</html>',
    ]
    const found = places.map((place) => html.indexOf(place))
    expect(found).toEqual(found.toSorted((one, other) => one - other))
    expect(found[0]).toBeGreaterThan(0)
  })

  it('T22: uses one response of the provider for several pages, each with its own tracking', async () => {
    const { get, calls } = withProvider(cat)
    const path = `/embed/${freshId()}`
    const pages = []
    for (const host of ['one.test', 'two.test']) {
      pages.push(await (await get(path, { Referer: `https://${host}/a` })).text())
    }
    expect(pages[0]).toContain('utm_term=https%3A%2F%2Fone.test')
    expect(pages[1]).not.toContain('one.test')
    expect(pages[1]?.replaceAll('two.test', 'one.test')).toBe(pages[0])
    expect(calls).toHaveBeenCalledTimes(1)
  })

  it('renders a page once for all equal requests, and for no other', async () => {
    const id = freshId()
    const asked: [query: string, headers: Record<string, string>][] = [
      ['', {}],
      ['', { 'Sec-CH-UA-Mobile': '?1' }],
      ['', { 'Sec-GPC': '1' }],
      ['?theme=dark', {}],
      ['?lang=de', {}],
      ['?autoplay=0', {}],
    ]
    type Asked = (typeof asked)[number]
    const ask = async ({ get }: ReturnType<typeof withProvider>, [query, headers]: Asked) => {
      const response = await get(`/embed/${id}${query}`, headers)
      return [
        await response.text(),
        ...['content-security-policy', 'cache-control', 'link'].map((name) => response.headers.get(name)),
      ].join()
    }
    const together = withProvider(cat)
    const drawn = []
    for (const one of asked) drawn.push(await ask(together, one))
    expect(new Set(drawn).size).toBe(asked.length)
    for (const [at, one] of asked.entries()) {
      expect(await ask(together, one)).toBe(drawn[at])
      expect(await ask(withProvider(cat), one)).toBe(drawn[at])
    }
  })

  it('does not fill a title that looks like a slot', async () => {
    const { get } = withProvider((request) =>
      Response.json(
        okJson({
          ...catJson(new URL(request.url).pathname.split('/').pop() ?? ''),
          alt_text: `a ${TRACKING_SLOT} b`,
        }),
      ),
    )
    const html = await (await get(`/embed/${freshId()}`)).text()
    expect(html).toMatch(/<title>a +slot b<\/title>/)
    for (const slot of [TRACKING_SLOT, encodeURI(TRACKING_SLOT)]) expect(html).not.toContain(slot)
  })

  it('renders it again for another response of the provider', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
    let titles = 0
    const { get } = withProvider((request) =>
      Response.json(
        okJson({
          ...catJson(new URL(request.url).pathname.split('/').pop() ?? ''),
          title: `Title ${titles++}`,
        }),
      ),
    )
    const path = `/embed/${freshId()}`
    expect(await (await get(path)).text()).toContain('Title 0')
    vi.setSystemTime(Date.now() + 61_000)
    expect(await (await get(path)).text()).toContain('Title 1')
  })

  it.each([
    [
      'a phone',
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Mobile/15E148 Safari/604.1',
      'mobile',
    ],
    [
      'an Android phone',
      'Mozilla/5.0 (Linux; Android 15; Pixel 9) Chrome/140.0 Mobile Safari/537.36',
      'mobile',
    ],
    ['a tablet', 'Mozilla/5.0 (iPad; CPU OS 17_0 like Mac OS X) Mobile/15E148 Safari/604.1', 'desktop'],
    ['a desktop browser', 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0 Safari/537.36', 'desktop'],
    ['nothing', '', 'desktop'],
  ])('T24: chooses the layout for %s by its user agent', async (_name, agent, layout) => {
    const html = await (await withProvider(cat).get(`/embed/${freshId()}`, { 'User-Agent': agent })).text()
    expect(html).toContain(`data-layout="${layout}"`)
    expect(html.includes('View on Loopframe')).toBe(layout === 'mobile')
  })

  it.each([
    ['youtube', true],
    ['somewhere else', false],
    [undefined, false],
  ])(
    'a tap toggles the footer only where a film stands behind the GIF: %s (§2)',
    async (provider_name, taps) => {
      const external_media = provider_name && { provider_name, asset_uid: 'aqz-KE-bpKQ' }
      const { get } = withProvider(() => Response.json(okJson({ ...catJson(), external_media })))
      expect((await (await get(`/embed/${freshId()}`)).text()).includes('data-action="tap"')).toBe(taps)
    },
  )

  it('uses the browser’s client hint', async () => {
    const html = await (
      await withProvider(cat).get(`/embed/${freshId()}`, { 'Sec-CH-UA-Mobile': '?1' })
    ).text()
    expect(html).toContain('data-layout="mobile"')
  })

  it('T20: has the headers of its class, allows nothing inline but by hash, and reads no cookie', async () => {
    const { get } = withProvider(cat)
    const id = freshId()
    const response = await get(`/embed/${id}`)
    const policy = response.headers.get('Content-Security-Policy') ?? ''
    expect(policy).toMatch(/script-src https:\/\/loop\.test\/static\/ 'sha256-[\w+/=]+'/)
    expect(policy).toContain('frame-ancestors * file:')
    expect(policy).not.toContain('unsafe-inline')
    expect(response.headers.get('X-Frame-Options')).toBeNull()
    expect(response.headers.get('Set-Cookie')).toBeNull()
    expect(response.headers.get('Cache-Control')).toBe('public, max-age=60')
    expect(response.headers.get('x-cache')).toBe('miss')
    expect(response.headers.get('age')).toBe('0')
    expect(response.headers.get('Link')).toContain('<https://media.provider.test>; rel=preconnect')
    expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
    const withCookie = await get(`/embed/${id}`, { Cookie: 'session=1; csrftoken=2' })
    expect(await withCookie.text()).toBe(await response.text())
  })
})

describe('an upstream that fails (§8)', () => {
  const failing: [string, () => Response | Promise<Response>, number][] = [
    [
      'T39, F1: refuses the connection',
      () => Promise.reject(new Error('connect https://provider.test/?api_key=secret-key')),
      502,
    ],
    ['F1: answers 500', () => new Response('{}', { status: 500 }), 502],
    ['T39, F4: sends no JSON', () => new Response('<html>hello secret-key</html>'), 502],
    ['F6: is cut short', () => new Response('{"data":{"id":'), 502],
    ['F5: has no response_id', () => Response.json({ data: catJson(), meta: { status: 200 } }), 502],
    ['F5: has an empty response_id', () => Response.json({ data: [], meta: { response_id: '' } }), 502],
    [
      'does not know the GIF',
      () => Response.json({ meta: { status: 404, msg: 'Not Found' } }, { status: 404 }),
      404,
    ],
    ['has no GIF in its answer', () => Response.json(okJson([])), 404],
    ['has taken it down', () => new Response('{}', { status: 410 }), 410],
    ['says it is flagged removed', () => Response.json(okJson({ ...catJson(), is_removed: 1 })), 410],
    ['is over its limit', () => new Response('{}', { status: 429, headers: { 'Retry-After': '30' } }), 429],
    ['T39, F7: redirects elsewhere', () => Response.redirect('https://evil.test/?api_key=secret-key'), 502],
  ]

  it.each(failing)('%s', async (_name, answer, status) => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const { get, calls } = withProvider(answer)
    const id = freshId()
    for (const path of [`/embed/${id}`, `/v1/gifs/${id}`]) {
      const response = await get(path)
      // The API passes a provider's own 200 through: what is in it is its client's matter.
      const isPage = path.startsWith('/embed')
      const isContent = /no GIF in/.test(_name)
      expect(response.status).toBe(isPage || !isContent ? status : 200)
      const text = await response.text()
      expect(text).not.toContain('secret-key')
      expect(text).not.toMatch(/at .+\.ts:/)
      if (isPage) {
        expect(response.headers.get('Content-Type')).toContain('text/html')
        expect(response.headers.get('Cache-Control')).toBe('public, max-age=6')
      } else if (!isContent) {
        expect(response.headers.get('x-cache')).toBe('error')
      }
    }
    expect(calls).toHaveBeenCalledTimes(1)
  })

  it('F2: responds within the page’s 3 s when the provider hangs, and stores the late response', async () => {
    let answer: (response: Response) => void = () => {}
    const { app, bindings, calls } = withProvider(() => new Promise((resolve) => (answer = resolve)))
    const id = freshId()
    const ask = async () => {
      const ctx = createExecutionContext()
      const request = new Request(`https://loop.test/embed/${id}`)
      const response = await app.fetch(request, bindings, ctx)
      return { response, ctx }
    }
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
    const pending = ask()
    await vi.waitFor(() => expect(calls).toHaveBeenCalled())
    await vi.advanceTimersByTimeAsync(2999)
    const { response, ctx } = await pending
    vi.useRealTimers()
    expect(response.status).toBe(502)
    answer(Response.json(okJson(catJson(id))))
    await waitOnExecutionContext(ctx)
    const { response: next } = await ask()
    expect(next.status).toBe(200)
  })
})

describe('the provider API at /v1', () => {
  it('T25: calls the upstream once for 200 concurrent cold requests', async () => {
    const { app, bindings, calls } = withProvider(
      () => new Promise((resolve) => setTimeout(() => resolve(Response.json(okJson([catJson()]))), 20)),
    )
    const ctx = createExecutionContext()
    const url = `https://loop.test/v1/gifs/search?q=${freshId()}`
    const statuses = await Promise.all(
      Array.from({ length: 200 }, async () => (await app.fetch(new Request(url), bindings, ctx)).status),
    )
    await waitOnExecutionContext(ctx)
    expect(new Set(statuses)).toEqual(new Set([200]))
    expect(calls).toHaveBeenCalledTimes(1)
  })

  it('makes the call that a word in the path chooses, and none for an unknown word', async () => {
    const { get, calls } = withProvider(() => Response.json(okJson([])))
    for (const type of ['gifs', 'stickers', 'text']) {
      expect((await get(`/v1/${type}/search?type=other&q=${freshId()}`)).status).toBe(200)
    }
    const asked = calls.mock.calls.map(([request]) => new URL((request as Request).url).pathname)
    expect(asked).toEqual(['/v1/gifs/search', '/v1/stickers/search', '/v1/text/search'])
    expect((await get('/v1/films/search?q=cat')).status).toBe(404)
    expect(calls).toHaveBeenCalledTimes(3)
  })

  it('T22, T25: shares one copy whatever key, pingback id or unknown parameter a client adds', async () => {
    const { get, calls } = withProvider(() => Response.json(okJson([])))
    const q = freshId()
    for (const extra of [
      '',
      '&api_key=x',
      '&pingback_id=y',
      '&random_id=z',
      '&cachebuster=1',
      '&__proto__[x]=1',
    ]) {
      expect((await get(`/v1/gifs/search?q=${q}${extra}`)).status).toBe(200)
    }
    expect(calls).toHaveBeenCalledTimes(1)
  })

  it('reports the source and the age of a response', async () => {
    const { get } = withProvider(() => Response.json(okJson([])))
    const path = `/v1/gifs/search?q=${freshId()}`
    expect((await get(path)).headers.get('x-cache')).toBe('miss')
    const hit = await get(path)
    expect(hit.headers.get('x-cache')).toBe('hit')
    expect(Number(hit.headers.get('age'))).toBeGreaterThanOrEqual(0)
    expect(hit.headers.get('Access-Control-Allow-Origin')).toBe('*')
  })

  it.each([
    ['/v1/gifs/search', 400, 'q is required'],
    [`/v1/gifs/search?q=${'x'.repeat(51)}`, 414, 'q must be at most 50 characters'],
    ['/v1/gifs/search?q=cat&limit=many', 400, 'limit must be a whole number'],
    ['/v1/gifs/search?q=cat&offset=-1', 400, 'offset must be at least 0'],
    ['/v1/gifs/search?q=cat&rating=x', 400, 'rating must be one of g, pg, pg-13, r'],
    ['/v1/gifs?ids=', 400, 'ids'],
    ['/v1/nothing/here', 404, 'There is nothing at this address'],
    ['/v1/gifs/%2e%2e%2fadmin', 400, 'not accepted'],
  ])('%s is refused in the envelope', async (path, status, message) => {
    const { get, calls } = withProvider(cat)
    const response = await get(path)
    expect(response.status).toBe(status)
    const body = (await response.json()) as {
      data: unknown[]
      meta: { status: number; msg: string; response_id: string }
    }
    expect(body).toMatchObject({ data: [], meta: { status } })
    expect(body.meta.msg).toContain(message)
    expect(body.meta.response_id).not.toBe('')
    expect(calls).not.toHaveBeenCalled()
  })

  it('never sends a write of nobody to an upstream', async () => {
    const { app, bindings, calls } = withProvider(cat)
    const request = new Request('https://loop.test/v1/gifs/abc/cta', {
      method: 'PUT',
      body: 'link=https://x.test',
    })
    const response = await app.fetch(request, bindings, createExecutionContext())
    expect(response.status).toBe(401)
    expect(calls).not.toHaveBeenCalled()
  })
})
