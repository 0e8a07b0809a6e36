import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { freePort } from '../../tools/steps/free-port.ts'
import { serveSimulated } from '../../tools/steps/serve-simulated.ts'
import { waitUntilUp } from '../../tools/steps/wait-until-up.ts'

type SentEvent = {
  action_type: string
  user_id: string
  ts: number
  attributes: { position: string }
  analytics_response_payload: string
}

export const PIXEL_HOST = 'https://pixels.test'

/** A red dot on a ground of 480x270: what counts as seen is larger than a placeholder. */
const GIF = Buffer.from('R0lGODlh4AEOAYAAAP8AAAAAACH5BAAAAAAALAAAAAACAAIAAAICBAoAOw==', 'base64')

const itemJson = (id: string, base: string) => ({
  id,
  type: 'gif',
  slug: `tracked-${id}`,
  url: `${base}/gifs/tracked-${id}`,
  title: 'Tracked',
  analytics_response_payload: `payload of ${id}`,
  images: { original: { url: `${base}/pic/${id}.gif`, width: '480', height: '270' } },
  bottle_data: id.startsWith('px')
    ? { tags: [`<img src="${PIXEL_HOST}/a?cb=[CACHEBUSTER]&b=%%CACHEBUSTER%%">`, 'http://pixels.test/plain'] }
    : undefined,
})

const answer = (data: object) => ({ data, meta: { status: 200, msg: 'OK', response_id: 'r' } })

/** Six items that belong to the one they are related to, and no more. */
function relatedJson(query: URLSearchParams, base: string) {
  const data = Array.from({ length: 6 }, (_, at) => itemJson(`${query.get('gif_id')}r${at}`, base))
  return { ...answer(data), pagination: { offset: 0, count: 6, total_count: 6 } }
}

/** A provider that has every GIF, and an upstream that keeps the pingbacks it gets. */
async function startStub() {
  const events: SentEvent[] = []
  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://stub')
    const [, kind, , id = ''] = pathname.split('/')
    if (kind === 'pic') return response.setHeader('Content-Type', 'image/gif').end(GIF)
    if (pathname === '/v2/pingback') {
      const parts: Buffer[] = []
      for await (const part of request) parts.push(part)
      events.push(...JSON.parse(Buffer.concat(parts).toString()).events)
      return response.writeHead(204).end()
    }
    const base = `http://${request.headers.host}`
    response.setHeader('Content-Type', 'application/json')
    return response.end(
      JSON.stringify(id === 'related' ? relatedJson(searchParams, base) : answer(itemJson(id, base))),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { url, events, close: () => server.close() }
}

/** The product with a stub as its provider and as the upstream of its pingbacks. */
export async function trackedProduct(vars: Record<string, string> = {}) {
  const stub = await startStub()
  const port = await freePort()
  const stop = await serveSimulated({
    port,
    unlimited: true,
    vars: { PROVIDER_URL: stub.url, PINGBACK_URL: stub.url, ...vars },
  })
  const base = `http://127.0.0.1:${port}`
  await waitUntilUp(`${base}/healthz`)
  return {
    base,
    /** What reached the upstream about a GIF, in the order it happened: batches may overtake one another. */
    about: (id: string) =>
      stub.events
        .filter((event) => event.analytics_response_payload === `payload of ${id}`)
        .toSorted((one, other) => one.ts - other.ts),
    async stop() {
      await stop()
      stub.close()
    },
  }
}
