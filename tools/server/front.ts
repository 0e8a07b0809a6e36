import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause, setImmediate as readArrived } from 'node:timers/promises'
import { promisify } from 'node:util'
import { createPasser, fail, type PassOptions } from './pass.ts'
import type { Place } from './socket.ts'

export type FrontOptions = PassOptions & {
  place: Place
  /** Whether the disk has no room for files. */
  isFull: () => boolean
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
 * ms in which an ending server says `Connection: close`, and new ones are still served, before it closes what is idle: a request
 * may be on its way there, and would fail.
 */
const FAREWELL_MS = 3000
/** Bytes of a body that is no file. */
const SMALL = 64 * 1024

const HOST = /^([a-z\d_-]+(\.[a-z\d_-]+)*\.?|\[[\da-f:.]+\])(:\d{1,5})?$/i

/** Whether a request may bring a file. */
function isLong({ headers }: IncomingMessage): boolean {
  if (headers['transfer-encoding'] !== undefined) return true
  return Number(headers['content-length'] ?? 0) > SMALL
}

/**
 * Takes requests for the runtime, which listens on this machine alone: says who they come from, holds them while the runtime
 * starts, and lets them end when the server does.
 */
export async function startFront({ place, isFull, ...passing }: FrontOptions): Promise<Front> {
  const passer = createPasser(passing)
  let open = 0

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
    void passer.pass(incoming, response)
  })
  server.headersTimeout = LIMITS.headersMs
  server.requestTimeout = LIMITS.requestMs
  server.timeout = LIMITS.idleMs
  server.maxConnections = LIMITS.sockets
  server.listen({ ...place, backlog: LIMITS.sockets })
  await once(server, 'listening')

  async function until(isDone: () => boolean | Promise<boolean>, ms: number): Promise<void> {
    const end = Date.now() + ms
    while (!(await isDone()) && Date.now() < end) await pause(50)
  }

  const connections = () => promisify(server.getConnections.bind(server))()

  return {
    port: (server.address() as AddressInfo).port,
    settled: (ms) => until(() => passer.passing() === 0, ms),
    // After a stall of this thread timers come first: what has arrived meanwhile is read before its connection counts as idle.
    async stop(ms) {
      passer.sayFarewell()
      await until(async () => (await connections()) === 0, Math.min(FAREWELL_MS, ms))
      const closed = once(server, 'close')
      await readArrived()
      server.close()
      await until(async () => {
        await readArrived()
        server.closeIdleConnections()
        return open === 0
      }, ms)
      server.closeAllConnections()
      await closed
      passer.end()
    },
  }
}
