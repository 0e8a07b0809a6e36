import { setTimeout as pause } from 'node:timers/promises'
import type { Connection } from './connection.ts'

/** What is asked again and again, each request in its turn, and the status that every answer must have. */
export type Question = { requests: readonly Buffer[]; status: number }

type Throughput = { requests: number; wrong: number; seconds: number; bytes: number }

/** Gives one after the other, and the first again after the last. */
function inTurn(requests: readonly Buffer[]): () => Buffer {
  let at = 0
  return () => requests[at++ % requests.length] ?? Buffer.alloc(0)
}

/** Asks on every connection as fast as answers come, for a given time. */
export async function saturate(
  connections: readonly Connection[],
  { requests, status }: Question,
  ms: number,
): Promise<Throughput> {
  const next = inTurn(requests)
  const sum = { requests: 0, wrong: 0, bytes: 0 }
  const start = performance.now()
  await Promise.all(
    connections.map(async (connection) => {
      while (performance.now() - start < ms) {
        const answer = await connection.ask(next()).catch(() => undefined)
        if (answer?.status !== status) sum.wrong++
        // A connection that broke stays down and shows as a wrong answer; the others go on.
        if (!answer) return
        sum.requests++
        sum.bytes = answer.bytes
      }
    }),
  )
  return { ...sum, seconds: (performance.now() - start) / 1000 }
}

/**
 * Asks at a fixed rate whether or not answers have come, and gives each one's latency in ms. A request that finds no
 * free connection waits, and its waiting counts: else a slow server would hide its own queue.
 */
export async function atRate(
  connections: readonly Connection[],
  { requests }: Question,
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
      await connection.ask(next())
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
  // The rest is answered within a second, or the connections are closed under it.
  for (let tries = 0; tries < 100 && free.length + broken < connections.length; tries++) await pause(10)
  return latencies
}
