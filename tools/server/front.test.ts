import { once } from 'node:events'
import { Agent, createServer, type IncomingMessage, request, type Server } from 'node:http'
import { type AddressInfo, createServer as createNetServer, type Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { freePort } from '../steps/free-port.ts'
import { type Front, startFront } from './front.ts'
import { readProxies } from './proxies.ts'

type Heard = { url: string; headers: Record<string, unknown>; body: string }
type Sent = { path?: string; method?: string; headers?: Record<string, string>; body?: string }

let runtime: Server
let heard: Heard[]
let front: Front | undefined
let port: number

beforeEach(async () => {
  heard = []
  runtime = createServer(async (incoming, response) => {
    let body = ''
    for await (const chunk of incoming) body += chunk
    heard.push({ url: incoming.url ?? '', headers: incoming.headers, body })
    response.writeHead(200, { 'Set-Cookie': ['a=1', 'b=2'], 'Content-Type': 'text/plain' }).end('answer')
  }).listen(0, '127.0.0.1')
  await once(runtime, 'listening')
})

afterEach(async () => {
  await front?.stop(100)
  runtime.close()
})

async function start({
  trusted = '',
  isFull = false,
  isAway = false,
  as = '',
  most = 100,
} = {}): Promise<void> {
  port = await freePort()
  front = await startFront({
    place: { host: '127.0.0.1', port },
    isProxy: await readProxies(trusted),
    isFull: () => isFull,
    as,
    log: () => {},
    most,
    target: async () => {
      if (isAway) throw new Error('away')
      return (runtime.address() as AddressInfo).port
    },
  })
}

async function send({ path = '/a', method = 'GET', headers = {}, body = '' }: Sent) {
  const host = headers.Host === undefined ? { Host: 'gifs.example.test' } : {}
  const sent = request({ host: '127.0.0.1', port, path, method, headers: { ...host, ...headers } })
  sent.end(body)
  const [response] = await once(sent, 'response')
  let text = ''
  for await (const chunk of response) text += chunk
  if (!sent.writableFinished) await once(sent, 'finish')
  return { status: response.statusCode as number, headers: response.headers, text }
}

const SPOOFED = {
  'X-Forwarded-For': '198.51.100.7',
  'X-Forwarded-Proto': 'https',
  'CF-Connecting-IP': '203.0.113.5',
  'MF-CF-Blob': '{}',
  Forwarded: 'for=203.0.113.5',
}

describe('the front of a server on one machine', () => {
  it('passes on a request whole, and the answer', async () => {
    await start()
    const { status, headers, text } = await send({ path: '/a%20b?c=d', method: 'PUT', body: 'four' })
    expect([status, text, headers['set-cookie']]).toEqual([200, 'answer', ['a=1', 'b=2']])
    expect(heard).toMatchObject([{ url: 'http://gifs.example.test/a%20b?c=d', body: 'four' }])
  })

  it('T16: says who connects, whatever a visitor writes of it', async () => {
    await start()
    await send({ headers: SPOOFED })
    expect(heard[0]?.url).toBe('http://gifs.example.test/a')
    expect(heard[0]?.headers).toEqual({
      host: 'gifs.example.test',
      'x-forwarded-for': '127.0.0.1',
    })
  })

  it('takes the word of a proxy that it trusts', async () => {
    await start({ trusted: '127.0.0.1' })
    await send({ headers: SPOOFED })
    expect(heard[0]?.url).toBe('https://gifs.example.test/a')
    expect(heard[0]?.headers).toMatchObject({ 'x-forwarded-for': '198.51.100.7' })
  })

  it('asks by another name for who may not choose one', async () => {
    await start({ as: 'admin.example.test' })
    await send({})
    expect(heard[0]?.url).toBe('http://admin.example.test/a')
  })

  it('takes no files where the disk is full, and all else', async () => {
    await start({ isFull: true })
    const file = await send({
      method: 'POST',
      headers: { 'Content-Length': '70000' },
      body: 'x'.repeat(70_000),
    })
    expect([file.status, file.headers['retry-after']]).toEqual([507, '10'])
    expect(
      (await send({ method: 'POST', headers: { 'Transfer-Encoding': 'chunked' }, body: 'x' })).status,
    ).toBe(507)
    expect((await send({ method: 'POST', body: 'small' })).status).toBe(200)
    expect(heard).toHaveLength(1)
  })

  it('sends a larger body once the runtime wants it', async () => {
    await start()
    const body = 'x'.repeat(100_000)
    for (const headers of [{ 'Content-Length': '100000' }, { 'Transfer-Encoding': 'chunked' }])
      expect((await send({ method: 'POST', headers, body })).text).toBe('answer')
    expect(heard.map(({ headers, ...rest }) => [headers.expect, rest.body === body])).toEqual([
      ['100-continue', true],
      ['100-continue', true],
    ])
  })

  it('returns a refusal that comes before the file has been read, and takes the rest of it', async () => {
    runtime.close()
    const refusal = 'HTTP/1.1 429 Too Many Requests\r\nContent-Length: 5\r\nConnection: close\r\n\r\nlater'
    const count = 40
    const asking: Socket[] = []
    runtime = createNetServer((socket) => {
      socket.on('error', () => {})
      // As the runtime does: it answers by the headers, and is gone. It takes its time.
      socket.once('data', () => {
        if (asking.push(socket.pause()) < count) return
        for (const each of asking) each.end(refusal, () => each.destroy())
      })
    }).listen(0, '127.0.0.1') as Server
    await once(runtime, 'listening')
    await start()
    const body = 'x'.repeat(4_000_000)
    const all = Array.from({ length: count }, () => send({ method: 'POST', body }))
    const found = await Promise.all(all.map((one) => one.then(({ status }) => status).catch(String)))
    expect([...new Set(found)]).toEqual([429])
  })

  it('F40: refuses what is more than the runtime can take, and has all turns again after it', async () => {
    runtime.close()
    const held: (() => void)[] = []
    runtime = createServer((_, response) => void held.push(() => response.end('answer'))).listen(
      0,
      '127.0.0.1',
    )
    await once(runtime, 'listening')
    await start({ most: 2 })
    const first = [send({}), send({ method: 'POST', body: 'small' })]
    await vi.waitFor(() => expect(held).toHaveLength(2))
    const { status, headers, text } = await send({})
    expect([status, headers['retry-after'], JSON.parse(text)]).toMatchObject([
      503,
      '10',
      { error: { kind: 'unavailable' } },
    ])
    for (const answer of held) answer()
    expect((await Promise.all(first)).map((one) => one.status)).toEqual([200, 200])
    const next = [send({}), send({})]
    await vi.waitFor(() => expect(held).toHaveLength(4))
    for (const answer of held.slice(2)) answer()
    expect((await Promise.all(next)).map((one) => one.status)).toEqual([200, 200])
  })

  it('F40: whoever leaves gives the turn back, and who reads slowly keeps none', async () => {
    const big = 'x'.repeat(8_000_000)
    runtime.close()
    runtime = createServer((incoming, response) => {
      if (incoming.url?.endsWith('/big')) response.end(big)
      else if (!incoming.url?.endsWith('/never')) response.end('answer')
    }).listen(0, '127.0.0.1')
    await once(runtime, 'listening')
    await start({ most: 2 })
    const ask = (path: string) =>
      request({ host: '127.0.0.1', port, path, headers: { Host: 'gifs.example.test' } }).end()
    const slow = [ask('/big'), ask('/big')]
    await Promise.all(slow.map((one) => once(one, 'response')))
    expect((await send({})).status).toBe(200)
    const gone = [ask('/never'), ask('/never')]
    for (const one of gone) one.on('error', () => {})
    await Promise.all(gone.map((one) => once(one, 'finish')))
    for (const one of [...slow, ...gone]) one.destroy()
    expect((await send({})).status).toBe(200)
  })

  it.each(['a b', 'a/../b', 'user@host'])('refuses the host "%s"', async (Host) => {
    await start()
    expect((await send({ headers: { Host } })).status).toBe(400)
    expect(heard).toEqual([])
  })

  it('says that it starts where the runtime does not in time', async () => {
    await start({ isAway: true })
    const { status, text } = await send({})
    expect([status, JSON.parse(text)]).toMatchObject([503, { error: { kind: 'unavailable' } }])
  })

  it('answers at an open connection once more while it ends', async () => {
    await start()
    const agent = new Agent({ keepAlive: true })
    const ask = async () => {
      const sent = request({ host: '127.0.0.1', port, agent, headers: { Host: 'gifs.example.test' } }).end()
      const [response] = (await once(sent, 'response')) as [IncomingMessage]
      response.resume()
      await once(response, 'end')
      return [sent.reusedSocket, response.statusCode, response.headers.connection]
    }
    expect(await ask()).toEqual([false, 200, 'keep-alive'])
    const ended = front?.stop(5000)
    expect(await ask()).toEqual([true, 200, 'close'])
    await ended
    await expect(ask()).rejects.toThrow('ECONNREFUSED')
    agent.destroy()
  })
})
