import { setTimeout as pause } from 'node:timers/promises'
import type { Connection } from './connection.ts'

/** What is asked again and again, and the status that every answer must have. */
export type Question = { request: Buffer; status: number }

export type Throughput = { requests: number; wrong: number; seconds: number; bytes: number }

/** Asks on every connection as fast as answers come, for a given time. */
export async function saturate(
  connections: readonly Connection[],
  { request, status }: Question,
  ms: number,
): Promise<Throughput> {
  const sum = { requests: 0, wrong: 0, bytes: 0 }
  const start = performance.now()
  await Promise.all(
    connections.map(async (connection) => {
      while (performance.now() - start < ms) {
        const answer = await connection.ask(request).catch(() => undefined)
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
  { request }: Question,
  perSecond: number,
  ms: number,
): Promise<number[]> {
  const free = [...connections]
  const waiting: number[] = []
  const latencies: number[] = []
  const start = performance.now()
  let due = 0
  let broken = 0

  async function serveNext(connection: Connection): Promise<void> {
    for (let since = waiting.shift(); since !== undefined; since = waiting.shift()) {
      await connection.ask(request)
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
