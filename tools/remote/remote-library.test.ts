import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { openRemote, type RenditionPart } from './remote-library.ts'
import { RunError } from './run-error.ts'

const TOKEN = 'a-token-of-mine'
const SHA = '0'.repeat(64)
const NONE = { results: [] }
const MEBI = 1024 * 1024

/** A library that answers in turn; the last answer stays. */
function stage(...answers: (() => Response | Promise<Response>)[]) {
  const requests: Request[] = []
  const waits: [seconds: number, why: string][] = []
  const remote = openRemote(
    { base: 'https://gifs.test', token: TOKEN },
    {
      wait: async (...one) => void waits.push(one),
      transport: async (request) => {
        requests.push(request)
        const answer = answers[Math.min(requests.length, answers.length) - 1]
        if (!answer) throw new Error('no answer')
        return answer()
      },
    },
  )
  return { remote, requests, waits }
}

const json =
  (body: unknown, status = 200, headers: Record<string, string> = {}) =>
  () =>
    Response.json(body, { status, headers })
const failure = (status: number, message: string, headers?: Record<string, string>) =>
  json({ error: { kind: 'x', message } }, status, headers)
const broken = (): Response => {
  throw new TypeError('fetch failed', { cause: Object.assign(new Error('x'), { code: 'ECONNREFUSED' }) })
}

describe('a library elsewhere', () => {
  it('is asked for a file by its hash, with the token', async () => {
    const item = { id: 'abc', is_own: true, renditions: ['fixed_width.webp'], words: null }
    const { remote, requests } = stage(json({ results: [item] }))
    expect(await remote.find(SHA)).toEqual(item)
    expect(requests[0]?.url).toBe(`https://gifs.test/api/v3/uploads/?sha256=${SHA}`)
    expect(requests[0]?.headers.get('Authorization')).toBe(`Token ${TOKEN}`)
  })

  it('gets a file with its words', async () => {
    const { remote, requests } = stage(
      json({ data: { id: 'abc' }, meta: { status: 200, msg: 'OK', response_id: 'r' } }),
    )
    const words = { title: 'Happy cat', tags: ['happy', 'cat'], rating: 'g' } as const
    expect(await remote.upload(new Uint8Array([71]), { ...words, tags: [...words.tags] })).toBe('abc')
    const form = await requests[0]?.formData()
    expect([form?.get('title'), form?.get('tags'), form?.get('rating')]).toEqual([
      'Happy cat',
      'happy,cat',
      'g',
    ])
    expect(form?.get('file')).toMatchObject({ size: 1 })
  })

  it('gets renditions by name, in requests that a server takes', async () => {
    const { remote, requests } = stage(
      json({ id: 'abc', state: 'done', reason: '', made: 1, created_at: null, updated_at: null }),
    )
    const of = (name: string, size: number): RenditionPart => ({ name, bytes: new Uint8Array(size) })
    const many = Array.from({ length: 100 }, (_, n) => of(`n${n}.gif`, 1))
    await remote.addRenditions('abc', [
      of('a.gif', 20 * MEBI),
      of('a.webp', 3 * MEBI),
      of('a.mp4', 25 * MEBI),
      ...many,
    ])
    const names = await Promise.all(requests.map(async (request) => [...(await request.formData()).keys()]))
    expect(names.map((each) => each.length)).toEqual([2, 1, 90, 10])
    expect(names.flat().slice(0, 4)).toEqual(['a.gif', 'a.webp', 'a.mp4', 'n0.gif'])
    expect(new URL(requests[0]?.url ?? '').pathname).toBe('/api/v3/gifs/abc/renditions')
  })
})

describe('what may pass is tried again', () => {
  it('when the server says so', async () => {
    const { remote, waits } = stage(
      failure(429, 'Too many requests', { 'Retry-After': '60' }),
      failure(503, 'Another large upload is under way', { 'Retry-After': '10' }),
      json(NONE),
    )
    expect(await remote.find(SHA)).toBeUndefined()
    expect(waits).toEqual([
      [60, 'Too many requests'],
      [10, 'Another large upload is under way'],
    ])
  })

  it('else after waits that double, seven times', async () => {
    const { remote, requests, waits } = stage(broken)
    await expect(remote.find(SHA)).rejects.toThrow('fetch failed')
    expect(waits.map(([seconds]) => seconds)).toEqual([1, 2, 4, 8, 16, 32, 60])
    expect(waits[0]?.[1]).toBe('no connection (ECONNREFUSED)')
    expect(requests).toHaveLength(8)
  })

  it('but not where that is in an hour, nor what stays wrong', async () => {
    for (const answer of [
      failure(429, 'x', { 'Retry-After': '3600' }),
      failure(400, 'x'),
      failure(413, 'x'),
    ]) {
      const { remote, requests } = stage(answer)
      await expect(remote.find(SHA)).rejects.toThrow()
      expect(requests).toHaveLength(1)
    }
  })
})

describe('what ends a run says why, without the token', () => {
  it.each<[string, () => Response, RegExp]>([
    ['401', failure(401, 'no'), /does not know this token, or it has expired: make another at .*\/account$/],
    ['404', failure(404, 'no'), /is no Loopframe with a library of its own/],
    ['404 of a page', () => new Response('<h1>', { status: 404 }), /is no Loopframe/],
    ['403 of a firewall', () => new Response('<h1>', { status: 403 }), /is there a firewall\?$/],
    ['501', failure(501, 'no'), /a provider is configured there/],
    ['200 with a page', () => new Response('<h1>Hello</h1>'), /does not answer like a Loopframe$/],
    ['an endless answer', () => new Response('x'.repeat(MEBI)), /does not answer like a Loopframe$/],
    [
      'a redirect',
      () => Response.redirect('https://evil.test/x?y'),
      /redirects to https:\/\/evil.test: if that is yours/,
    ],
  ])('%s', async (_what, answer, message) => {
    const { remote, requests } = stage(answer)
    const error: unknown = await remote.find(SHA).catch((reason) => reason)
    expect(error).toBeInstanceOf(RunError)
    expect((error as Error).message).toMatch(message)
    expect((error as Error).message).not.toContain(TOKEN)
    expect(requests).toHaveLength(1)
  })

  it('a 404 for an item, and a 403 in our words, end nothing', async () => {
    for (const answer of [
      failure(404, 'There is no such record'),
      failure(403, 'It belongs to somebody else'),
    ]) {
      const { remote } = stage(answer)
      const renditions = [{ name: 'a.gif', bytes: new Uint8Array(1) }]
      await expect(remote.addRenditions('abc', renditions)).rejects.not.toBeInstanceOf(RunError)
    }
  })
})

describe('T14: over the network', () => {
  const servers: ReturnType<typeof createServer>[] = []
  afterEach(() => {
    for (const server of servers.splice(0)) server.close()
  })
  async function serve(listener: RequestListener): Promise<string> {
    const server = createServer(listener).listen(0, '127.0.0.1')
    servers.push(server)
    await once(server, 'listening')
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }

  it('a redirect gets neither token nor file', async () => {
    let seen = 0
    const other = await serve((_request, response) => {
      seen++
      response.end('{"results":[]}')
    })
    const base = await serve((_request, response) =>
      response.writeHead(307, { Location: `${other}/x` }).end(),
    )
    const remote = openRemote({ base, token: TOKEN }, { wait: async () => {} })
    await expect(remote.find(SHA)).rejects.toThrow(`redirects to ${other}`)
    await expect(remote.upload(new Uint8Array(9), { title: 'x', tags: [], rating: 'g' })).rejects.toThrow(
      'redirects',
    )
    expect(seen).toBe(0)
  })
})
