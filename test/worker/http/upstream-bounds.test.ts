import { afterEach, describe, expect, it, vi } from 'vitest'
import { ownRequest, URLS, withUpstreams } from '../../fixtures/upstreams/stub-upstreams.ts'

afterEach(() => void vi.restoreAllMocks())

const KB = 1024
const MB = 1024 * KB
const CHUNK = 64 * KB

// Caches outlive a test, so each reads something of its own.
let count = 0
const fresh = () => String(++count)

const META = '"meta":{"status":200,"msg":"OK","response_id":"r1"}'
const encode = (text: string) => new TextEncoder().encode(text)

/** A stream of so many bytes that counts what is pulled from it. */
function counted(bytes: number, status = 200) {
  const pulled = { bytes: 0 }
  const chunk = encode('[{"a":"'.padEnd(CHUNK, 'x'))
  const stream = new ReadableStream({
    pull(controller) {
      if (pulled.bytes >= bytes) return controller.close()
      pulled.bytes += CHUNK
      controller.enqueue(chunk)
    },
  })
  // The length of what travels, not of what it inflates to.
  const headers = { 'Content-Length': String(200 * KB), 'Content-Type': 'application/json' }
  return { pulled, response: new Response(stream, { status, headers }) }
}

const images = (hosts: number) =>
  Array.from({ length: hosts }, (_, n) => [
    `size_${n}`,
    { url: `https://h${n}.${'long-name.'.repeat(20)}test/a.gif`, width: 200 + n, height: 200 },
  ])

/** What an upstream sends instead of the two bodies that never end. */
const SHAPES = {
  'deep nesting': `{"data":${'['.repeat(200_000)}${']'.repeat(200_000)},${META}}`,
  'long strings': JSON.stringify({
    data: {
      id: 'abc',
      title: 't'.repeat(60_000),
      slug: 's'.repeat(60_000),
      url: `https://a.test/${'u'.repeat(60_000)}`,
    },
    title: 'x'.repeat(30_000),
    meta: { response_id: 'r1' },
  }),
  '10,000 items': `{"data":[${Array.from({ length: 10_000 }, (_, n) => `{"id":"${n}"}`)}],${META}}`,
  '800 hosts': JSON.stringify({
    data: { id: 'abc', images: Object.fromEntries(images(800)) },
    meta: { response_id: 'r1' },
  }),
}

/** Per upstream: a call, the bytes that are read of its response, and the statuses of `SHAPES` in their order. */
const UPSTREAMS = [
  ['provider', 'GET /embed/abc$', URLS.PROVIDER_URL, 2 * MB, [502, 200, 404, 200]],
  ['site', 'GET /ajax/gif/abc/metadata', URLS.SITE_URL, 4 * MB, [502, 200, 200, 200]],
  ['gateway', 'GET /gateway/stories/trending', URLS.GATEWAY_URL, 4 * MB, [502, 200, 200, 200]],
  [
    'imaging',
    'GET /imaging/fetch/video/info?url=https://media.example.com/a.mp4',
    URLS.IMAGING_URL,
    4 * MB,
    [502, 200, 200, 200],
  ],
  ['vimeo', 'GET /video/vimeo?url=https://vimeo.com/123456$', URLS.VIMEO_URL, 256 * KB, [502, 502, 502, 502]],
] as const

/** Bytes of a response's body and of its headers. */
async function sizesOf(response: Response) {
  const head = [...response.headers].reduce((sum, [name, value]) => sum + name.length + value.length, 0)
  return { body: (await response.arrayBuffer()).byteLength, head }
}

describe.each(UPSTREAMS)('F35 %s', (_name, call, base, max, statuses) => {
  const sendTo = (response: () => Response) => {
    const { send } = withUpstreams((request) =>
      request.url.startsWith(base) ? response() : Response.json({ logged_in: true, user: { id: 1 } }),
    )
    return send(ownRequest(call.replace('$', fresh())))
  }

  it.each([
    ['a bomb', 200 * MB],
    ['an endless body', Infinity],
  ])('%s is read up to the bound and a chunk', async (_shape, bytes) => {
    const { pulled, response } = counted(bytes)
    expect((await sendTo(() => response)).status).toBe(502)
    // One chunk that is too much, and one that the stream has ready.
    expect(pulled.bytes).toBeLessThanOrEqual(max + 2 * CHUNK)
  })

  it.each(Object.entries(SHAPES).map(([shape, text], at) => [shape, text, statuses[at]] as const))(
    '%s',
    async (_shape, text, status) => {
      const response = await sendTo(() => new Response(text))
      expect(response.status).toBe(status)
      const { body, head } = await sizesOf(response)
      expect(body).toBeLessThanOrEqual(max)
      expect(head).toBeLessThan(12 * KB)
    },
  )

  it('of an error 64 KB are read, and its status counts', async () => {
    const { pulled, response } = counted(Infinity, 404)
    expect((await sendTo(() => response)).status).toBe(404)
    expect(pulled.bytes).toBeLessThanOrEqual(3 * CHUNK)
  })
})

describe('F35 the provider’s lists', () => {
  const to = (data: unknown, extra = {}) =>
    withUpstreams(() => Response.json({ data, meta: { status: 200, response_id: 'r1' }, ...extra }))

  it.each([
    ['the limit', 'limit=3', 3],
    ['100 where none is given', '', 100],
  ])('are cut to %s', async (_name, query, count) => {
    const data = Array.from({ length: 10_000 }, (_, id) => ({ id }))
    const { send } = to(data, { pagination: { count: 10_000, offset: 0, total_count: 10_000 } })
    const response = await send(ownRequest(`GET /v1/gifs/search?q=${fresh()}&${query}`))
    const body = (await response.json()) as { data: unknown[]; pagination: { count: number } }
    expect([body.data.length, body.pagination.count]).toEqual([count, count])
  })

  it('800 hosts give at most 4 preconnects, of allowed hosts alone', async () => {
    const item = { id: 'abc', images: Object.fromEntries(images(800)) }
    for (const path of ['/embed/abc', '/widgets/grid?q=', '/gifs/abc']) {
      const { send } = to(path.startsWith('/widgets') ? [item] : item)
      const response = await send(ownRequest(`GET ${path}${fresh()}`))
      expect(response.headers.get('link')?.match(/preconnect/g)?.length ?? 0).toBeLessThanOrEqual(4)
      expect((await sizesOf(response)).head).toBeLessThan(12 * KB)
    }
  })

  it('a response_id of megabytes is no id', async () => {
    const { send } = withUpstreams(() =>
      Response.json({ data: [], meta: { response_id: 'x'.repeat(1_000_000) } }),
    )
    expect((await send(ownRequest(`GET /v1/gifs/search?q=${fresh()}`))).status).toBe(502)
  })

  it('a gzip of 50 KB that inflates to 50 MB is inflated up to the bound', async () => {
    const zeros = new Response(new Uint8Array(50 * MB)).body?.pipeThrough(new CompressionStream('gzip'))
    const small = await new Response(zeros).arrayBuffer()
    expect(small.byteLength).toBeLessThan(60 * KB)
    let inflated = 0
    const counter = new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        inflated += chunk.byteLength
        controller.enqueue(chunk)
      },
    })
    const body = new Response(small).body?.pipeThrough(new DecompressionStream('gzip')).pipeThrough(counter)
    const { send } = withUpstreams(() => new Response(body ?? null))
    expect((await send(ownRequest(`GET /v1/gifs/search?q=${fresh()}`))).status).toBe(502)
    expect(inflated).toBeLessThanOrEqual(2 * MB + 2 * CHUNK)
  })
})
