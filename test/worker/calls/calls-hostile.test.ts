import { afterEach, describe, expect, it, vi } from 'vitest'
import { ANY_RESPONSE } from '../../fixtures/calls/any-response.ts'
import { EXAMPLES } from '../../fixtures/calls/call-examples.ts'
import { readCallTable } from '../../fixtures/calls/call-table.ts'
import table from '../../fixtures/calls/calls.tsv?raw'
import { HOSTILE_URLS } from '../../fixtures/calls/hostile-urls.ts'
import { tries } from '../../fixtures/site/tries.ts'
import { OWN, ownRequest, withUpstreams } from '../../fixtures/upstreams/stub-upstreams.ts'

afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

const well = () => Response.json(ANY_RESPONSE)
const FORM = 'application/x-www-form-urlencoded'

const WRITES = readCallTable(table)
  .filter(
    ({ upstream, method, name }) => /site|gateway/.test(upstream) && method !== 'GET' && name !== 'trimFile',
  )
  .map(({ name, method }) => ({ name, method: method === 'ANY' ? 'POST' : method, ...EXAMPLES[name] }))

const LOGIN_CHECK = 'GET https://site.test/login/check'

/** Sends, and holds that no upstream received of it; a body is read once the site has said who sends it. */
async function refused(request: Request, status: number, before: string[] = []) {
  const { send, received } = withUpstreams(well)
  const response = await send(request)
  expect([response.status, received.map(({ to }) => to)]).toEqual([status, before])
  expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
  return (await response.json()) as { error: { kind: string; message: string; detail?: object } }
}

describe('T19: CSRF, on every write whatever its content type', () => {
  const JSON_TYPE = { 'Content-Type': 'application/json' }
  const SHAPES: [string, Record<string, string>][] = [
    ['no token', { 'X-CSRFToken': '' }],
    ['another’s token', { 'X-CSRFToken': 'an0ther' }],
    ['no cookie', { Cookie: '__Host-session=s3ss10n' }],
    ['text that is JSON', { 'X-CSRFToken': '', 'Content-Type': 'text/plain' }],
    ['XML', { 'X-CSRFToken': '', 'Content-Type': 'application/xml' }],
    ['JSON from elsewhere', { ...JSON_TYPE, Origin: 'https://evil.test', 'Sec-Fetch-Site': 'cross-site' }],
    ['an origin of none', { Origin: 'null', 'Sec-Fetch-Site': 'cross-site' }],
    ['a subdomain', { Origin: 'https://user.loop.test', 'Sec-Fetch-Site': 'same-site' }],
    ['a lie in one header', { Origin: 'https://evil.test' }],
  ]

  it.each(SHAPES)('%s', async (name, headers) => {
    expect(WRITES.length).toBeGreaterThan(35)
    for (const { name: call, method, path, form, json } of WRITES) {
      // A call without credentials has no token: where it comes from is all there is.
      if (call === 'shareAnalytics' && !headers.Origin) continue
      const body = form ?? (json && JSON.stringify(json)) ?? null
      const request = ownRequest(`${method} ${path}`, {
        body,
        type: form ? FORM : 'application/json',
        headers,
      })
      const { error } = await refused(request, 403)
      expect(error.kind, `${name}: ${call}`).toBe('forbidden')
    }
  })

  it('a GET never changes anything, whatever method it names', async () => {
    const { send, received } = withUpstreams(well)
    await send(ownRequest('GET /api/v3/channels/7/?_method=DELETE'))
    expect(received.map(({ to }) => to)).toEqual(['GET https://site.test/api/v3/channels/7/?video=true'])
  })

  it.each([
    '/imaging/trim?media_url=https://media.example.com/a.gif',
    '/imaging/fetch/video/info?url=https://a.example.com/',
  ])('a costly read by another site: %s', async (path) => {
    await refused(ownRequest(`GET ${path}`, { headers: { Origin: '', 'Sec-Fetch-Site': 'cross-site' } }), 403)
    await refused(
      ownRequest(`GET ${path}`, { headers: { Origin: 'https://evil.test', 'Sec-Fetch-Site': '' } }),
      403,
    )
  })
})

