import { waitUntil as untilDone } from 'cloudflare:workers'
import { createOrigins, jobQueue, openLibrary } from '../origin/origins.ts'
import { lazyModule } from '../shared/server/lazy-module.ts'
import type { Diagnostics, Origin, OriginDeps, SettingsMemory } from '../shared/server/origin.ts'
import { type Bindings, type Config, mailUrlOf, readConfig } from './env.ts'
import type { Services } from './http/context.ts'
import { LayeredCache } from './provider/cache/layered-cache.ts'
import { createCounts, createEdgeStore, createKvStore, IsolateStore } from './provider/cache/stores.ts'
import { createDirect, isDirect } from './provider/direct.ts'
import { createGifsForPeople } from './provider/gifs-for-people.ts'
import { createProvider } from './provider/provider.ts'
import { createLayers } from './provider/several/create-layers.ts'
import { type ProviderId, providerConfigs } from './provider/several/provider-configs.ts'
import { withinSiteRules } from './provider/site-rules.ts'
import { VisibilityLog } from './provider/visibility.ts'
import { assets } from './render/document.ts'
import type { BindingStates } from './report/binding-states.ts'
import { createMonitor } from './report/monitor.ts'
import { createSettings } from './settings.ts'
import { createUpstream, createUpstreams, type Upstream, type Upstreams } from './upstreams/upstreams.ts'

/** Undefined without a database. */
type Library = ReturnType<typeof openLibrary> | undefined

/** Creates the services of an isolate. An upstream without a URL gets its embedded origin. */
export function createServices(env: Bindings, waitUntil = untilDone): Services {
  const config = readConfig(env)
  const { DB } = env
  const diagnostics = lazyModule<Diagnostics>(async () => {
    const { createDiagnostics } = await import('./provider/diagnostics.ts')
    const { isolate, outer, counts } = stores
    return createDiagnostics({ upstreams, others, provider, isolate, outer, counts, waitUntil, startedAt })
  })
  const startedAt = Date.now()
  const stores = createCaches(env)
  const wantsFactor = config.STAFF_2FA === 'required'
  const library =
    DB && openLibrary(DB, env.MEDIA, { makerHash: config.MAKER_HASH, wantsFactor, deps: () => deps })
  const visibility = createVisibility(config, library)
  const settings = createSettings(config, env, config.SITE_URL ? undefined : library?.settings)
  const deps: OriginDeps = {
    shownLog: visibility,
    edge: stores.edge,
    ...withMail(env, config),
    publicUrl: config.PUBLIC_URL,
    brand: config.BRAND_NAME,
    wantsFactor,
    settings,
    passwords: { key: config.PASSWORD_KEY, isFree: config.PLAN === 'free' },
    build: assets.build,
    waitUntil,
    fetchSource: async (url, field) => (await fetchFile())(url, field),
    gifs: createGifsForPeople({
      provider: () => provider,
      waitUntil,
      mayLoad: (person) => takeForPerson(env, person),
    }),
    gifsChanged: (ids, publicUrl) => provider.refresh(ids, { publicUrl, waitUntil }),
    diagnostics: loadedDiagnostics(diagnostics),
    postWebhook: async (...delivery) =>
      (await import('./upstreams/post-webhook.ts')).postWebhook(upstreams.webhook, ...delivery),
    artistName: hasSpotify(config) ? async (id) => (await artistName())(id) : undefined,
    resendLetters: async (ids) => {
      if (DB) await (await pingbacks()).resend(DB, ids)
    },
  }
  const origins = createOrigins(deps)
  // Its stories belong to the embedded site's people: with a site elsewhere no one here knows whose they are.
  const gateway = config.SITE_URL ? undefined : origins.gateway
  const upstreams = createUpstreams(config, { ...origins, gateway, worker: origins.site })
  const accounts = upstreams.site.hasAccounts ? library : undefined
  const fetchFile = lazyFetchFile(upstreams, config)
  const artistName = lazyArtistName(upstreams, config)
  const pingbacks = createPingbacks(upstreams, config, library)
  const providerDeps = {
    ...stores,
    config,
    upstreams,
    library,
    visibility,
    settings,
    origin: origins.provider,
  }
  const { provider, direct, others } = createProviders(providerDeps)
  return {
    config,
    settings,
    siteText: accounts?.siteText,
    upstreams,
    provider,
    direct,
    identify: accounts && (async (credentials) => (await accounts.identify())(credentials)),
    media: origins.media,
    uploads: origins.uploads,
    pingbacks,
    jobs: DB && jobQueue({ ...deps, DB }),
    searches: accounts?.searches,
    guesses: accounts?.guesses,
    partners: library?.partners,
    publicPerson: upstreams.provider.knowsOwners ? accounts?.publicPerson : undefined,
    termNames: upstreams.provider.knowsOwners ? library?.termNames : undefined,
    issuerAccounts: accounts?.issuerAccounts,
    vimeo: lazyVimeo(upstreams, stores),
    monitor: createMonitor(config, upstreams.capture),
    bindings: lazyBindingStates(env),
    renditionQueue: accounts?.renditionQueue,
    installation:
      accounts &&
      (async () => ({
        ...(await accounts.installation(env)),
        mail: { sender: deps.mailFrom, sends: deps.MAIL !== undefined },
      })),
  }
}

