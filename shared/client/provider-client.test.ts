import { describe, expect, it, vi } from 'vitest'
import { providerCalls } from '../calls/provider.ts'
import { fetchAnswer, providerRequest } from './provider-client.ts'

const address = { base: 'https://provider.test', key: 'secret-key', pingbackId: '0123456789abcdef' }
const good = { data: { id: 'a' }, meta: { status: 200, msg: 'OK', response_id: 'r1' } }

const ask = (answer: Response | Error) =>
  fetchAnswer(
    async () => {
      if (answer instanceof Error) throw answer
      return answer
    },
    address,
    providerCalls.gif,
    { id: 'abc' },
  )

describe('§7 provider requests', () => {
  it('fill the path, add the fields, the key and the pingback id', () => {
    const { url, method } = providerRequest(address, providerCalls.search, {
      type: 'gifs',
      q: 'a b&c',
      limit: 6,
    })
    expect(method).toBe('GET')
    expect(url).toBe(
      'https://provider.test/v1/gifs/search?q=a+b%26c&limit=6&api_key=secret-key&pingback_id=0123456789abcdef',
    )
  })

  it('keep a base with a path of its own', () => {
    const { url } = providerRequest({ ...address, base: 'https://p.test/giphy' }, providerCalls.gif, {
      id: 'x',
    })
    expect(url).toMatch(/^https:\/\/p\.test\/giphy\/v1\/gifs\/x\?/)
  })

  it('never let an input leave its place in the path', () => {
    const { url } = providerRequest(address, providerCalls.relatedTags, { tag: '../../admin?x=1#y' })
    expect(new URL(url).pathname).toBe('/v1/tags/related/..%2F..%2Fadmin%3Fx%3D1%23y')
  })

  it('carry the three SDK headers and follow no redirect', () => {
    const request = providerRequest(address, providerCalls.gif, { id: 'x' })
    expect(Object.fromEntries(request.headers)).toEqual({
      accept: 'application/json',
      'x-giphy-sdk-name': 'JavascriptSDK',
      'x-giphy-sdk-platform': 'web',
      'x-giphy-sdk-version': '1.0.0',
    })
    expect(request.redirect).toBe('manual')
  })

  it('send the fields of a write in its body', async () => {
    const request = providerRequest(address, providerCalls.setCta, {
      id: 'x',
      link: 'https://a.test/',
      text: 'Go',
    })
    expect(request.method).toBe('PUT')
    expect(await request.text()).toBe('link=https%3A%2F%2Fa.test%2F&text=Go')
    expect(new URL(request.url).searchParams.has('text')).toBe(false)
  })
})

describe('§8 provider answers', () => {
  it('a good one is given as it came', async () => {
    await expect(ask(Response.json(good))).resolves.toBe(JSON.stringify(good))
  })

  it.each([
    ['non-OK without a message', new Response('', { status: 500 }), 'loopframe: Error fetching', 'upstream'],
    ['the server’s message', Response.json({ message: 'No' }, { status: 500 }), 'loopframe: No', 'upstream'],
    [
      'meta.msg over message',
      Response.json({ message: 'No', meta: { msg: 'Why' } }, { status: 403 }),
      'loopframe: Why',
      'upstream',
    ],
    ['unknown id', Response.json({}, { status: 404 }), 'loopframe: Error fetching', 'not-found'],
    ['a removed one', Response.json({}, { status: 410 }), 'loopframe: Error fetching', 'removed'],
    ['blocked here', Response.json({}, { status: 451 }), 'loopframe: Error fetching', 'removed'],
    ['over the limit', Response.json({}, { status: 429 }), 'loopframe: Error fetching', 'rate-limited'],
    [
      'missing response_id',
      Response.json({ data: [], meta: {} }),
      'loopframe: synthetic response',
      'synthetic',
    ],
    [
      'null response_id',
      Response.json({ meta: { response_id: null } }),
      'loopframe: synthetic response',
      'synthetic',
    ],
    [
      'empty response_id',
      Response.json({ meta: { response_id: '' } }),
      'loopframe: synthetic response',
      'synthetic',
    ],
    [
      'zero as response_id',
      Response.json({ meta: { response_id: 0 } }),
      'loopframe: synthetic response',
      'synthetic',
    ],
    ['HTML', new Response('<html>'), 'An error occurred parsing json for /v1/gifs/abc', 'upstream'],
    ['no object', new Response('null'), 'An error occurred parsing json for /v1/gifs/abc', 'upstream'],
    ['a network failure', new Error('socket hang up'), 'loopframe: socket hang up', 'upstream'],
    [
      'a failure that tells URLs',
      new Error('at https://p.test/?api_key=secret-key'),
      'loopframe: at …',
      'upstream',
    ],
  ])('%s', async (_name, answer, message, kind) => {
    await expect(ask(answer)).rejects.toMatchObject({ message, kind })
  })

  it('carry status and status text, and how long to wait', async () => {
    const answer = new Response('', { status: 429, statusText: 'Too Many', headers: { 'Retry-After': '30' } })
    await expect(ask(answer)).rejects.toMatchObject({ status: 429, statusText: 'Too Many', retryAfter: 30 })
  })

  it('never tell the key', async () => {
    const answer = Response.json({ message: 'bad key secret-key' }, { status: 401 })
    await expect(ask(answer)).rejects.toMatchObject({ message: 'loopframe: bad key …' })
  })

  it('that break off are a network failure', async () => {
    const body = new ReadableStream({
      start: (stream) => stream.error(new Error('Network connection lost.')),
    })
    const failure = ask(new Response(body))
    await expect(failure).rejects.toMatchObject({
      message: 'loopframe: Network connection lost.',
      status: undefined,
    })
  })

  it('stop being waited for when the caller gives up', async () => {
    const transport = vi.fn(async (request: Request) => {
      request.signal.throwIfAborted()
      return Response.json(good)
    })
    const gaveUp = fetchAnswer(transport, address, providerCalls.gif, { id: 'a' }, AbortSignal.abort())
    await expect(gaveUp).rejects.toMatchObject({ kind: 'upstream' })
  })
})
