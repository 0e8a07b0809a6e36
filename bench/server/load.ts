import { setTimeout as pause } from 'node:timers/promises'
import type { Connection } from './connection.ts'

/** Requests to send in rotation, and the status that every response must have. */
export type RequestSet = { requests: readonly Buffer[]; status: number }

type Throughput = { requests: number; wrong: number; seconds: number; bytes: number }

/** Returns the requests in rotation. */
function inTurn(requests: readonly Buffer[]): () => Buffer {
  let at = 0
  return () => requests[at++ % requests.length] ?? Buffer.alloc(0)
}

/** Sends on every connection as fast as responses arrive, for a given time. */
export async function saturate(
  connections: readonly Connection[],
  { requests, status }: RequestSet,
  ms: number,
): Promise<Throughput> {
  const next = inTurn(requests)
  const sum = { requests: 0, wrong: 0, bytes: 0 }
  const start = performance.now()
  await Promise.all(
    connections.map(async (connection) => {
      while (performance.now() - start < ms) {
        const result = await connection.send(next()).catch(() => undefined)
        if (result?.status !== status) sum.wrong++
        // A broken connection stays closed and counts as a wrong response; the others continue.
        if (!result) return
        sum.requests++
        sum.bytes = result.bytes
      }
    }),
  )
  return { ...sum, seconds: (performance.now() - start) / 1000 }
}

/**
 * Sends at a fixed rate, independent of responses, and returns each latency in ms. A request without a free connection
 * waits, and its wait counts: otherwise a slow server would hide its own queue.
 */
export async function atRate(
  connections: readonly Connection[],
  { requests }: RequestSet,
  perSecond: number,
  ms: number,
): Promise<number[]> {
  const next = inTurn(requests)
  const free = [...connections]
  const waiting: number[] = []
  const latencies: number[] = []
  const start = performance.now()
  let due = 0
  let broken = 0

  async function serveNext(connection: Connection): Promise<void> {
    for (let since = waiting.shift(); since !== undefined; since = waiting.shift()) {
      await connection.send(next())
      latencies.push(performance.now() - since)
    }
    free.push(connection)
  }

  while (performance.now() - start < ms) {
    const now = performance.now()
    for (; due < ((now - start) / 1000) * perSecond; due++) waiting.push(now)
    for (const connection of free.splice(0, waiting.length)) serveNext(connection).catch(() => broken++)
    await pause(1)
  }
  // Pending requests have a second to finish before the connections are closed.
  for (let tries = 0; tries < 100 && free.length + broken < connections.length; tries++) await pause(10)
  return latencies
}
