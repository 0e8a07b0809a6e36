import { once } from 'node:events'
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pipeline } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { Log } from './log.ts'
import { type IsProxy, plainAddress, visitorOf } from './proxies.ts'
import type { Place } from './socket.ts'

export type FrontOptions = {
  place: Place
  /** The port of the runtime, once it runs; rejects where it doesn't in time. */
  target: () => Promise<number>
  isProxy: IsProxy
  /** Whether the disk has no room for files. */
  isFull: () => boolean
  log: Log
  /** The host that all requests are for, in place of their own; '' for none. */
  as?: string
}

export type Front = {
  port: number
  /** Waits until the runtime has answered what it has, or until the time is up. */
  settled: (ms: number) => Promise<void>
  stop: (ms: number) => Promise<void>
}

/** What one visitor may keep open, and for how long: a slow sender holds a socket, and nothing else. */
const LIMITS = { headersMs: 20_000, requestMs: 600_000, idleMs: 120_000, keepAliveMs: 65_000, sockets: 4096 }
/**
 * ms in which an ending server says `Connection: close` before it closes what is idle: a request may be on its way there, and
 * would fail.
 */
const FAREWELL_MS = 500
/** Sockets to the runtime. */
const RUNTIME_SOCKETS = 256
/** Bytes of a body that is no file. */
const SMALL = 64 * 1024
const RETRY_S = 10

/** Headers of one connection, and what only a proxy may say. */
const NOT_PASSED =
  /^(connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|expect|forwarded|x-forwarded-.*|x-real-ip|true-client-ip|cf-.*|cdn-loop|mf-.*)$/i
const NOT_RETURNED = /^(connection|keep-alive|transfer-encoding)$/i
const HOST = /^([a-z\d_-]+(\.[a-z\d_-]+)*\.?|\[[\da-f:.]+\])(:\d{1,5})?$/i

/** Header fields as Node has them raw, without some. */
function fieldsOf(raw: readonly string[], without: RegExp): string[] {
  const fields: string[] = []
  for (let at = 0; at < raw.length; at += 2) {
    const name = raw[at] ?? ''
    if (!without.test(name)) fields.push(name, raw[at + 1] ?? '')
  }
  return fields
}

/** Responds for the Worker, in the form of its own failures. */
function fail(response: ServerResponse, status: number, kind: string, message: string): void {
  if (response.headersSent) return void response.destroy()
  const retry = status === 503 || status === 507 ? { 'Retry-After': String(RETRY_S) } : {}
  response.writeHead(status, {
    'Content-Type': 'application/json',
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    ...retry,
  })
  response.end(JSON.stringify({ error: { kind, message } }))
}

/** Whether a request may bring a file. */
function isLong({ headers }: IncomingMessage): boolean {
  if (headers['transfer-encoding'] !== undefined) return true
  return Number(headers['content-length'] ?? 0) > SMALL
}

const hasNoBody = ({ headers, method }: IncomingMessage): boolean =>
  (method === 'GET' || method === 'HEAD') &&
  headers['transfer-encoding'] === undefined &&
  Number(headers['content-length'] ?? 0) === 0

/**
 * Takes requests for the runtime, which listens on this machine alone: says who they come from, holds them while the runtime
 * starts, and lets them end when the server does.
 */
export async function startFront({ place, target, ...options }: FrontOptions): Promise<Front> {
  const { isProxy, isFull, log, as = '' } = options
  const agent = new Agent({ keepAlive: true, maxSockets: RUNTIME_SOCKETS, scheduling: 'lifo' })
  let open = 0
  let passing = 0
  let isStopping = false

  function pass(
    incoming: IncomingMessage,
    response: ServerResponse,
    runtime: number,
    isAgain: boolean,
  ): void {
    const peer = incoming.socket.remoteAddress ?? ''
    if (!isAgain) {
      passing++
      response.on('close', () => passing--)
    }
    const { host: name = '', 'x-forwarded-for': forwarded, 'x-forwarded-proto': proto } = incoming.headers
    const isBehindProxy = isProxy(plainAddress(peer), true)
    const scheme = isBehindProxy && String(proto).trim() === 'https' ? 'https' : 'http'
    const visitor = visitorOf(peer, String(forwarded ?? ''), isProxy)
    const outgoing = request({
      agent,
      host: '127.0.0.1',
      port: runtime,
      method: incoming.method,
      path: `${scheme}://${as || name}${incoming.url}`,
      headers: [...fieldsOf(incoming.rawHeaders, NOT_PASSED), 'X-Forwarded-For', visitor],
      setDefaultHeaders: false,
    })
    outgoing.on('response', (answer) => {
      const fields = fieldsOf(answer.rawHeaders, NOT_RETURNED)
      if (isStopping) fields.push('Connection', 'close')
      response.writeHead(answer.statusCode ?? 502, fields)
      pipeline(answer, response, () => {})
    })
    outgoing.on('error', (error) => {
      if (response.destroyed || incoming.destroyed) return
      // The runtime is being started anew, or has closed a socket that was just taken.
      if (!isAgain && !response.headersSent && hasNoBody(incoming))
        return void enter(incoming, response, true)
      log('error', { kind: 'runtime', message: error.message })
      fail(response, 502, 'unavailable', 'The server does not respond: try again')
    })
    response.on('close', () => {
      if (!response.writableFinished) outgoing.destroy()
    })
    if (hasNoBody(incoming)) outgoing.end()
    else pipeline(incoming, outgoing, () => {})
  }

  async function enter(incoming: IncomingMessage, response: ServerResponse, isAgain = false): Promise<void> {
    try {
      pass(incoming, response, await target(), isAgain)
    } catch (error) {
      log('error', { kind: 'runtime', message: error instanceof Error ? error.message : 'no error' })
      fail(response, 503, 'unavailable', 'The server is starting: try again')
    }
  }

  const server = createServer({ keepAliveTimeout: LIMITS.keepAliveMs }, (incoming, response) => {
    open++
    response.on('close', () => open--)
    const { method = '', url = '' } = incoming
    if (!url.startsWith('/') || method === 'CONNECT' || !HOST.test(incoming.headers.host ?? ''))
      return fail(response, 400, 'bad-request', 'The address of the request is not valid')
    if (isLong(incoming) && isFull()) {
      incoming.resume()
      return fail(response, 507, 'unavailable', 'There is no room for files: the disk is nearly full')
    }
    void enter(incoming, response)
  })
  server.headersTimeout = LIMITS.headersMs
  server.requestTimeout = LIMITS.requestMs
  server.timeout = LIMITS.idleMs
  server.maxConnections = LIMITS.sockets
  server.listen({ ...place, backlog: LIMITS.sockets })
  await once(server, 'listening')

  async function until(isDone: () => boolean, ms: number): Promise<void> {
    const end = Date.now() + ms
    while (!isDone() && Date.now() < end) await pause(50)
  }

  const connections = () => promisify(server.getConnections.bind(server))()

  return {
    port: (server.address() as AddressInfo).port,
    settled: (ms) => until(() => passing === 0, ms),
    async stop(ms) {
      isStopping = true
      if ((await connections()) > 0) await pause(Math.min(FAREWELL_MS, ms))
      const closed = once(server, 'close')
      server.close()
      await until(() => {
        server.closeIdleConnections()
        return open === 0
      }, ms)
      server.closeAllConnections()
      await closed
      agent.destroy()
    },
  }
}
