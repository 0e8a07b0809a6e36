import { type Call, parseInput, plainPaths } from '../../shared/calls/call.ts'
import { providerCalls } from '../../shared/calls/provider.ts'
import { REMOVED_PATH } from '../../shared/direct.ts'
import { CLIENT_HEADERS, PRIVATE_HEADERS, SDK_HEADERS } from '../../shared/net/headers.ts'
import { lazyModule } from '../../shared/server/lazy-module.ts'
import {
  type AppContext,
  countSearch,
  JSON_HEADERS,
  pathStart,
  preflight,
  readContext,
  reply,
  viewerContext,
} from '../http/context.ts'
import type { Route } from '../http/route-table.ts'
import { Lru } from '../memory.ts'

const direct = lazyModule(() => import('./direct-api.ts'))

// A page of another site that sends one of these headers sends a preflight first.
const OPTIONS = preflight('GET', [...Object.keys(SDK_HEADERS), ...CLIENT_HEADERS])

/** `/v1/*` and `/v2/*`: the provider's reads, one row for each path of the catalogue. Writes are for the staff's pages alone. */
export const providerApi: readonly Route[] = [
  { path: REMOVED_PATH, class: 'api', direct: async (c) => (await direct()).removedIds(c) },
  ...(Object.values(providerCalls) as Call[])
    .filter(({ method }) => method === 'GET')
    .flatMap((call) =>
      plainPaths(call.path).map(
        ({ path, chosen }): Route => ({
          path,
          class: 'api',
          key: 'api_key',
          GET: handlerOf(call, chosen),
          direct: sentOn(call, chosen),
        }),
      ),
    ),
  // Where GIPHY has it (`docs/wire.md`); §7 names another version.
  {
    path: '/v1/trending/searches',
    class: 'api',
    key: 'api_key',
    GET: handlerOf(providerCalls.trendingSearches, {}),
  },
  { path: '/v1/*', class: 'api', OPTIONS },
  { path: '/v2/*', class: 'api', OPTIONS },
]

/** Where the browser calls the provider, these reads send it there. */
function sentOn(call: Call, chosen: Record<string, string>) {
  return async (c: AppContext) => (await direct()).sendToProvider(c, call, chosen)
}

/** Calls that name their items, among them the reader's hidden ones. */
const NAMING = new Set<Call>([providerCalls.gif, providerCalls.gifs])

const SEARCHES = new Set<Call>([providerCalls.search, providerCalls.videoSearch])

/** What addresses came to lately, since clients repeat theirs. No one may change it. Longer addresses are not kept. */
const PARSED = { entries: 300, addressLength: 300 } as const

const parsed = new Lru<Record<string, unknown>>({ entries: PARSED.entries })

function inputOf(c: AppContext, call: Call, chosen: Record<string, string>): Record<string, unknown> {
  const address = c.req.url.slice(pathStart(c.req.url))
  const known = parsed.get(address)
  if (known) return known
  const input = parseInput(call, { ...c.req.query(), ...c.req.param(), ...chosen })
  if (address.length <= PARSED.addressLength) parsed.set(address, input)
  return input
}

function handlerOf(call: Call, chosen: Record<string, string>) {
  return async function readFromProvider(c: AppContext) {
    const input = inputOf(c, call, chosen)
    const context = NAMING.has(call) ? viewerContext(c) : readContext(c)
    const found = await (c.get('partner') ?? c.get('services')).provider.read(call, input, context)
    if (SEARCHES.has(call) && !input.offset) countSearch(c, String(input.q))
    const { body, state, age, freshFor } = found
    const own = {
      'Cache-Control': call.cache === 'never' ? 'no-store' : `public, max-age=${freshFor}`,
      'x-cache': state,
      Age: String(age),
    }
    return reply(c, body.bytes, 200, found.isPrivate ? { ...own, ...PRIVATE_HEADERS } : own, JSON_HEADERS)
  }
}
