import { type Context, Hono } from 'hono'
import type { Call } from '../../shared/calls/call.ts'
import { parseInput } from '../../shared/calls/parse-input.ts'
import { plainPaths } from '../../shared/calls/plain-paths.ts'
import { providerCalls } from '../../shared/calls/provider.ts'
import { SDK_HEADERS } from '../../shared/net/sdk-headers.ts'
import type { App } from '../app-types.ts'
import { readContext } from '../http/read-context.ts'
import { reply } from '../http/reply.ts'

/** `/v1/*` and `/v2/*`: the provider's reads, mounted from the catalogue. Writes need the staff's pages. */
export const providerApi = new Hono<App>()

for (const call of Object.values(providerCalls) as Call[]) {
  if (call.method !== 'GET') continue
  for (const { path, chosen } of plainPaths(call.path)) providerApi.get(path, answer(call, chosen))
}

// A client that sends the SDK's headers from a page asks first.
providerApi.on('OPTIONS', ['/v1/*', '/v2/*'], (c) =>
  c.body(null, 204, {
    'Access-Control-Allow-Methods': 'GET',
    'Access-Control-Allow-Headers': Object.keys(SDK_HEADERS).join(', '),
    'Access-Control-Max-Age': '86400',
  }),
)

function answer(call: Call, chosen: Record<string, string>) {
  return async function answerFromProvider(c: Context<App>) {
    const input = parseInput(call, { ...c.req.query(), ...c.req.param(), ...chosen })
    const { bytes, state, age, freshFor } = await c.get('services').provider.read(call, input, readContext(c))
    return reply(c, bytes, 200, {
      'Content-Type': 'application/json; charset=utf-8',
      'Cache-Control': call.cache === 'never' ? 'no-store' : `public, max-age=${freshFor}`,
      'x-cache': state,
      Age: String(age),
    })
  }
}
