import { afterEach, describe, expect, expectTypeOf, it, vi } from 'vitest'
import { catalogue } from '../../test/fixtures/calls/catalogue.ts'
import type { Channel } from '../schema/site-records.ts'
import { type ClientOptions, createClient } from './create-client.ts'
import type { Credentials } from './request.ts'

afterEach(() => void vi.restoreAllMocks())

const ALL: Credentials = {
  cookie: 'sessionid=s; csrftoken=c',
  csrf: 'c',
  token: 't',
  password: 'p',
  tagger: { key: 'k', accessToken: 'a' },
}

/** A client whose requests are kept; `answer` is what every call gets. */
function stage(answer: () => Response = () => Response.json({}), more: Partial<ClientOptions> = {}) {
  const requests: Request[] = []
  const transport = async (request: Request) => {
    requests.push(request)
    return answer()
  }
  const options = { base: 'https://loop.test', credentials: () => ALL, ...more }
  const { site, gateway, imaging, provider } = catalogue
  return {
    requests,
    site: createClient(site, transport, options),
    gateway: createClient(gateway, transport, options),
    imaging: createClient(imaging, transport, options),
    provider: createClient(provider, transport, options),
  }
}

const shape = async (request: Request | undefined) => ({
  to: `${request?.method} ${request?.url.replace('https://loop.test', '')}`,
  headers: Object.fromEntries(request?.headers ?? []),
  body: await request?.text(),
})

const READ = { accept: 'application/json', 'x-requested-with': 'XMLHttpRequest' }
const FORM = 'application/x-www-form-urlencoded'