const hasSpotify = ({ SPOTIFY_URL, SPOTIFY_CLIENT_ID, SPOTIFY_CLIENT_SECRET }: Config): boolean =>
  SPOTIFY_URL !== '' || (SPOTIFY_CLIENT_ID !== '' && SPOTIFY_CLIENT_SECRET !== '')

const loadedDiagnostics = (load: () => Diagnostics | Promise<Diagnostics>): Diagnostics => ({
  health: async () => (await load()).health(),
  cachedCopies: async (read) => (await load()).cachedCopies(read),
  renew: async (read) => (await load()).renew(read),
})

/** The bindings, and where mails come from and lead to. Without a binding for them they stay in the outbox. */
const withMail = ({ MAIL, ...others }: Bindings, config: Config) => ({
  ...others,
  ...(MAIL && config.MAILS === 'send' && { MAIL }),
  mailUrl: mailUrlOf(config),
  mailFrom: config.MAIL_FROM || `no-reply@${URL.parse(config.PUBLIC_URL)?.hostname ?? 'localhost'}`,
})

const lazyArtistName = (upstreams: Upstreams, config: Config) =>
  lazyModule(async () => {
    const { createArtistName } = await import('./upstreams/artist-name.ts')
    const { SPOTIFY_CLIENT_ID: id, SPOTIFY_CLIENT_SECRET: secret } = config
    return createArtistName(upstreams, { id, secret, waitUntil: untilDone })
  })

const lazyFetchFile = ({ source }: Upstreams, { UPLOAD_HOSTS }: Config) =>
  lazyModule(async () => {
    const { createFetchFile } = await import('./upstreams/fetch-file.ts')
    return createFetchFile(source, UPLOAD_HOSTS)
  })

/** Loaded by the first look at them. */
function lazyBindingStates(env: Bindings): BindingStates {
  const states = lazyModule(async () => (await import('./report/binding-states.ts')).createBindingStates(env))
  return async (waitUntil) => (await states())(waitUntil)
}

const lazyVimeo = ({ vimeo }: Upstreams, { cacheOf }: ReturnType<typeof createCaches>) =>
  lazyModule(async () => {
    const { createVimeo } = await import('./provider/vimeo.ts')
    return createVimeo({ upstream: vimeo, cache: cacheOf(vimeo) })
  })

const createPingbacks = ({ pingback }: Upstreams, { PROVIDER_KEY }: Config, library: Library) =>
  lazyModule(async () => {
    const { PingbackSink } = await import('./pingbacks/sink.ts')
    // An upstream elsewhere is not told who it was.
    const hash = pingback.keepsCounters ? await library?.visitorHash() : undefined
    return new PingbackSink(pingback, PROVIDER_KEY, hash)
  })

/** The layers of all caches: the isolate's memory, which is one, then the data centre's cache, then KV. A missing one is always a miss. */
function createCaches({ CACHE }: Bindings) {
  const isolate = new IsolateStore()
  const counts = createCounts()
  const { count } = counts
  const edge = typeof caches === 'object' ? caches.default : undefined
  const outer = [createEdgeStore(edge, count), createKvStore(CACHE, count)]
  const cacheOf = ({ cacheBreaker, failsAsOurs }: Upstream) =>
    new LayeredCache({ outer, isolate, breaker: cacheBreaker, failsAsOurs, count })
  return { edge, isolate, counts, outer, cacheOf }
}

type ProviderDeps = Pick<ReturnType<typeof createCaches>, 'cacheOf'> & {
  config: Config
  upstreams: Upstreams
  /** The library's own, where no URL is configured. */
  origin: Origin | undefined
  library: Library
  visibility: VisibilityLog | undefined
  settings: SettingsMemory
}

/** Without a database nothing was ever taken down. */
const createVisibility = (config: Config, library: Library) =>
  library && new VisibilityLog(library.visibility(providerConfigs(config).some(({ url }) => url !== '')))

/** The provider as all read it, the one that browsers call, and the upstreams of those behind the first, by what staff call them. */
function createProviders(given: ProviderDeps) {
  const { config, upstreams, origin, library, visibility, settings, cacheOf } = given
  const configs = providerConfigs(config)
  const others = new Map(
    configs
      .filter(({ id }) => id !== '1')
      .map(({ id, url }) => [providerName(id), createUpstream('provider', url, origin)]),
  )
  const direct = isDirect(config) ? createDirect(config, visibility) : undefined
  const upstreamOf = ({ id }: { id: ProviderId }) => others.get(providerName(id)) ?? upstreams.provider
  const staffTerms = library && (async () => (await library.staffTerms())())
  const version = library && lazyVersion(library.version)
  const deps = {
    publicUrl: config.PUBLIC_URL,
    visibility,
    version,
    staffTerms,
    upstreamOf,
    cacheOf,
    lazyModule,
  }
  const layer = withinSiteRules(direct?.layer ?? createLayers(deps, configs), settings)
  return { provider: createProvider(layer), direct, others }
}

/** Loaded by the first list. */
const lazyVersion = (read: () => Promise<number>) =>
  lazyModule(async () => {
    const { LibraryVersion } = await import('./provider/library-version.ts')
    return new LibraryVersion(read)
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