describe('T17: paths', () => {
  const IDS = [
    '%2e%2e%2fadmin',
    '..%2fadmin',
    '%2e%2e',
    '..;',
    '%5c..%5c',
    '%00',
    '%61',
    'a%2fb',
    'a//b',
    'a%252fb',
    '%c0%ae',
    'a.b',
    'a;b',
    'a b',
    '%ff',
    "'",
    '"',
    '<b>',
    'x'.repeat(65),
    '💥',
    '%0d%0aX:1',
    'a%20b',
    ':id',
    '*',
  ]
  const PLACES = [
    '/api/v1/users/{}/',
    '/api/v3/channels/{}/',
    '/gateway/stories/{}',
    '/gateway/stories/slug/{}',
    '/users/{}/follows',
  ]

  it.for(IDS)('%j', async (id, { task }) => {
    tries(task, PLACES.length)
    for (const place of PLACES) {
      const { send, received } = withUpstreams(well)
      const response = await send(ownRequest(`GET ${place.replace('{}', id)}`))
      expect(response.status, place).toBeGreaterThanOrEqual(400)
      expect(response.status, place).toBeLessThan(405)
      // `/users/../follows` is a page that is not there, which offers what others search for.
      expect(received.map(({ to }) => to).filter((to) => !to.includes('/v2/trending/searches?'))).toEqual([])
    }
  })

  it.each([
    ['GET /api/v3/channels', 404],
    ['GET /api/v3/nothing/', 404],
    ['GET /api/v4/channels/', 404],
    ['GET /ajax', 404],
    ['GET /gateway/', 404],
    ['GET /gateway/admin/x', 404],
    ['GET /gateway/analytics/../stories/trending', 200],
    ['GET /gateway/analytics/', 404],
    ['GET /gateway/analytics/a/./../b', 200],
    ['GET /gateway/analytics/%2e%2e%2fstories', 400],
    ['GET /gateway/analytics/...', 400],
    ['GET /gateway/analytics/a%20b', 400],
    ['GET /gateway/analytics/1/2/3/4/5/6/7/8/9', 400],
    ['GET /Ajax/gif/abc/metadata', 404],
    ['GET /imaging/imaging/trim', 404],
  ])('%s → %i', async (what, status) => {
    const { send, received } = withUpstreams(well)
    const response = await send(ownRequest(what))
    expect(response.status).toBe(status)
    // What the URL's own rules resolve is another address, and arrives as that.
    for (const { to } of received)
      expect(to).toMatch(/^GET https:\/\/gateway\.test\/svc\/(stories\/trending|analytics\/b)$/)
  })
})

describe('T18: methods', () => {
  it.each([
    ['PUT /ajax/gif/abc/metadata', 'GET, HEAD'],
    ['OPTIONS /api/v3/channels/7/', 'GET, PUT, DELETE, HEAD'],
    ['GET /api/v3/channels/7/move/', 'POST'],
    ['PATCH /api/v1/users/1/', 'GET, PUT, HEAD'],
    ['POST /login/check', 'GET, HEAD'],
    ['DELETE /imaging/trim', 'GET, POST, HEAD'],
    ['GET /ajax/instashare/', 'POST'],
    ['PROPFIND /gateway/stories', 'GET, POST, HEAD'],
  ])('%s is a 405 with Allow: %s', async (what, allow) => {
    const { send, received } = withUpstreams(well)
    const response = await send(ownRequest(what))
    expect([response.status, response.headers.get('allow'), received]).toEqual([405, allow, []])
    expect(await response.json()).toMatchObject({ error: { kind: 'method-not-allowed' } })
  })

  it('HEAD is a read without a body', async () => {
    const { send, received } = withUpstreams(well)
    const response = await send(ownRequest('HEAD /ajax/gif/abc/metadata'))
    expect([response.status, await response.text()]).toEqual([200, ''])
    expect(received[0]?.to).toMatch(/^GET /)
  })
})