describe('§7 request options', () => {
  it('a read is a GET that takes JSON, bears the ajax marker, and same-origin credentials', async () => {
    const { site, requests } = stage()
    await site.metadata({ id: 'abc' })
    expect(await shape(requests[0])).toEqual({ to: 'GET /ajax/gif/abc/metadata', headers: READ, body: '' })
    expect(requests[0]).toMatchObject({ credentials: 'same-origin', redirect: 'manual' })
  })

  it('a write is a form, with the token of the csrftoken cookie', async () => {
    const { site, requests } = stage()
    await site.instashare({ gif_id: 'abc', to: 'a b@c.test' })
    expect(await shape(requests[0])).toEqual({
      to: 'POST /ajax/instashare/',
      headers: { ...READ, 'x-csrftoken': 'c', 'content-type': FORM },
      body: 'gif_id=abc&to=a+b%40c.test',
    })
  })

  it('or JSON, where the call says so', async () => {
    const { site, requests } = stage()
    await site.takedown({ takedowns: [{ gif_id: 'abc', reason: 'asked' }] })
    expect(await shape(requests[0])).toEqual({
      to: 'POST /api/v3/content-takedown/takedown',
      headers: { ...READ, 'x-csrftoken': 'c', 'content-type': 'application/json' },
      body: '{"takedowns":[{"gif_id":"abc","reason":"asked"}],"send_email":false}',
    })
  })

  it('or raw, at a base whose calls are not shown', async () => {
    const { gateway, requests } = stage()
    await gateway.analytics({ rest: 'events/batch' }, { method: 'PATCH', body: 'x=1', search: '?a=1' })
    const { to, body, headers } = await shape(requests[0])
    expect([to, body]).toEqual(['PATCH /gateway/analytics/events/batch?a=1', 'x=1'])
    expect(headers).toMatchObject({ authorization: 'Token t', 'x-csrftoken': 'c' })
  })

  it('or a file with its fields', async () => {
    const { imaging, requests } = stage()
    await imaging.trimFile({ file: new Blob(['GIF89a'], { type: 'image/gif' }), start: 1.5 })
    const form = await requests[0]?.formData()
    const file = form?.get('file')
    expect(file instanceof Blob && (await file.text())).toBe('GIF89a')
    expect(form?.get('start')).toBe('1.5')
  })

  it('a write without fields has no body, and a DELETE may have a query or a body', async () => {
    const { site, gateway, requests } = stage()
    await site.follow({ id: 'self' })
    await site.deleteLanguageTag({ id: 'abc', tag: 'cat', lang: 'en' })
    await gateway.deleteSchedule({ gifs: ['abc'], timestamp: 1 })
    const [follow, tag, schedule] = await Promise.all(requests.map(shape))
    expect(follow?.headers).not.toHaveProperty('content-type')
    expect(tag?.to).toBe('DELETE /ajax/gif/abc/language-tags?tag=cat&lang=en')
    expect(schedule).toMatchObject({
      to: 'DELETE /gateway/trendingscheduler/schedule',
      body: '{"gifs":["abc"],"timestamp":1}',
    })
  })

  it('token, password and tagger headers travel in their groups only', async () => {
    const { site, gateway, imaging, requests } = stage(() => Response.json({ id: 1 }))
    await site.user({ id: '1' })
    await site.channel({ id: '1' })
    await gateway.schedule()
    await site.build()
    await imaging.videoInfo({ url: 'https://media.example.com/a.mp4' })
    const headers = requests.map((request) => Object.fromEntries(request.headers))
    expect(headers).toEqual([
      { ...READ, authorization: 'Token t', password: 'p' },
      { ...READ, authorization: 'Token t' },
      { ...READ, 'x-tagger-key': 'k', 'x-tagger-token': 'a' },
      READ,
      READ,
    ])
  })

  it.each([
    [undefined, '?gif_ids%5B0%5D=a&gif_ids%5B1%5D=b'],
    ['brackets', '?gif_ids%5B%5D=a&gif_ids%5B%5D=b'],
    ['repeat', '?gif_ids=a&gif_ids=b'],
    ['comma', '?gif_ids=a%2Cb'],
  ] as const)('§9 lists go by indices, or as asked: %s', async (arrays, search) => {
    const { site, requests } = stage(undefined, arrays && { arrays })
    await site.trendingGifs({ gif_ids: ['a', 'b'] })
    await stage().site.trendingGifs({ gif_ids: ['a', 'b'] }, arrays && { arrays })
    expect(new URL(requests[0]?.url ?? '').search).toBe(search)
  })

  it('the Worker’s own calls bear what their upstream may know, and nothing else', async () => {
    const { site, gateway, imaging, requests } = stage(() => Response.json({ id: 1, story_id: 1 }), {
      at: { upstreamFrom: 'https://loop.test' },
      base: 'https://up.test/x',
    })
    await site.reportSearch({ reasons: ['spam'], anonymous: 1 })
    await site.channel({ id: '1' })
    await gateway.story({ id: '1' })
    await imaging.trimUrl({ media_url: 'https://media.example.com/a.gif' })
    const seen = await Promise.all(requests.map(shape))
    expect(seen.map(({ to, headers }) => [to, headers])).toEqual([
      [
        'POST https://up.test/x/ajax/report-search',
        {
          ...READ,
          cookie: 'sessionid=s; csrftoken=c',
          'content-type': FORM,
          referer: 'https://loop.test/',
          'x-csrftoken': 'c',
        },
      ],
      ['GET https://up.test/x/api/v3/channels/1/?video=true', { ...READ, authorization: 'Token t' }],
      ['GET https://up.test/x/stories/1', { accept: 'application/json', authorization: 'Token t' }],
      ['GET https://up.test/x/imaging/trim?media_url=https%3A%2F%2Fmedia.example.com%2Fa.gif', {}],
    ])
  })
})

