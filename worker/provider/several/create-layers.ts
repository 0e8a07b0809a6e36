import { providerCalls } from '../../../shared/calls/provider.ts'
import type { ReadStaffTerms } from '../../../shared/server/origin.ts'
import { type CopiesDeps, ProviderCopies } from '../cached.ts'
import { Gate, gated } from '../gated.ts'
import type { Layer } from '../layer.ts'
import type { Shape } from '../shapes/shape.ts'
import type { VisibilityLog } from '../visibility.ts'
import type { Member } from './failover.ts'
import { type ProviderConfig, shownId } from './provider-configs.ts'

type Deps = {
  publicUrl: string
  visibility: VisibilityLog | undefined
  /** The embedded library's, for its lists; undefined without a database. */
  version: CopiesDeps['version']
  /** What staff pin and block of trending searches; undefined without a database. */
  staffTerms: ReadStaffTerms | undefined
  upstreamOf: (config: ProviderConfig) => CopiesDeps['upstream']
  cacheOf: (upstream: CopiesDeps['upstream']) => CopiesDeps['cache']
  /** Loads code on first use. */
  lazyModule: <M>(load: () => Promise<M>) => () => M | Promise<M>
}

/** The configured provider; where there are several, all of them as one, each with its own key, cache, and breaker. */
export function createLayers(deps: Deps, configs: readonly [ProviderConfig, ...ProviderConfig[]]): Layer {
  const [first, ...others] = configs
  if (others.length === 0) return createOne(deps, first, new Gate(deps.visibility))
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

function createOne(deps: Deps, config: ProviderConfig, gate: Gate): Layer {
  const { id, key } = config
  const upstream = deps.upstreamOf(config)
  const idSpace = id === '1' ? undefined : `P${id}`
  const version = config.url ? undefined : deps.version
  const cache = deps.cacheOf(upstream)
  const copies = { upstream, key, cache, gate, idSpace, version, shape: shapeOf(deps, config) }
  return termed(deps, config, gated(new ProviderCopies(copies), gate))
}

/** A provider elsewhere, whose trending searches staff change too. The library's own are made so. */
function termed({ staffTerms, lazyModule }: Deps, { url }: ProviderConfig, layer: Layer): Layer {
  if (!url || !staffTerms) return layer
  const load = lazyModule(() => import('../staff-terms.ts'))
  return {
    ...layer,
    async read(call, input, context) {
      const found = await layer.read(call, input, context)
      if (call !== providerCalls.trendingSearches) return found
      return (await load()).withStaffTerms(found, staffTerms)
    },
  }
}

/** Loads the table of each shape but GIPHY's own. */
const SHAPES: Record<Exclude<ProviderConfig['shape'], 'giphy'>, () => Promise<Shape>> = {
  tenor: async () => (await import('../shapes/tenor.ts')).tenorShape,
  klipy: async () => (await import('../shapes/klipy.ts')).klipyShape,
}

function shapeOf({ publicUrl, lazyModule }: Deps, { shape: name }: ProviderConfig): CopiesDeps['shape'] {
  if (name === 'giphy') return undefined
  const load = lazyModule(async () => {
    const [{ shapedPages }, shape] = await Promise.all([import('../shapes/shaped-pages.ts'), SHAPES[name]()])
    return shapedPages(shape, publicUrl)
  })
  return { name, load }
}

/** One of several providers. The log of changes names an item as we show it, and a library's also as its own pages do. */
function memberOf(deps: Deps, config: ProviderConfig): Member {
  const { id } = config
  const namesOf = (own: string) => (id === 'L' ? [shownId(id, own), own] : [shownId(id, own)])
  return { id, layer: createOne(deps, config, new Gate(deps.visibility, namesOf)) }
}
