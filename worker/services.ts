import { waitUntil } from 'cloudflare:workers'
import type { Services } from './app-types.ts'
import { type Bindings, readConfig } from './env.ts'
import { lazyModule } from './http/lazy-module.ts'
import { createOrigins } from './origin/origins.ts'
import { createEdgeStore } from './provider/cache/edge-store.ts'
import { createKvStore } from './provider/cache/kv-store.ts'
import { createLayeredCache } from './provider/cache/layered-cache.ts'
import { createProvider } from './provider/provider.ts'
import { createVimeo } from './provider/vimeo.ts'
import { createEmbedMemo, createWidgetMemo } from './render/page-memo.ts'
import { createMonitor } from './report/monitor.ts'
import { VISITOR } from './upstreams/origin.ts'
import { createUpstreams, type Upstream, type Upstreams } from './upstreams/upstreams.ts'

const BINDINGS = [
  'ASSETS',
  'CACHE',
  'DB',
  'MEDIA',
  'PINGBACKS',
  'PINGBACK_LIMIT',
  'ERROR_LIMIT',
  'GUESS_LIMIT',
  'GUESS_WIDE_LIMIT',
  'ACCOUNT_LIMIT',
  'SESSION_LIMIT',
  'EVENTS',
  'MAIL',
] as const

/** Creates the services of an isolate. An upstream without a URL gets its embedded origin. */
export function createServices(env: Bindings): Services {
  const config = readConfig(env)
  const origins = createOrigins({ ...env, publicUrl: config.PUBLIC_URL, waitUntil })
  const upstreams = createUpstreams(config, origins)
  const cacheOf = ({ cacheBreaker }: Upstream) =>
    createLayeredCache({ outer: outerLayers(env), breaker: cacheBreaker })

  return {
    config,
    upstreams,
    provider: createProvider({
      upstream: upstreams.provider,
      key: config.PROVIDER_KEY,
      cache: cacheOf(upstreams.provider),
    }),
    media: (request) => origins.media(request, VISITOR),
    widgets: createWidgetMemo(),
    embeds: createEmbedMemo(),
    pingbacks: lazyModule(async () => {
      const { createPingbackSink } = await import('./pingbacks/sink.ts')
      return createPingbackSink(upstreams.pingback, config.PROVIDER_KEY, await visitorHash(upstreams, env))
    }),
    vimeo: createVimeo({ upstream: upstreams.vimeo, cache: cacheOf(upstreams.vimeo) }),
    monitor: createMonitor(config, upstreams.capture),
    bindings: Object.fromEntries(BINDINGS.map((name) => [name, name in env])),
  }
}

/** The library's counters count a network once an hour. An upstream elsewhere is not told who it was. */
async function visitorHash({ pingback }: Upstreams, { DB }: Bindings) {
  if (!pingback.isEmbedded || !DB) return undefined
  const { createVisitorHash } = await import('./origin/visitor-hash.ts')
  return createVisitorHash(DB)
}

/** The cache layers outside the isolate: the data centre's cache, then KV. A missing one is always a miss. */
const outerLayers = ({ CACHE }: Bindings) => [
  createEdgeStore(typeof caches === 'object' ? caches.default : undefined, Date.now, () => {}),
  createKvStore(CACHE, () => {}),
]
