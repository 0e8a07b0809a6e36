import { Agent, request } from 'node:http'

/** Connections and ms of the measurement at full speed. */
const FULL = { connections: 16, ms: 8000 }

const agent = new Agent({ keepAlive: true, maxSockets: 64 })

/** A request of a visitor: reads have no body. */
export type Ask = { path: string; body?: string }

/** What came back: the status, 0 where there was none, and how long it took. */
export type Answer = { status: number; ms: number; retryAfter?: string | undefined }

/** Asks as a visitor of the network `from`. */
export function ask(base: string, { path, body }: Ask, from: number, by = agent): Promise<Answer> {
  const begun = performance.now()
  return new Promise((resolve) => {
    const headers = {
      'X-Forwarded-For': `10.${Math.floor(from / 62_500) % 250}.${Math.floor(from / 250) % 250}.${from % 250}`,
      ...(body && { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) }),
    }
    const end = (status: number, retryAfter?: string) =>
      resolve({ status, ms: performance.now() - begun, retryAfter })
    const asked = request(
      `${base}${path}`,
      { agent: by, headers, method: body ? 'POST' : 'GET' },
      (response) => {
        response.resume()
        response
          .on('end', () => end(response.statusCode ?? 0, response.headers['retry-after']))
          .on('error', () => end(0))
      },
    )
    asked.on('error', () => end(0))
    asked.end(body)
  })
}

/** Requests a second with all connections at work. */
export async function fullSpeed(base: string, path: string): Promise<number> {
  let done = 0
  const until = performance.now() + FULL.ms
  const loops = Array.from({ length: FULL.connections }, async (_, from) => {
    while (performance.now() < until) if ((await ask(base, { path }, from)).status === 200) done++
  })
  await Promise.all(loops)
  return (done / FULL.ms) * 1000
}