describe('T18, T40: sizes', () => {
  const KB = 1024
  const chunked = (size: number) =>
    new ReadableStream({
      start(controller) {
        for (let sent = 0; sent < size; sent += 4 * KB) controller.enqueue(new Uint8Array(4 * KB).fill(120))
        controller.close()
      },
    })

  it.each<[string, string, BodyInit]>([
    ['a form of 17 KB', 'POST /ajax/gif/update', 'x'.repeat(17 * KB)],
    ['a form in pieces', 'POST /ajax/gif/update', chunked(20 * KB)],
    ['JSON of 65 KB', 'POST /gateway/stories', 'x'.repeat(65 * KB)],
    ['JSON in pieces', 'POST /gateway/stories', chunked(80 * KB)],
    ['a base’s call of 65 KB', 'POST /gateway/analytics/x', 'x'.repeat(65 * KB)],
    ['a body where none is wanted', 'DELETE /api/v3/channels/7/', 'x'.repeat(17 * KB)],
    ['a file of 26 MB in pieces', 'POST /imaging/trim', chunked(26 * KB * KB)],
  ])('%s is a 413', async (_name, what, body) => {
    const isFile = what === 'POST /imaging/trim'
    const request = ownRequest(what, { body, type: isFile ? 'multipart/form-data; boundary=x' : FORM })
    const { error } = await refused(request, 413, isFile ? [LOGIN_CHECK] : [])
    expect(error.kind).toBe('too-large')
  })

  const many = (count: number, one: (n: number) => string) =>
    Array.from({ length: count }, (_, n) => one(n)).join('&')

  it.each([
    ['501 fields', many(501, (n) => `a${n}=1`)],
    ['101 ids', `gif_ids=${Array.from({ length: 101 }, (_, n) => `id${n}`).join(',')}`],
    ['an index of 100', 'gif_ids[100]=a'],
    ['a prototype', 'gif_ids[__proto__]=a'],
    ['a depth of 4', 'gif_ids[a][b][c]=1'],
    ['no ids', 'gif_ids='],
    ['ids of signs', 'gif_ids=../x'],
    ['nothing', ''],
  ])('T9, T40: %s is a 400', async (_name, query) => {
    await refused(ownRequest(`GET /ajax/gifs/trending?${query}`), 400)
  })

  it.each<[string, string, string]>([
    ['no JSON', '{', 'application/json'],
    ['a list', '[1]', 'application/json'],
    ['a text', '"a"', 'application/json'],
    ['null', 'null', 'application/json'],
    ['21 levels', `${'{"a":'.repeat(22)}1${'}'.repeat(22)}`, 'application/json'],
    ['XML', '<a/>', 'application/xml'],
    ...['__proto__', 'constructor', 'toString', 'hasOwnProperty'].map((type): [string, string, string] => [
      `a ${type}`,
      'gif_id=abc',
      type,
    ]),
    ['plain text', 'gif_id=abc', 'text/plain'],
    ['a form without an end', '--x\r\nnothing', 'multipart/form-data; boundary=x'],
    ['a form without a boundary', 'x', 'multipart/form-data'],
  ])('a body that is %s is a 400', async (_name, body, type) => {
    await refused(ownRequest('POST /ajax/gif/update', { body, type }), 400)
  })
})

describe('invalid input is reported per field', () => {
  it.each<[string, string, string | null, object]>([
    [
      'POST /api/v3/register',
      'form',
      'username=%3Cb%3E&email=x&password=p',
      { username: /username/, email: /e-mail/ },
    ],
    [
      'GET /api/v3/channels/?parent=',
      'query',
      null,
      { parent: /^We cannot fetch a channel's children without its parent's id\.$/ },
    ],
    ['GET /gateway/stories', 'query', null, { username: /required/ }],
    ['GET /imaging/trim', 'query', null, { media_url: /^A trim needs a media URL or a file$/ }],
    [
      'POST /gateway/analytics/share',
      'form',
      'shareType=sms&gifId=abc',
      { shareType: /twitter, facebook, pinterest, link, embed/ },
    ],
    [
      'GET /api/v3/spotify/artist?spotify_url=http://127.0.0.1',
      'query',
      null,
      { spotify_url: /artist on open\.spotify\.com/ },
    ],
  ])('%s', async (what, kind, body, detail) => {
    const { error } = await refused(ownRequest(what, { body, ...(kind === 'form' && { type: FORM }) }), 400)
    expect(error.kind).toBe('invalid-input')
    const expected = Object.fromEntries(
      Object.entries(detail).map(([name, text]) => [name, expect.stringMatching(text)]),
    )
    expect(error.detail).toEqual(expected)
  })
})