describe('answers', () => {
  it('arrive typed, whatever else is in them', async () => {
    const channel = {
      id: 7,
      parent: null,
      position: '2',
      display_name: ' Cats\u0000 ',
      secret: 1,
      has_children: 0,
    }
    const { site } = stage(() => Response.json({ results: [channel, { no: 'id' }], next: null }))
    const answer = await site.searchChannels({ search: 'cats' })
    expectTypeOf(answer?.results).toEqualTypeOf<Channel[] | undefined>()
    expect(answer).toMatchObject({ count: 2, next: '' })
    expect(answer?.results).toHaveLength(1)
    expect(answer?.results[0]).toMatchObject({ id: '7', parent: '', position: 2, display_name: 'Cats' })
    expect(answer?.results[0]).not.toHaveProperty('secret')
  })

  it('§8: 202 and 204 pass through without a body', async () => {
    for (const status of [202, 204]) {
      const { site } = stage(() => new Response(null, { status }))
      await expect(site.follows({ id: 'self' })).resolves.toBeUndefined()
    }
  })

  it('a table is text', async () => {
    const { site } = stage(() => new Response('term,count\ncat,1\n'))
    await expect(site.searchCsv()).resolves.toBe('term,count\ncat,1\n')
  })

  it('the provider’s must bear a response_id', async () => {
    const { provider } = stage(() => Response.json({ data: [], meta: {} }))
    await expect(provider.trendingSearches()).rejects.toMatchObject({ name: 'SyntheticResponseError' })
  })
})

describe('§8 the error catalogue', () => {
  const down = new Error('socket hang up at https://up.test/?token=t')

  it.each<[string, () => Response, object]>([
    [
      'a refusal with JSON',
      () => Response.json({ error: { message: 'no' } }, { status: 403, statusText: 'Forbidden' }),
      { name: 'ApiError', kind: 'forbidden', status: 403, statusText: 'Forbidden', message: 'Forbidden' },
    ],
    [
      'one without a status text',
      () => Response.json({ a: ['b'] }, { status: 409 }),
      { name: 'ApiError', kind: 'conflict', message: 'HTTP 409', details: { a: ['b'] } },
    ],
    [
      'one without JSON',
      () => new Response('<h1>', { status: 502, statusText: 'Bad Gateway' }),
      { name: 'HttpError', kind: 'upstream', status: 502, statusText: 'Bad Gateway', message: 'Bad Gateway' },
    ],
    [
      'HTML where JSON should be',
      () => new Response('<!doctype html>'),
      { name: 'JsonParseError', message: 'An error occurred parsing json for /ajax/gif/abc/metadata' },
    ],
    [
      'JSON of another shape',
      () => Response.json('none'),
      {
        kind: 'upstream',
        message: 'loopframe: the answer of /ajax/gif/abc/metadata is not what it should be',
      },
    ],
    [
      'a network failure',
      () => {
        throw down
      },
      { message: 'loopframe: socket hang up at …', kind: 'upstream', status: undefined },
    ],
  ])('%s', async (_name, answer, expected) => {
    await expect(stage(answer).site.metadata({ id: 'abc' })).rejects.toMatchObject(expected)
  })

  it('a response error carries the response', async () => {
    const failure = stage(() => Response.json({}, { status: 400 })).site.metadata({ id: 'abc' })
    await expect(failure).rejects.toMatchObject({ response: expect.any(Response), details: {} })
  })

  it.each([
    ['{}', 'Error fetching data from a Public API'],
    ['<h1>', 'Error fetching data from a Public API'],
    ['{"message":"closed"}', 'closed'],
  ])('a public call that fails with %s says: %s', async (body, message) => {
    const { site } = stage(() => new Response(body, { status: 500 }))
    await expect(site.contentBlock({ token: 'x' })).rejects.toMatchObject({ name: 'PublicApiError', message })
  })

  it('§5: the children of a channel without its parent’s id are not fetched', async () => {
    const { site, requests } = stage()
    // A caller in plain script may leave it out.
    const none = {} as { parent: string }
    await expect(site.childChannels(none)).rejects.toThrow(
      "We cannot fetch a channel's children without its parent's id.",
    )
    expect(requests).toEqual([])
  })

  it('§5: a user’s stories without a username are logged, and nothing is fetched', async () => {
    const log = vi.fn()
    const { gateway, requests } = stage(undefined, { log })
    await expect(gateway.userStories({ username: '' })).resolves.toBeUndefined()
    expect(log).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ kind: 'invalid-input' }))
    expect(requests).toEqual([])
  })
})
