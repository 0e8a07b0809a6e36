import * as v from 'valibot'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Call } from '../../../shared/calls/call.ts'
import { createClient } from '../../../shared/client/create-client.ts'
import { ANY_RESPONSE } from '../../fixtures/calls/any-response.ts'
import { exampleOf } from '../../fixtures/calls/call-examples.ts'
import { type CallRow, readCallTable } from '../../fixtures/calls/call-table.ts'
import table from '../../fixtures/calls/calls.tsv?raw'
import { catalogue } from '../../fixtures/calls/catalogue.ts'
import {
  OWN,
  ownRequest,
  type Recorded,
  URLS,
  withUpstreams,
} from '../../fixtures/upstreams/stub-upstreams.ts'

afterEach(() => void vi.restoreAllMocks())

const TABLE = readCallTable(table)
const PROXIED = ['site', 'gateway', 'imaging']
const CALLS = { ...catalogue.site, ...catalogue.gateway, ...catalogue.imaging } as Record<string, Call>

const answer = (request: Request) =>
  request.url.endsWith('/csv/') ? new Response('term,count\n') : Response.json(ANY_RESPONSE)

/** What each upstream may get, by the group of the call: the specification's golden set (§6, §7). */
const PLAIN: Record<string, Record<string, string>> = {
  site: { accept: 'application/json', 'x-requested-with': 'XMLHttpRequest' },
  gateway: { accept: 'application/json' },
  imaging: {},
}
const COOKIE = { cookie: 'sessionid=s3ss10n; csrftoken=t0ken' }
const CSRF = { ...COOKIE, 'x-csrftoken': 't0ken', referer: `${OWN}/` }
const TAGGER = { 'x-tagger-key': 't4gger-key', 'x-tagger-token': 't4gger-token', 'x-loopframe-user': '7' }
const GROUPS: Record<string, Record<string, string>> = {
  'site none': {},
  'site session': COOKIE,
  'site session+csrf': CSRF,
  'site csrf': CSRF,
  'site token': { authorization: 'Token us3r-token' },
  'gateway none': {},
  'gateway token': { authorization: 'Token us3r-token' },
  'gateway tagger': TAGGER,
  // The session is asked about at the site, and not shown to the imaging service.
  'imaging session': {},
  'imaging session+csrf': {},
}

const BASES: Record<string, string> = {
  site: URLS.SITE_URL,
  gateway: URLS.GATEWAY_URL,
  imaging: URLS.IMAGING_URL,
}

function expected({ upstream, name, method, auth }: CallRow): Recorded {
  const { path, upstreamPath, form, json, body } = exampleOf(name)
  const sent = body ?? form ?? (json ? JSON.stringify(json) : '')
  const isForm = form !== undefined || name === 'addLanguageTags'
  const type = isForm ? 'application/x-www-form-urlencoded' : 'application/json'
  const target = upstreamPath ?? (upstream === 'gateway' ? path.replace('/gateway', '') : path)
  return {
    to: `${method === 'ANY' ? 'POST' : method} ${BASES[upstream]}${target}`,
    headers: {
      ...PLAIN[upstream],
      ...GROUPS[`${upstream} ${auth}`],
      ...(name === 'user' || name === 'updateUser' ? { password: 'p4ssword' } : {}),
      ...(sent && { 'content-type': type }),
    },
    body: sent,
    redirect: 'manual',
  }
}

const LOGIN_CHECK: Recorded = {
  to: `GET ${URLS.SITE_URL}/login/check`,
  headers: { ...PLAIN.site, ...COOKIE },
  body: '',
  redirect: 'manual',
}

function requestOf({ name, method }: CallRow): Request {
  const { path, form, json } = exampleOf(name)
  const type = form !== undefined ? 'application/x-www-form-urlencoded' : 'application/json'
  const body = form ?? (json ? JSON.stringify(json) : undefined)
  return ownRequest(`${method === 'ANY' ? 'POST' : method} ${path}`, body === undefined ? {} : { body, type })
}