describe('T10: SSRF, in every field that names an address', () => {
  it.each(HOSTILE_URLS)('%s', async (url) => {
    const q = encodeURIComponent(url)
    await refused(ownRequest(`GET /imaging/fetch/video/info?url=${q}`), 400)
    await refused(ownRequest(`GET /imaging/trim?media_url=${q}`), 400)
    const form = new FormData()
    form.append('media_url', url)
    await refused(ownRequest('POST /imaging/trim', { body: form }), 400, [LOGIN_CHECK])
  })

  it.each([
    [{ IMAGING_HOSTS: 'media.example.com' }, 'https://media.example.com/a.gif', 200],
    [{ IMAGING_HOSTS: 'Media.Example.com' }, 'https://MEDIA.example.com:443/a.gif', 200],
    [{ IMAGING_HOSTS: 'media.example.com' }, 'https://evil.example.com/a.gif', 400],
    [{ IMAGING_HOSTS: 'media.example.com' }, 'https://media.example.com.evil.com/a.gif', 400],
    [{ IMAGING_HOSTS: 'media.example.com' }, 'https://sub.media.example.com/a.gif', 400],
    [{ IMAGING_HOSTS: '', MEDIA_HOSTS: 'cdn.example.com' }, 'https://cdn.example.com/a.gif', 200],
    [
      { IMAGING_HOSTS: 'x.example.com', MEDIA_HOSTS: 'cdn.example.com' },
      'https://cdn.example.com/a.gif',
      400,
    ],
    [{ IMAGING_HOSTS: '', PUBLIC_URL: OWN }, `${OWN}/media/a/original.gif`, 200],
    [
      { IMAGING_HOSTS: '', PUBLIC_URL: 'https://gifs.example.com' },
      'https://gifs.example.com/media/a/a.gif',
      200,
    ],
    [{ IMAGING_HOSTS: '' }, `${OWN}/media/a/original.gif`, 400],
  ])('only addresses on allowed hosts: %j %s is %i', async (vars, url, status) => {
    const { send, received } = withUpstreams(well, vars)
    const address = encodeURIComponent(url)
    const form = new FormData()
    form.append('media_url', url)
    for (const request of [
      ownRequest(`GET /imaging/fetch/video/info?url=${address}`),
      ownRequest(`GET /imaging/trim?media_url=${address}`),
      ownRequest('POST /imaging/trim', { body: form }),
    ]) {
      const response = await send(request)
      expect(response.status).toBe(status)
      if (status === 400) expect(await response.text()).toContain("this site's media hosts (IMAGING_HOSTS)")
    }
    expect(received.filter(({ to }) => to.includes('imaging.test'))).toHaveLength(status === 200 ? 3 : 0)
  })

  it.each([
    ['a page', '<!doctype html><script>', 'image/gif'],
    ['a drawing with a script', '<svg xmlns="http://www.w3.org/2000/svg"><script/>', 'image/svg+xml'],
    ['nothing', '', 'image/gif'],
    ['an archive', 'PK\u0003\u0004', 'image/gif'],
  ])('a file that is %s, whatever it calls itself', async (_name, text, type) => {
    const form = new FormData()
    form.append('file', new File([text], 'a.gif', { type }))
    await refused(ownRequest('POST /imaging/trim', { body: form }), 400, [LOGIN_CHECK])
  })
})

