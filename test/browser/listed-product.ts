import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { freePort } from '../../tools/steps/free-port.ts'
import { serveSimulated } from '../../tools/steps/serve-simulated.ts'
import { waitUntilUp } from '../../tools/steps/wait-until-up.ts'

/** A dot on a ground of 200x200: what counts as seen is larger than a placeholder. */
const GIF = Buffer.from('R0lGODlhyADIAIAAAP8AAAAAACH5BAAAAAAALAAAAAACAAIAAAICBAoAOw==', 'base64')

export const TOTAL = 2000

type SentEvent = {
  action_type: string
  user_id: string
  attributes: Record<string, string>
  analytics_response_payload: string
}

const itemJson = (at: number, q: string, base: string) => {
  const width = 200
  const height = 120 + ((at * 37) % 160)
  const file = (name: string) => ({ url: `${base}/pic/${at}-${name}.gif`, width, height })
  return {
    id: `item${at}`,
    type: 'gif',
    slug: `number-${at}-item${at}`,
    url: `${base}/gifs/number-${at}-item${at}`,
    title: `Number ${at}`,
    analytics_response_payload: `${q} item${at}`,
    user: { id: 'u', username: 'Ann', display_name: 'Ann Artist', is_verified: true, is_public: true },
    images: {
      original: file('original'),
      fixed_width: file('width'),
      fixed_height: file('height'),
      fixed_width_still: file('still'),
    },
  }
}

/** All of them are on the first page. */
const categoriesJson = (offset: number, base: string) => {
  const data = Array.from({ length: offset === 0 ? 5 : 0 }, (_, at) => ({
    name: `Category ${at}`,
    name_encoded: `category-${at}`,
    gif: itemJson(at, 'category', base),
  }))
  return {
    data,
    pagination: { offset, count: data.length, total_count: 5 },
    meta: { status: 200, msg: 'OK', response_id: 'r' },
  }
}

/** What the provider does with a query `q`: a number of items, or a failure for as long as it is told to fail. */
type Provider = {
  failing: boolean
  events: SentEvent[]
  /** The offsets of the pages asked for with a query, in order. */
  pagesOf: (q: string) => number[]
}

function startProvider(state: { failing: boolean; events: SentEvent[]; pages: Map<string, number[]> }) {
  const list = (query: URLSearchParams, base: string) => {
    const q = query.get('q') ?? 'trending'
    const offset = Number(query.get('offset') ?? 0)
    const limit = Number(query.get('limit') ?? 25)
    state.pages.set(q, [...(state.pages.get(q) ?? []), offset])
    const total = Number(/\d+$/.exec(q)?.[0] ?? TOTAL)
    const count = Math.max(0, Math.min(limit, total - offset))
    // Each page begins with the last item of the one before: providers' lists move while they are read.
    const first = offset > 0 && q.startsWith('moving') ? offset - 1 : offset
    const data = Array.from({ length: count }, (_, at) => itemJson(first + at, q, base))
    return {
      data,
      pagination: { offset, count, total_count: total },
      meta: { status: 200, msg: 'OK', response_id: 'r' },
    }
  }
  const bodyOf = (path: string, query: URLSearchParams, base: string) => {
    if (path.endsWith('/gifs/categories')) return categoriesJson(Number(query.get('offset') ?? 0), base)
    const [, at] = /\/gifs\/item(\d+)$/.exec(path) ?? []
    return at === undefined
      ? list(query, base)
      : { ...list(query, base), data: itemJson(Number(at), 'by id', base) }
  }
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://stub')
    if (pathname.startsWith('/pic/')) return response.setHeader('Content-Type', 'image/gif').end(GIF)
    if (pathname === '/v2/pingback') {
      const parts: Buffer[] = []
      for await (const part of request) parts.push(part)
      state.events.push(...JSON.parse(Buffer.concat(parts).toString()).events)
      return response.writeHead(204).end()
    }
    response.setHeader('Content-Type', 'application/json')
    const fails = state.failing && (searchParams.get('q') ?? '').startsWith('fails')
    if (fails) return response.writeHead(500).end('{}')
    const base = `http://${request.headers.host}`
    return response.end(JSON.stringify(bodyOf(pathname, searchParams, base)))
  }
  return createServer(answer)
}

/** The product with a provider of 2,000 items behind it. */
export async function listedProduct(vars: Record<string, string> = {}) {
  const state = { failing: false, events: [] as SentEvent[], pages: new Map<string, number[]>() }
  const server = startProvider(state)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const port = await freePort()
  const stop = await serveSimulated({
    port,
    unlimited: true,
    vars: { PROVIDER_URL: url, PINGBACK_URL: url, ...vars },
  })
  const base = `http://127.0.0.1:${port}`
  await waitUntilUp(`${base}/healthz`)
  const provider: Provider = Object.assign(state, { pagesOf: (q: string) => state.pages.get(q) ?? [] })
  return {
    base,
    provider,
    async stop() {
      await stop()
      server.close()
    },
  }
}
