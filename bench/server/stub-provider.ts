/**
 * A provider in its own thread: it responds in GIPHY's shape, accepts pingbacks, and counts its requests by path for
 * `/calls?path=`. Cold ids respond late, so that other requests can join the first one.
 */
import { createServer } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { stubResponse } from './stub-gif.ts'

const COLD_MS = 250

const calls = new Map<string, number>()

const server = createServer(async (request, response) => {
  const url = new URL(request.url ?? '/', 'http://stub')
  const json = (body: object) => {
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(body))
  }
  if (url.pathname === '/calls') return json({ count: calls.get(url.searchParams.get('path') ?? '') ?? 0 })
  calls.set(url.pathname, (calls.get(url.pathname) ?? 0) + 1)
  request.resume()
  if (request.method === 'POST') return response.writeHead(204).end()
  if (url.pathname.includes('Cold')) await pause(COLD_MS)
  json(stubResponse(url.pathname, Number(url.searchParams.get('limit') ?? 25)))
})

server.keepAliveTimeout = 60_000
server.listen(Number(workerData), '127.0.0.1', () => parentPort?.postMessage('listening'))
