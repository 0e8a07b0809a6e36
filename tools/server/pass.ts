import { Agent, type IncomingMessage, type RequestOptions, request, type ServerResponse } from 'node:http'
import { pipeline } from 'node:stream'
import type { Log } from './log.ts'
import { type IsProxy, plainAddress, visitorOf } from './proxies.ts'

export type PassOptions = {
  /** The port of the runtime, once it runs; rejects where it doesn't in time. */
  target: () => Promise<number>
  isProxy: IsProxy
  log: Log
  /** The host that all requests are for, in place of their own; '' for none. */
  as?: string
}

/** Sockets to the runtime. */
const RUNTIME_SOCKETS = 256
const RETRY_S = 10

/** Headers of one connection, and what only a proxy may say. */
const NOT_PASSED =
  /^(connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|expect|forwarded|x-forwarded-.*|x-real-ip|true-client-ip|cf-.*|cdn-loop|mf-.*)$/i
const NOT_RETURNED = /^(connection|keep-alive|transfer-encoding)$/i

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
export function fail(response: ServerResponse, status: number, kind: string, message: string): void {
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

const hasNoBody = ({ headers, method }: IncomingMessage): boolean =>
  (method === 'GET' || method === 'HEAD') &&
  headers['transfer-encoding'] === undefined &&
  Number(headers['content-length'] ?? 0) === 0

/** A request as the runtime gets it: for its whole address, and from whom it comes. */
function addressed(incoming: IncomingMessage, isProxy: IsProxy, as: string): RequestOptions {
  const peer = incoming.socket.remoteAddress ?? ''
  const { host: name = '', 'x-forwarded-for': forwarded, 'x-forwarded-proto': proto } = incoming.headers
  const isBehindProxy = isProxy(plainAddress(peer), true)
  const scheme = isBehindProxy && String(proto).trim() === 'https' ? 'https' : 'http'
  const visitor = visitorOf(peer, String(forwarded ?? ''), isProxy)
  return {
    method: incoming.method,
    path: `${scheme}://${as || name}${incoming.url}`,
    headers: [...fieldsOf(incoming.rawHeaders, NOT_PASSED), 'X-Forwarded-For', visitor],
    setDefaultHeaders: false,
  }
}

/** Passes requests to the runtime, and its answers back. */
export function createPasser({ target, isProxy, log, as = '' }: PassOptions) {
  const agent = new Agent({ keepAlive: true, maxSockets: RUNTIME_SOCKETS, scheduling: 'lifo' })
  let passing = 0
  let isStopping = false

  function send(incoming: IncomingMessage, response: ServerResponse, port: number, isAgain: boolean): void {
    if (!isAgain) {
      passing++
      response.on('close', () => passing--)
    }
    const outgoing = request({ agent, host: '127.0.0.1', port, ...addressed(incoming, isProxy, as) })
    outgoing.on('response', (answer) => {
      const fields = fieldsOf(answer.rawHeaders, NOT_RETURNED)
      if (isStopping) fields.push('Connection', 'close')
      response.writeHead(answer.statusCode ?? 502, fields)
      pipeline(answer, response, () => {})
    })
    outgoing.on('error', (error) => {
      if (response.destroyed || incoming.destroyed) return
      // The runtime is restarting, or has closed a socket that was just taken.
      if (!isAgain && !response.headersSent && hasNoBody(incoming)) return void pass(incoming, response, true)
      log('error', { kind: 'runtime', message: error.message })
      fail(response, 502, 'unavailable', 'The server does not respond: try again')
    })
    response.on('close', () => {
      if (!response.writableFinished) outgoing.destroy()
    })
    if (hasNoBody(incoming)) return void outgoing.end()
    incoming.pipe(outgoing)
    // A refusal may come before all has been read: who has not sent the rest would not hear it.
    outgoing.on('close', () => incoming.unpipe(outgoing).resume())
  }

  async function pass(incoming: IncomingMessage, response: ServerResponse, isAgain = false): Promise<void> {
    try {
      send(incoming, response, await target(), isAgain)
    } catch (error) {
      log('error', { kind: 'runtime', message: error instanceof Error ? error.message : 'no error' })
      fail(response, 503, 'unavailable', 'The server is starting: try again')
    }
  }

  return {
    pass: (incoming: IncomingMessage, response: ServerResponse) => pass(incoming, response),
    /** How many the runtime has not answered whole. */
    passing: () => passing,
    /** From here on, answers close their connections. */
    sayFarewell: () => {
      isStopping = true
    },
    end: () => agent.destroy(),
  }
}