describe('sessions of calls that the site does not serve', () => {
  const TRIM = 'GET /imaging/trim?media_url=https%3A%2F%2Fmedia.example.com%2Fa.gif'
  const login = (answer: () => Response) => (request: Request) =>
    request.url.endsWith('/login/check') ? answer() : well()

  it.each([TRIM, 'GET /gateway/trendingscheduler/activity'])(
    '%s is for people whom the site knows',
    async (what) => {
      const { error } = await refused(ownRequest(what, { headers: { Cookie: 'csrftoken=t0ken' } }), 401)
      expect(error.kind).toBe('unauthorized')
      for (const answer of [
        () => Response.json({ logged_in: false }),
        () => new Response('', { status: 401 }),
        () => new Response('<h1>Log in</h1>'),
        () => Response.redirect('https://site.test/login/', 302),
      ]) {
        const { send, received } = withUpstreams(login(answer))
        expect((await send(ownRequest(what))).status).toBe(401)
        expect(received.map(({ to }) => to)).toEqual(['GET https://site.test/login/check'])
      }
    },
  )

  const SHAPES: [string, () => Response][] = [
    ['an empty object', () => Response.json({})],
    ['an empty list', () => Response.json([])],
    ['null', () => Response.json(null)],
    ['maintenance', () => Response.json({ error: 'maintenance' })],
    ['a no in words', () => Response.json({ logged_in: 'no', user: { id: 7 } })],
    ['a yes in words', () => Response.json({ logged_in: 'true', user: { id: 7 } })],
    ['a number', () => Response.json({ logged_in: 1, user: { id: 7 } })],
    ['a yes without an id', () => Response.json({ logged_in: true, user: {} })],
    [
      'a yes of an id that is none',
      () => Response.json({ logged_in: true, user: { id: '../7' }, user_id: 0 }),
    ],
    ['an id without the flag', () => Response.json({ user: { id: 7 } })],
    ['a page', () => new Response('<!doctype html><h1>Sign in</h1>')],
    ['a 204', () => new Response(null, { status: 204 })],
    ['a 202', () => Response.json({ logged_in: true, user: { id: 7 } }, { status: 202 })],
  ]

  it.each(SHAPES)('T41: a login check that returns %s is a no', async (_name, answer) => {
    for (const what of [TRIM, 'GET /gateway/trendingscheduler/activity']) {
      const { send, received } = withUpstreams(login(answer))
      // A page's own login check does not count either.
      await send(ownRequest('GET /login/check'))
      expect((await send(ownRequest(what))).status).toBe(401)
      expect(received.filter(({ to }) => !to.endsWith('/login/check'))).toEqual([])
    }
  })

  it('T41: a session is remembered for 10 s, for itself alone', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const { send, received } = withUpstreams(well)
    for (let n = 0; n < 3; n++) {
      expect((await send(ownRequest(TRIM))).status).toBe(200)
      vi.advanceTimersByTime(4_999)
    }
    await send(ownRequest(TRIM, { headers: { Cookie: '__Host-session=0ther' } }))
    const asked = received.filter(({ to }) => to.endsWith('/login/check'))
    expect(asked.map(({ headers }) => headers.cookie)).toEqual([
      'sessionid=s3ss10n; csrftoken=t0ken',
      'sessionid=0ther',
    ])
    vi.advanceTimersByTime(1)
    await send(ownRequest(TRIM))
    expect(received.filter(({ to }) => to.endsWith('/login/check'))).toHaveLength(3)
  })

  it('T41: a session that has ended is good for 10 s at most, and never for our own keys', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    let ended = false
    const answer = () => Response.json(ended ? { logged_in: false } : ANY_RESPONSE)
    const { send } = withUpstreams(login(answer))
    const status = async (what: string) => (await send(ownRequest(what))).status
    const SCHEDULER = 'GET /gateway/trendingscheduler/activity'
    expect([await status(TRIM), await status(SCHEDULER)]).toEqual([200, 200])
    ended = true
    vi.advanceTimersByTime(9_999)
    expect(await status(TRIM)).toBe(200)
    expect([await status(SCHEDULER), await status(TRIM)]).toEqual([401, 401])
  })

  const SCHEDULE = JSON.stringify({ gifs: ['abc'], timestamp: 1790000000 })
  const SCHEDULER: [string, string | null][] = [
    ['GET /gateway/trendingscheduler/schedule', null],
    ['GET /gateway/trendingscheduler/activity', null],
    ['POST /gateway/trendingscheduler/schedule', SCHEDULE],
    ['DELETE /gateway/trendingscheduler/schedule', SCHEDULE],
  ]
  const RIGHTS: [string, object, number][] = [
    ['no role', {}, 403],
    ['a user', { role: 'user' }, 403],
    ['an artist', { role: 'artist' }, 403],
    ['a moderator', { role: 'moderator' }, 403],
    ['a moderator by flag', { is_moderator: true }, 403],
    ['staff in words', { is_staff: 'true' }, 403],
    ['staff by type', { user_type: 'staff' }, 403],
    ['a role that is none', { role: ['staff'] }, 403],
    ['a user with a flag', { role: 'user', is_staff: true }, 403],
    ['staff', { role: 'staff' }, 200],
    ['staff by flag', { is_staff: true, is_moderator: true }, 200],
  ]

  it.each(RIGHTS)('T41: the scheduler for %s', async (_name, rights, status) => {
    const { send, received, forget } = withUpstreams(
      login(() => Response.json({ logged_in: true, user: { id: 'u_9', ...rights } })),
    )
    for (const [what, body] of SCHEDULER) {
      forget()
      const response = await send(ownRequest(what, { body, ...(body && { type: 'application/json' }) }))
      expect([what, response.status]).toEqual([what, status])
      const [check, ...calls] = received
      expect(check?.to).toBe('GET https://site.test/login/check')
      // The user is the one of the session, whatever the request says.
      expect(calls.map(({ headers }) => headers['x-loopframe-user'])).toEqual(status === 200 ? ['u_9'] : [])
      expect(check?.headers).not.toHaveProperty('x-loopframe-user')
    }
  })

  it('T41: a plain user may use the imaging service', async () => {
    const { send } = withUpstreams(login(() => Response.json({ logged_in: true, user_id: 9 })))
    expect((await send(ownRequest(TRIM))).status).toBe(200)
  })

  it('the scheduler’s keys are sent for nobody else', async () => {
    const { send, received } = withUpstreams(well)
    for (const what of ['GET /gateway/stories/trending', 'GET /login/check', TRIM])
      await send(ownRequest(what))
    expect(JSON.stringify(received)).not.toContain('t4gger')
  })

  it('without its keys the scheduler is unavailable', async () => {
    const { send, received } = withUpstreams(well, { TAGGER_KEY: '' })
    const response = await send(ownRequest('GET /gateway/trendingscheduler/activity'))
    expect([response.status, received]).toEqual([503, []])
  })
})

