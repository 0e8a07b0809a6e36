import { Agent, request } from 'node:http'

/** Connections and ms of the measurement at full speed. */
const FULL = { connections: 16, ms: 8000 }

const agent = new Agent({ keepAlive: true, maxSockets: 64 })

/** The status of a read, and its ms; 0 where there was none. */
export function get(base: string, path: string, from: number): Promise<{ status: number; ms: number }> {
  const begun = performance.now()
  return new Promise((resolve) => {
    const headers = { 'X-Forwarded-For': `10.1.${from % 250}.${Math.floor(from / 250) % 250}` }
    const asked = request(`${base}${path}`, { agent, headers }, (response) => {
      response.resume()
      const end = (status: number) => resolve({ status, ms: performance.now() - begun })
      response.on('end', () => end(response.statusCode ?? 0)).on('error', () => end(0))
    })
    asked.on('error', () => resolve({ status: 0, ms: performance.now() - begun }))
    asked.end()
  })
}

/** Requests a second with all connections at work. */
export async function fullSpeed(base: string, path: string): Promise<number> {
  let done = 0
  const until = performance.now() + FULL.ms
  const loops = Array.from({ length: FULL.connections }, async (_, from) => {
    while (performance.now() < until) if ((await get(base, path, from)).status === 200) done++
  })
  await Promise.all(loops)
  return (done / FULL.ms) * 1000
}
