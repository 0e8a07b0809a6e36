import type { Upstream } from '../../upstreams/upstreams.ts'
import type { LayeredCache } from '../cache/layered-cache.ts'
import type { GoneIds } from '../gone/gone-ids.ts'
import { createProvider, type Provider } from '../provider.ts'
import { lazyProvider } from './lazy-provider.ts'
import type { Place } from './places.ts'

type Deps = {
  publicUrl: string
  gone: GoneIds | undefined
  upstreamOf: (place: Place) => Upstream
  cacheOf: (upstream: Upstream) => LayeredCache
  /** Loads code on first use. */
  lazyModule: <M>(load: () => Promise<M>) => () => M | Promise<M>
}

/** The configured provider; where there are several, all of them as one, each with its own key, cache, and breaker. */
export function createProviders(deps: Deps, places: readonly [Place, ...Place[]]): Provider {
  const [first, ...others] = places
  if (others.length === 0) return createOne(deps, first, deps.gone)
  const load = deps.lazyModule(async () => {
    const [{ createFailover }, { membersOf }] = await Promise.all([
      import('./failover.ts'),
      import('./members.ts'),
    ])
    return createFailover(membersOf(places, deps.gone, (place, gone) => createOne(deps, place, gone)))
  })
  return lazyProvider(load)
}

function createOne(deps: Deps, place: Place, gone: GoneIds | undefined) {
  const { mark, key, shape } = place
  const upstream = deps.upstreamOf(place)
  return createProvider({
    upstream,
    key,
    cache: deps.cacheOf(upstream),
    gone,
    ...(mark !== '1' && { place: `P${mark}` }),
    ...(shape !== 'giphy' && { shape: shapeOf(deps, shape, key, upstream) }),
  })
}

/** Loaded by the first read, and only where the provider does not speak GIPHY's shape. */
function shapeOf(
  { publicUrl, lazyModule }: Deps,
  name: Exclude<Place['shape'], 'giphy'>,
  key: string,
  upstream: Upstream,
) {
  const load = lazyModule(async () => {
    const { shapedBodies } = await import('../shapes/shaped-bodies.ts')
    return shapedBodies({ upstream, key, publicUrl }, name)
  })
  return { name, load }
}
