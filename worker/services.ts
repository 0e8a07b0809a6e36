import { waitUntil } from 'cloudflare:workers'
import { createOrigins, jobQueue, openLibrary } from '../origin/origins.ts'
import { lazyModule } from '../shared/server/lazy-module.ts'
import type { CacheRead, Diagnostics, FetchSource, GifsChanged, OriginDeps } from '../shared/server/origin.ts'
import { type Bindings, type Config, readConfig } from './env.ts'
import type { Services } from './http/context.ts'
import { LayeredCache } from './provider/cache/layered-cache.ts'
import {
  type CacheCounter,
  createCounts,
  createEdgeStore,
  createKvStore,
  IsolateStore,
} from './provider/cache/stores.ts'
import { createDirect, isDirect } from './provider/direct.ts'
import { createGifsForPeople } from './provider/gifs-for-people.ts'
import { createProvider } from './provider/provider.ts'
import { createLayers } from './provider/several/create-layers.ts'
import { type ProviderId, providerConfigs } from './provider/several/provider-configs.ts'
import { createVimeo } from './provider/vimeo.ts'
import { VisibilityLog } from './provider/visibility.ts'
import { assets } from './render/document.ts'
import { createBindingStates } from './report/binding-states.ts'
import { createMonitor } from './report/monitor.ts'
import { artistName } from './upstreams/artist-name.ts'
import { fetchFile } from './upstreams/fetch-file.ts'
import { createUpstream, createUpstreams, type Upstream } from './upstreams/upstreams.ts'

/** Creates the services of an isolate. An upstream without a URL gets its embedded origin. */
export function createServices(env: Bindings): Services {
  const config = readConfig(env)
  const startedAt = Date.now()
  const gifs = createGifsForPeople({
    provider: () => provider,
    waitUntil,
    mayLoad: (person) => takeForPerson(env, person),
  })
  const fetchSource: FetchSource = (url, field) => fetchFile(upstreams.source, url, field)
  const gifsChanged: GifsChanged = (ids, publicUrl) => provider.refresh(ids, { publicUrl, waitUntil })
  const artist = (id: string) => artistName(upstreams.spotify, id)
  const deps = {
    ...originDeps(env, config, fetchSource),
    gifs,
    gifsChanged,
    diagnostics: {
      health: async () => (await diagnostics()).health(),
      cachedCopies: async (read: CacheRead) => (await diagnostics()).cachedCopies(read),
      renew: async (read: CacheRead) => (await diagnostics()).renew(read),
    },
    artistName: config.SPOTIFY_URL ? artist : undefined,
    resendLetters: async (ids: readonly number[]) => {
      if (env.DB) await (await pingbacks()).resend(env.DB, ids)
    },
  }
  const diagnostics = lazyModule<Diagnostics>(async () => {
    const { createDiagnostics } = await import('./provider/diagnostics.ts')
    return createDiagnostics({ upstreams, others, provider, isolate, outer, counts, waitUntil, startedAt })
  })
  const origins = createOrigins(deps)
  // Its stories belong to the embedded site's people: with a site elsewhere no one here knows whose they are.
  const gateway = config.SITE_URL ? undefined : origins.gateway
  const upstreams = createUpstreams(config, { ...origins, gateway, worker: origins.site })
  const configs = providerConfigs(config)
  const others = new Map(
    configs
      .filter(({ id }) => id !== '1')
      .map(({ id, url }) => [providerName(id), createUpstream('provider', url, origins.provider)]),
  )
  // One for all caches: an isolate has one memory.
  const isolate = new IsolateStore()
  const counts = createCounts()
  const outer = outerLayers(env, counts.count)
  const cacheOf = ({ cacheBreaker, failsAsOurs }: Upstream) =>
    new LayeredCache({ outer, isolate, breaker: cacheBreaker, failsAsOurs, count: counts.count })

  const { DB } = env
  const library = DB && openLibrary(DB)
  const accounts = upstreams.site.hasAccounts ? library : undefined
  const pingbacks = lazyModule(async () => {
    const { PingbackSink } = await import('./pingbacks/sink.ts')
    // An upstream elsewhere is not told who it was.
    const hash = upstreams.pingback.keepsCounters ? await library?.visitorHash() : undefined
    return new PingbackSink(upstreams.pingback, config.PROVIDER_KEY, hash)
  })

  // Without a database nothing was ever taken down.
  const visibility = library && new VisibilityLog(library.visibility(configs.some(({ url }) => url !== '')))
  const direct = isDirect(config) ? createDirect(config, visibility) : undefined
  const layers =
    direct?.layer ??
    createLayers(
      {
        publicUrl: config.PUBLIC_URL,
        visibility,
        upstreamOf: ({ id }) => others.get(providerName(id)) ?? upstreams.provider,
        cacheOf,
        lazyModule,
      },
      configs,
    )
  const provider = createProvider(layers)

  return {
    config,
    upstreams,
    provider,
    direct,
    identify: accounts && (async (credentials) => (await accounts.identify())(credentials)),
    media: origins.media,
    uploads: origins.uploads,
    pingbacks,
    jobs: DB && jobQueue({ ...deps, DB }),
    searches: accounts?.searches,
    partnerKeys: accounts?.partnerKeys,
    vimeo: createVimeo({ upstream: upstreams.vimeo, cache: cacheOf(upstreams.vimeo) }),
    monitor: createMonitor(config, upstreams.capture),
    bindings: createBindingStates(env),
  }
}

const originDeps = (
  env: Bindings,
  { PUBLIC_URL, BRAND_NAME, MAIL_FROM }: Config,
  fetchSource: OriginDeps['fetchSource'],
): OriginDeps => ({
  ...env,
  fetchSource,
  publicUrl: PUBLIC_URL,
  brand: BRAND_NAME,
  build: assets.build,
  mailFrom: MAIL_FROM || `no-reply@${URL.parse(PUBLIC_URL)?.hostname ?? 'localhost'}`,
  waitUntil,
})

/** T44: counts a request with our key by the person it is made for, then with everyone's. */
async function takeForPerson({ PROVIDER_LIMIT, PROVIDER_TOTAL_LIMIT }: Bindings, person: string) {
  for (const [limiter, key] of [
    [PROVIDER_LIMIT, `person ${person}`],
    [PROVIDER_TOTAL_LIMIT, 'all'],
  ] as const) {
    // As everywhere, a limit that fails limits nothing.
    const verdict = await limiter?.limit({ key }).catch(() => undefined)
    if (verdict && !verdict.success) return false
  }
  return true
}

/** What staff call the other providers. */
const providerName = (id: ProviderId): string => (id === 'L' ? 'library' : `provider ${id}`)

/** The cache layers outside the isolate: the data centre's cache, then KV. A missing one is always a miss. */
const outerLayers = ({ CACHE }: Bindings, count: CacheCounter) => [
  createEdgeStore(typeof caches === 'object' ? caches.default : undefined, count),
  createKvStore(CACHE, count),
]