describe('an upstream that is not configured', () => {
  it.each([
    ['GET /login/check', 'SITE_URL'],
    ['GET /gateway/stories/trending', 'GATEWAY_URL'],
    ['GET /imaging/trim?media_url=https%3A%2F%2Fmedia.example.com%2Fa.gif', 'IMAGING_URL'],
  ])('%s is a 503 that names %s', async (what, name) => {
    const { send, received } = withUpstreams(well, { [name]: '', DB: undefined })
    const response = await send(ownRequest(what))
    expect([response.status, received]).toEqual([503, []])
    const message = expect.stringContaining(`${name} is not configured`)
    expect(await response.json()).toEqual({ error: { kind: 'unavailable', message } })
  })
})

describe('T14, T15: what an upstream sends back', () => {
  it('T31: its headers are dropped, except the site’s two cookies', async () => {
    const hostile: [string, string][] = [
      ['Set-Cookie', 'sessionid=new; Domain=.site.test; SameSite=None'],
      ['Set-Cookie', 'csrftoken=new; HttpOnly'],
      ['Set-Cookie', 'tracker=1'],
      ['Access-Control-Allow-Origin', '*'],
      ['Access-Control-Allow-Credentials', 'true'],
      ['Content-Security-Policy', 'default-src *'],
      ['Strict-Transport-Security', 'max-age=0'],
      ['X-Frame-Options', 'ALLOWALL'],
      ['Content-Type', 'text/html'],
      ['Content-Disposition', 'attachment'],
      ['Location', 'https://evil.test/'],
      ['Refresh', '0; url=https://evil.test/'],
      ['Link', '<https://evil.test/a.js>; rel=preload'],
      ['Server', 'x'],
      ['Via', 'x'],
      ['X-Powered-By', 'x'],
      ['Clear-Site-Data', '"*"'],
      ['Service-Worker-Allowed', '/'],
      ['Cache-Control', 'public, max-age=31536000'],
      ['x-request-id', 'theirs'],
    ]
    const upstream = () => {
      const headers = new Headers()
      for (const [name, value] of hostile) headers.append(name, value)
      return new Response(JSON.stringify(ANY_RESPONSE), { headers })
    }
    const { send } = withUpstreams(upstream)
    const response = await send(ownRequest('GET /login/check'))
    const own = new Set(
      'content-type cache-control content-security-policy cross-origin-resource-policy set-cookie strict-transport-security vary x-content-type-options x-request-id'.split(
        ' ',
      ),
    )
    expect(new Set([...response.headers.keys()])).toEqual(own)
    expect(response.headers.getSetCookie()).toEqual([
      '__Host-session=new; Path=/; Secure; HttpOnly; SameSite=Lax',
      'csrftoken=new; Path=/; Secure; SameSite=Lax',
    ])
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(response.headers.get('cache-control')).toBe('private, no-store')
    const other = await send(ownRequest('GET /gateway/stories/trending'))
    expect(other.headers.getSetCookie()).toEqual([])
  })

  it('its message loses credentials and addresses', async () => {
    const message = 'bad token us3r-token for s3ss10n at https://site.test/x?key=1'
    const { send } = withUpstreams(() => Response.json({ message }, { status: 403 }))
    const response = await send(ownRequest('GET /api/v3/channels/7/'))
    expect(response.status).toBe(403)
    expect(await response.json()).toEqual({ error: { kind: 'forbidden', message: 'bad token … for … at …' } })
  })
})

it('T16: forged headers change nothing', async () => {
  const bare = withUpstreams(well)
  const request = new Request(`${OWN}/api/v3/env/build`)
  const plain = await (await bare.send(request)).text()
  const { send, received } = withUpstreams(well)
  expect(await (await send(ownRequest('GET /api/v3/env/build'))).text()).toBe(plain)
  expect(received).toEqual(bare.received)
})
