import { Agent, type IncomingMessage, type RequestOptions, request, type ServerResponse } from 'node:http'
import { pipeline } from 'node:stream'
import type { Log } from './log.ts'
import { type IsProxy, plainAddress, visitorOf } from './proxies.ts'
import { bodyBytes, bodyFields, sendBody } from './send-body.ts'
import { createTurns, type EndTurn } from './turns.ts'

export type PassOptions = {
  /** The port of the runtime, once it runs; rejects where it doesn't in time. */
  target: () => Promise<number>
  isProxy: IsProxy
  log: Log
  /** The host that all requests are for, in place of their own; '' for none. */
  as?: string
  /** How many requests the runtime works on at once; the default is for any machine. */
  most?: number
}

/** Requests that the runtime works on at once; more are no faster. Who waits for longer than a second is gone, or tries again. */
const MOST = 128
/** ms that an idle socket to the runtime stays open: the runtime closes it after 5 s, maybe as a request is on its way. */
const IDLE_MS = 3000
const TURN = { waitMs: 1000, turnMs: 10_000 }
/** ms between two lines of the log on what was refused. */
const SAY_MS = 10_000
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

const hasNoBody = (incoming: IncomingMessage): boolean =>
  (incoming.method === 'GET' || incoming.method === 'HEAD') && bodyBytes(incoming) === 0

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
    headers: [
      ...fieldsOf(incoming.rawHeaders, NOT_PASSED),
      'X-Forwarded-For',
      visitor,
      ...bodyFields(incoming),
    ],
    setDefaultHeaders: false,
  }
}

/** Passes requests to the runtime, and its answers back; where more come than it can take, it refuses what is too much. */
export function createPasser({ target, isProxy, log, as = '', most = MOST }: PassOptions) {
  // Turns bound the work, and what visitors may open bounds the sockets of slow senders and readers.
  const agent = new Agent({ keepAlive: true, scheduling: 'lifo', timeout: IDLE_MS })
  const turns = createTurns({ most, ...TURN })
  let passing = 0
  let refused = 0
  let isStopping = false

  /** @param endTurn called when the answer begins: what is left is the visitor's line */
  function send(
    incoming: IncomingMessage,
    response: ServerResponse,
    { port, endTurn, isAgain }: { port: number; endTurn: EndTurn; isAgain: boolean },
  ): void {
    const outgoing = request({ agent, host: '127.0.0.1', port, ...addressed(incoming, isProxy, as) })
    outgoing.on('response', (answer) => {
      endTurn()
      const fields = fieldsOf(answer.rawHeaders, NOT_RETURNED)
      if (isStopping) fields.push('Connection', 'close')
      response.writeHead(answer.statusCode ?? 502, fields)
      pipeline(answer, response, () => {})
    })
    const cancel = () => {
      if (!response.writableFinished) outgoing.destroy()
    }
    response.on('close', cancel)
    outgoing.on('error', (error) => {
      response.off('close', cancel)
      if (response.destroyed || incoming.destroyed) return
      // The runtime is restarting, or has closed a socket that was just taken.
      if (!isAgain && !response.headersSent && hasNoBody(incoming))
        return void sendOn(incoming, response, endTurn, true)
      log('error', { kind: 'runtime', message: error.message })
      fail(response, 502, 'unavailable', 'The server does not respond: try again')
    })
    if (hasNoBody(incoming)) return void outgoing.end()
    sendBody(incoming, outgoing)
  }

  async function sendOn(
    incoming: IncomingMessage,
    response: ServerResponse,
    endTurn: EndTurn,
    isAgain: boolean,
  ): Promise<void> {
    try {
      send(incoming, response, { port: await target(), endTurn, isAgain })
    } catch (error) {
      sayStarting(response, error)
    }
  }

  function sayStarting(response: ServerResponse, error: unknown): void {
    log('error', { kind: 'runtime', message: error instanceof Error ? error.message : 'no error' })
    fail(response, 503, 'unavailable', 'The server is starting: try again')
  }

  function refuse(response: ServerResponse): void {
    if (refused++ === 0)
      setTimeout(() => {
        log('warn', {
          kind: 'busy',
          message: `More requests came than the server can take: ${refused} were refused`,
        })
        refused = 0
      }, SAY_MS).unref()
    fail(response, 503, 'unavailable', 'The server has too much to do: try again')
  }

  async function pass(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      // Who waits for a runtime that starts takes no turn from those whom it serves.
      await target()
    } catch (error) {
      return sayStarting(response, error)
    }
    const endTurn = await turns.take()
    if (!endTurn) return refuse(response)
    if (response.closed) return endTurn()
    passing++
    response.on('close', () => {
      passing--
      endTurn()
    })
    await sendOn(incoming, response, endTurn, false)
  }

  return {
    pass,
    /** How many the runtime has not answered whole. */
    passing: () => passing,
    /** From here on, answers close their connections. */
    sayFarewell: () => {
      isStopping = true
    },
    end: () => agent.destroy(),
  }
}