describe('§7 requests that the upstreams receive', () => {
  let stage: ReturnType<typeof withUpstreams>
  beforeEach(async () => {
    stage = withUpstreams(answer)
    // The page looks who is logged in, as pages do; so the site need not be asked about the session again.
    await stage.send(ownRequest('GET /login/check'))
    stage.forget()
  })

  const rows = TABLE.filter(({ upstream, name }) => PROXIED.includes(upstream) && name !== 'trimFile')

  it.each(rows.map((row): [string, string, CallRow] => [row.upstream, row.name, row]))(
    'T14: %s %s: exactly its request, and its answer typed',
    async (_upstream, name, row) => {
      const response = await stage.send(requestOf(row))
      // T41: the site is asked about the session each time that our own keys are used.
      const checks = row.auth === 'tagger' ? [LOGIN_CHECK] : []
      expect(stage.received).toEqual([...checks, expected(row)])
      expect(response.status).toBe(200)
      const call = CALLS[name]
      const body = call?.responseType === 'text' ? await response.text() : await response.json()
      expect(v.safeParse(call?.response ?? v.never(), body).issues).toBeUndefined()
    },
  )

  it('imaging trimFile: the file under a name of our own, with its fields', async () => {
    const form = new FormData()
    form.append('file', new File(['GIF89a……'], '../../evil.html', { type: 'text/html' }))
    form.append('start', '1')
    form.append('role', 'staff')
    const response = await stage.send(ownRequest('POST /imaging/trim', { body: form }))
    expect(response.status).toBe(200)
    expect(stage.received).toHaveLength(1)
    const [{ to, headers, body } = { to: '', headers: {} as Record<string, string>, body: '' }] =
      stage.received
    expect(to).toBe('POST https://imaging.test/imaging/trim')
    expect(Object.keys(headers)).toEqual(['content-type'])
    const arrived = await new Response(body, { headers }).formData()
    expect([...arrived.keys()]).toEqual(['file', 'start'])
    expect(arrived.get('file')).toMatchObject({ name: 'media.gif', type: 'image/gif' })
  })

  it('imaging trimFile takes an address as a field instead', async () => {
    const form = new FormData()
    form.append('media_url', 'https://media.example.com/a.gif')
    await stage.send(ownRequest('POST /imaging/trim', { body: form }))
    expect(stage.received).toHaveLength(1)
    expect(stage.received[0]?.body).toContain('https://media.example.com/a.gif')
  })

  it.each(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])('the analytics base takes %s', async (method) => {
    await stage.send(ownRequest(`${method} /gateway/analytics/a/b/?x=1`))
    expect(stage.received[0]?.to).toBe(`${method} https://gateway.test/svc/analytics/a/b/?x=1`)
  })
})

describe('the other three services', () => {
  const SDK = {
    accept: 'application/json',
    'x-giphy-sdk-name': 'JavascriptSDK',
    'x-giphy-sdk-platform': 'web',
    'x-giphy-sdk-version': '1.0.0',
  }
  const PAGE = 'limit=25&offset=0'
  /** Path and query of every provider row, and what a fixed page of it is called by; each with a word of its own, since answers are kept for a minute. */
  const READS: Record<string, [path: string, upstreamPath?: string]> = {
    categories: ['/v1/gifs/categories?limit=7', `/v1/gifs/categories?${PAGE}`],
    subcategories: [
      '/v1/gifs/categories/animals?offset=25',
      '/v1/gifs/categories/animals?limit=25&offset=25',
    ],
    gifsByCategory: ['/v1/gifs/categories/animals/cats?limit=2', `/v1/gifs/categories/animals/cats?${PAGE}`],
    gif: ['/v1/gifs/row1'],
    gifs: ['/v1/gifs?ids=row1,row2', '/v1/gifs?ids=row1%2Crow2'],
    emoji: ['/v1/emoji?limit=3', `/v1/emoji?${PAGE}`],
    emojiDefaultVariations: ['/v2/emoji?limit=3', `/v2/emoji?${PAGE}`],
    emojiVariations: ['/v2/emoji/row1/variations'],
    animate: ['/v1/text/animate?m=row'],
    search: [
      '/v1/text/search?q=row+cat&channel=ann&excludeDynamicResults=true&lang=de',
      '/v1/text/search?lang=de&q=%40ann+row+cat&excludeDynamicResults=true',
    ],
    trending: ['/v1/stickers/trending?limit=3&rating=pg', `/v1/stickers/trending?${PAGE}&rating=pg`],
    random: ['/v1/gifs/random?tag=row'],
    translate: ['/v1/gifs/translate?s=row&weirdness=3'],
    related: ['/v1/gifs/related?gif_id=row&limit=6&offset=0', `/v1/gifs/related?gif_id=row&${PAGE}`],
    videoTrending: ['/v1/videos/trending?offset=1&limit=2', `/v1/videos/trending?${PAGE}`],
    videoSearch: ['/v1/videos/search?q=row&offset=1&limit=2', `/v1/videos/search?q=row&${PAGE}`],
    videoRelated: ['/v1/videos/related?gif_id=row&limit=2'],
    trendingSearches: ['/v2/trending/searches'],
    tagSearch: ['/v1/gifs/search/tags?q=row'],
    channelSearch: ['/v1/channels/search?q=row&limit=2', `/v1/channels/search?q=row&${PAGE}`],
    relatedTags: ['/v1/tags/related/row?score=0.5'],
    gifRelatedTags: ['/v1/tags/related/gif/row'],
    associations: ['/v1/gifs/row/associations'],
  }

  it('every reading row of the provider has an example', () => {
    const reads = TABLE.filter(({ upstream, method }) => upstream === 'provider' && method === 'GET')
    expect(Object.keys(READS).sort()).toEqual(reads.map(({ name }) => name).sort())
  })

  it.each(Object.entries(READS))('provider %s', async (_name, [path, upstreamPath = path]) => {
    const { send, received } = withUpstreams(answer)
    const added = `${path}${path.includes('?') ? '&' : '?'}api_key=theirs&x=1`
    expect((await send(ownRequest(`GET ${added}`))).status).toBe(200)
    expect(received).toHaveLength(1)
    const [{ to, headers, body } = { to: '', headers: {}, body: '' }] = received
    const url = new URL(to.replace('GET ', ''))
    expect(url.searchParams.get('api_key')).toBe('pr0vider-key')
    expect(url.searchParams.get('pingback_id')).toMatch(/^[0-9a-f]{16}$/)
    url.searchParams.delete('api_key')
    url.searchParams.delete('pingback_id')
    const wanted = new URL(upstreamPath, URLS.PROVIDER_URL)
    expect([url.pathname, [...url.searchParams].sort()]).toEqual([
      wanted.pathname,
      [...wanted.searchParams].sort(),
    ])
    expect([headers, body]).toEqual([SDK, ''])
  })

  it('provider setCta and deleteCta, which staff’s pages make', async () => {
    const received: string[] = []
    const client = createClient(
      catalogue.provider,
      async (request) => {
        const body = new TextDecoder().decode(await request.arrayBuffer())
        received.push(`${request.method} ${request.url} ${body}`)
        return Response.json(ANY_RESPONSE)
      },
      { base: URLS.PROVIDER_URL, at: { upstreamFrom: OWN } },
    )
    await client.setCta({ id: 'abc', link: 'https://shop.example.com/', text: 'Buy' })
    await client.deleteCta({ id: 'abc' })
    expect(received).toEqual([
      'PUT https://provider.test/v1/gifs/abc/cta link=https%3A%2F%2Fshop.example.com%2F&text=Buy',
      'DELETE https://provider.test/v1/gifs/abc/cta ',
    ])
  })

  it('pingback', async () => {
    const { send, received } = withUpstreams(() => new Response(null, { status: 200 }))
    const event = { user_id: '0123456789abcdef', action_type: 'SEEN', ts: Date.now(), logged_in_user_id: '1' }
    const body = JSON.stringify({ events: [event] })
    const response = await send(
      ownRequest('POST /v2/pingback?apikey=theirs', { body, type: 'application/json' }),
    )
    expect(response.status).toBe(204)
    const { 'x-giphy-sdk-name': name, 'content-type': type } = received[0]?.headers ?? {}
    expect(received.map(({ to }) => to)).toEqual([
      'POST https://pingback.test/v2/pingback?apikey=pr0vider-key',
    ])
    expect([name, type]).toEqual(['JavascriptSDK', 'application/json'])
    expect(received[0]?.headers).not.toHaveProperty('cookie')
    expect(received[0]?.body).not.toContain('logged_in_user_id')
  })

  it('vimeo oembed', async () => {
    const { send, received } = withUpstreams(() => Response.json({ type: 'video', title: 'Film' }))
    await send(ownRequest('GET /video/vimeo?url=91919191&maxwidth=640'))
    expect(received).toEqual([
      {
        to: 'GET https://vimeo.test/api/oembed.json?url=https%3A%2F%2Fvimeo.com%2F91919191&maxwidth=640',
        headers: { accept: 'application/json', referer: `${OWN}/` },
        body: '',
        redirect: 'manual',
      },
    ])
  })
})

