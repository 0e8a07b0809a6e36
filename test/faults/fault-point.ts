import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What a binding's service does with a request: respond as it should, refuse, end the connection, nothing at all, or say this. */
export type FaultMode = 'ok' | 429 | 500 | 'reset' | 'hang' | { json: unknown }

type Handler = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>

/** An HTTP service of 127.0.0.1 that stands behind a binding, and breaks it on demand. */
export type FaultPoint = {
  port: number
  mode: FaultMode
  /** The method of the requests that the mode is for; undefined: all. */
  only: string | undefined
  /** How many requests pass before the mode counts. */
  skip: number
  /** Requests since it started, in whatever mode. */
  requests: number
  close: () => Promise<void>
}

/** Requests that are open at all services together, and the most that were so at once. */
type Connections = { open: number; most: number }
let connections: Connections = { open: 0, most: 0 }

/** Counts anew from here: a request that was open before, and ends at some time, is not in this count. */
export const countConnections = (): Connections => (connections = { open: 0, most: 0 })

/** Starts a service that responds by `handle` as long as its mode is 'ok'. */
export async function startFaultPoint(handle: Handler): Promise<FaultPoint> {
  const server = createServer(async (request, response) => {
    point.requests++
    const counted = connections
    counted.most = Math.max(counted.most, ++counted.open)
    response.once('close', () => counted.open--)
    const isMeant = !point.only || request.method === point.only
    const mode = isMeant && point.mode !== 'ok' && point.skip-- <= 0 ? point.mode : 'ok'
    if (mode === 'hang') return
    if (mode === 'reset') return void request.socket.destroy()
    if (typeof mode === 'number') return void response.writeHead(mode).end('refused')
    if (mode !== 'ok') return void response.end(JSON.stringify(mode.json))
    await handle(request, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const point: FaultPoint = {
    port: (server.address() as AddressInfo).port,
    mode: 'ok',
    only: undefined,
    skip: 0,
    requests: 0,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return point
}
