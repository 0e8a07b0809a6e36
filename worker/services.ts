import { waitUntil } from 'cloudflare:workers'
import { AppError } from '../shared/errors.ts'
import type { Transport } from '../shared/net/transport.ts'
import type { Services } from './app-types.ts'
import { type Bindings, readConfig } from './env.ts'
import { createEdgeStore } from './provider/cache/edge-store.ts'
import { createKvStore } from './provider/cache/kv-store.ts'
import { createLayeredCache } from './provider/cache/layered-cache.ts'
import { createProvider } from './provider/provider.ts'
import { createVimeo, VIMEO } from './provider/vimeo.ts'
import { createEmbedMemo, createWidgetMemo } from './render/page-memo.ts'
import { createMonitor } from './report/monitor.ts'
import { network } from './upstreams/network.ts'

const BINDINGS = [
  'ASSETS',
  'CACHE',
  'DB',
  'MEDIA',
  'PINGBACKS',
  'PINGBACK_LIMIT',
  'ERROR_LIMIT',
  'EVENTS',
  'MAIL',
] as const

/** Chooses each upstream, once per isolate: `fetch` where a URL is configured, else the embedded origin, in process. */
export function createServices(env: Bindings): Services {
  const config = readConfig(env)
  const { DB, MEDIA } = env

  const library = lazily(async () => {
    if (!DB) return nothingHere
    const { providerOrigin } = await import('./origin/provider.ts')
    return providerOrigin({ db: DB, publicUrl: '', defer: waitUntil })
  })
  const media = lazily(async () => {
    if (!DB || !MEDIA) return nothingHere
    const { mediaOrigin } = await import('./origin/media.ts')
    return mediaOrigin({ db: DB, bucket: MEDIA })
  })
  const counters = lazily(async () => {
    if (!DB) return nothingHere
    const { pingbackOrigin } = await import('./origin/pingback.ts')
    return pingbackOrigin({ db: DB })
  })

  return {
    config,
    provider: createProvider({
      base: config.PROVIDER_URL,
      key: config.PROVIDER_KEY,
      transport: config.PROVIDER_URL ? network : library,
      cache: createLayeredCache({ outer: outerLayers(env) }),
    }),
    media,
    widgets: createWidgetMemo(),
    embeds: createEmbedMemo(),
    pingbacks: later(async () => {
      const { createPingbackSink } = await import('./pingbacks/sink.ts')
      return createPingbackSink(config.PINGBACK_URL ? network : counters, {
        base: config.PINGBACK_URL || 'https://library.internal',
        key: config.PROVIDER_KEY,
        isOurs: !config.PINGBACK_URL,
      })
    }),
    vimeo: createVimeo({
      base: config.VIMEO_URL || VIMEO,
      transport: network,
      cache: createLayeredCache({ outer: outerLayers(env) }),
    }),
    monitor: createMonitor(config, network),
    bindings: Object.fromEntries(BINDINGS.map((name) => [name, name in env])),
  }
}

/** Outside the isolate: the data centre's cache, then KV. Either may be missing: then it never holds anything. */
const outerLayers = ({ CACHE }: Bindings) => [
  createEdgeStore(typeof caches === 'object' ? caches.default : undefined, Date.now, () => {}),
  createKvStore(CACHE, () => {}),
]

const nothingHere: Transport = async () => {
  throw new AppError(
    'unavailable',
    'There is no library here: neither a provider nor a database is configured',
  )
}

/** Something whose code is loaded by its first use. */
function later<T>(load: () => Promise<T>): () => Promise<T> {
  let loaded: T | undefined
  return async () => {
    if (loaded !== undefined) return loaded
    // Each request awaits an import of its own: a promise must not be shared between requests. The first one counts.
    const mine = await load()
    loaded ??= mine
    return loaded
  }
}

/** A transport of that kind, so that a Worker with a provider never runs the origin. */
const lazily = (load: () => Promise<Transport>): Transport => {
  const loaded = later(load)
  return async (request) => (await loaded())(request)
}