describe('a page’s client and the proxy together', () => {
  const client = (stage: ReturnType<typeof withUpstreams>) => {
    const transport = (request: Request) => {
      const headers = new Headers(request.headers)
      for (const [name, value] of Object.entries({
        Origin: OWN,
        Cookie: '__Host-session=s3ss10n; csrftoken=t0ken',
      })) {
        headers.set(name, value)
      }
      return stage.send(new Request(request, { headers }))
    }
    return createClient(catalogue.site, transport, {
      base: OWN,
      credentials: () => ({ csrf: 't0ken', token: 'x' }),
    })
  }

  it('a read arrives typed, and a write gets through', async () => {
    const stage = withUpstreams(answer)
    expect((await client(stage).metadata({ id: 'abc' }))?.id).toBe('1')
    await expect(client(stage).moveChannel({ id: 7, position: 1, target_channel: 9 })).resolves.toMatchObject(
      { id: '1' },
    )
    expect(stage.received.at(-1)?.body).toBe('position=1&target_channel=9')
  })

  it.each([202, 204])('%i passes through without a body', async (status) => {
    const stage = withUpstreams(() => new Response(null, { status }))
    await expect(client(stage).follow({ id: 'self' })).resolves.toBeUndefined()
  })

  it('a refusal arrives as an API error, with the service’s errors per field', async () => {
    const said = { display_name: ['is taken'], error: { message: 'Look again' } }
    const stage = withUpstreams(() => Response.json(said, { status: 400 }))
    await expect(client(stage).createChannel({ display_name: 'Cats' })).rejects.toMatchObject({
      name: 'ApiError',
      kind: 'invalid-input',
      details: { error: { kind: 'invalid-input', message: 'Look again' } },
    })
  })
})
