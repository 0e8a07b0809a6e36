import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { hashOf, newSecret } from '../../origin/people/secrets.ts'
import { freePort } from '../../tools/steps/free-port.ts'
import { copyLibrary } from '../../tools/steps/local-library.ts'
import { serveSimulated } from '../../tools/steps/serve-simulated.ts'
import { waitUntilUp } from '../../tools/steps/wait-until-up.ts'
import { changeLibrary } from '../fixtures/library/database.ts'

type SentEvent = { action_type: string; analytics_response_payload: string }

export async function serve(options: { vars: Record<string, string>; state?: string }) {
  const port = await freePort()
  const stop = await serveSimulated({ port, unlimited: true, ...options })
  const base = `http://127.0.0.1:${port}`
  await waitUntilUp(`${base}/healthz`)
  return { base, stop }
}

/** Each dialect's first response loads its code, on a busy machine for longer than a read may take. */
const firstReads = (base: string, key: string): string[] => [
  `${base}/v1/gifs/categories?api_key=${key}`,
  `${base}/v2/categories?key=${key}`,
  `${base}/api/v1/${key}/gifs/categories`,
]

/** The demo library, which asks for a key, and a service elsewhere that its pingbacks go to. */
export async function keyedProduct() {
  const [state, key, events] = [await copyLibrary(), newSecret(), [] as SentEvent[]]
  changeLibrary(state, [
    [
      "INSERT INTO keys (hash, id, name, rate, rating, created_at) VALUES (?1, 'client', 'Client', 0, 'r', '2026-11-23T00:00:00.000Z')",
      await hashOf(key),
    ],
  ])
  const pingbacks = createServer(async (request, response) => {
    events.push(...((await json(request)) as { events: SentEvent[] }).events)
    response.writeHead(204).end()
  })
  await new Promise<void>((resolve) => pingbacks.listen(0, '127.0.0.1', resolve))
  const PINGBACK_URL = `http://127.0.0.1:${(pingbacks.address() as AddressInfo).port}`
  const product = await serve({ state, vars: { API_ACCESS: 'keys', PINGBACK_URL } })
  for (const url of firstReads(product.base, key)) await waitUntilUp(url)
  const stop = async () => {
    await product.stop()
    pingbacks.close()
    pingbacks.closeAllConnections()
  }
  return { base: product.base, key, events, stop }
}

/** A product whose provider nobody reaches. */
export async function deadProduct() {
  const PROVIDER_URL = `http://127.0.0.1:${await freePort()}`
  const product = await serve({ vars: { PROVIDER_URL, PROVIDER_KEY: 'a-key' } })
  for (const url of firstReads(product.base, 'any')) await (await fetch(url)).text()
  return product
}
