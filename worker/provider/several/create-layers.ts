import { type CachedDeps, cachedLayer } from '../cached.ts'
import { createGate, gated } from '../gated.ts'
import type { Layer } from '../layer.ts'
import type { VisibilityLog } from '../visibility.ts'
import type { Member } from './failover.ts'
import { type ProviderConfig, shownId } from './provider-configs.ts'

type Deps = {
  publicUrl: string
  visibility: VisibilityLog | undefined
  upstreamOf: (config: ProviderConfig) => CachedDeps['upstream']
  cacheOf: (upstream: CachedDeps['upstream']) => CachedDeps['cache']
  /** Loads code on first use. */
  lazyModule: <M>(load: () => Promise<M>) => () => M | Promise<M>
}

/** The configured provider; where there are several, all of them as one, each with its own key, cache, and breaker. */
export function createLayers(deps: Deps, configs: readonly [ProviderConfig, ...ProviderConfig[]]): Layer {
  const [first, ...others] = configs
  if (others.length === 0) return createOne(deps, first, deps.visibility)
  const load = deps.lazyModule(async () => {
    const { failover } = await import('./failover.ts')
    return failover(configs.map((config) => memberOf(deps, config)))
  })
  return lazyLayer(load)
}

/** A layer whose code is loaded by its first read. */
function lazyLayer(load: () => Layer | Promise<Layer>): Layer {
  return {
    read: async (...read) => (await load()).read(...read),
    openIds: async (...read) => (await load()).openIds(...read),
    refresh: async (...read) => (await load()).refresh(...read),
    renew: async (...read) => (await load()).renew(...read),
    cachedCopies: async (...read) => (await load()).cachedCopies(...read),
  }
}

function createOne(deps: Deps, config: ProviderConfig, visibility: VisibilityLog | undefined): Layer {
  const { id, key, shape } = config
  const upstream = deps.upstreamOf(config)
  const gate = createGate(visibility)
  const copies = cachedLayer({
    upstream,
    key,
    cache: deps.cacheOf(upstream),
    gate,
    ...(id !== '1' && { idSpace: `P${id}` }),
    ...(shape !== 'giphy' && { shape: shapeOf(deps, shape, key, upstream) }),
  })
  return gated(copies, gate)
}

/** Loaded by the first read, and only where the provider does not speak GIPHY's shape. */
function shapeOf(
  { publicUrl, lazyModule }: Deps,
  name: Exclude<ProviderConfig['shape'], 'giphy'>,
  key: string,
  upstream: CachedDeps['upstream'],
): CachedDeps['shape'] {
  const load = lazyModule(async () => {
    const { shapedPages } = await import('../shapes/shaped-pages.ts')
    return shapedPages({ upstream, key, publicUrl }, name)
  })
  return { name, load }
}

/** One of several providers. The log of changes names an item as we show it, and a library's also as its own pages do. */
function memberOf(deps: Deps, config: ProviderConfig): Member {
  const { id } = config
  const namesOf = (own: string) => (id === 'L' ? [shownId(id, own), own] : [shownId(id, own)])
  const visibility = deps.visibility && visibilityAs(deps.visibility, namesOf)
  return { id, layer: createOne(deps, config, visibility) }
}

/** The log as a provider sees it that calls its items otherwise. @param namesOf what the log may call an item */
const visibilityAs = (log: VisibilityLog, namesOf: (id: string) => readonly string[]): VisibilityLog => ({
  ...log,
  stateOf(id) {
    for (const name of namesOf(id)) {
      const state = log.stateOf(name)
      if (state) return state
    }
    return undefined
  },
})
