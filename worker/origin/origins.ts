import { AppError } from '../../shared/errors.ts'
import { lazyModule } from '../http/lazy-module.ts'
import type { Origin, OriginDeps } from '../upstreams/origin.ts'

/**
 * The embedded origins: one for each upstream that can be one, under its name, and the library's media. A row's code is
 * loaded by its first request, so that a Worker with a provider never loads the library.
 */
const ROWS = {
  provider: async ({ DB, waitUntil }) => {
    if (!DB) return noLibrary
    const { providerOrigin } = await import('./provider.ts')
    return providerOrigin({ db: DB, defer: waitUntil })
  },
  pingback: async ({ DB }) => {
    if (!DB) return noLibrary
    const { pingbackOrigin } = await import('./pingback.ts')
    return pingbackOrigin({ db: DB })
  },
  media: async ({ DB, MEDIA }) => {
    if (!DB || !MEDIA) return noLibrary
    const { mediaOrigin } = await import('./media/media.ts')
    return mediaOrigin({ db: DB, bucket: MEDIA })
  },
} satisfies Record<string, (deps: OriginDeps) => Promise<Origin>>

type Origins = Record<keyof typeof ROWS, Origin>

/** Makes the origins of an isolate. */
export function createOrigins(deps: OriginDeps): Origins {
  const origin = (name: keyof Origins): Origin => {
    const loaded = lazyModule<Origin>(() => ROWS[name](deps))
    return async (request, actor) => (await loaded())(request, actor)
  }
  return { provider: origin('provider'), pingback: origin('pingback'), media: origin('media') }
}

const noLibrary: Origin = async () => {
  throw new AppError(
    'unavailable',
    'There is no library here: neither a provider nor a database is configured',
  )
}
