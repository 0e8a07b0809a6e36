import type { DirectApi } from '../../shared/direct.ts'
import { AppError } from '../../shared/errors.ts'
import type { Config } from '../env.ts'
import { Gate } from './gated.ts'
import type { Layer, ReadContext } from './layer.ts'
import type { VisibilityLog } from './visibility.ts'

/** Hosts whose terms forbid a proxy and a cache (docs/wire.md, Know first). */
const DIRECT_HOSTS = ['api.giphy.com']

/** Whether pages call the provider themselves (`docs/providers.md`, Terms). @throws Error that names a wrong variable */
export function isDirect(config: Config): boolean {
  const { PROVIDER_TERMS, PROVIDER_URL, PROVIDER_SHAPE, PROVIDERS } = config
  const isTheirs = DIRECT_HOSTS.includes(URL.parse(PROVIDER_URL)?.hostname ?? '')
  if (PROVIDER_TERMS !== 'direct' && (PROVIDER_TERMS || !isTheirs)) return false
  const others = [config.PROVIDER_2_URL, config.PROVIDER_3_URL, config.PROVIDER_4_URL, ...PROVIDERS]
  if (!PROVIDER_URL || PROVIDER_SHAPE !== 'giphy' || others.some((other) => other && other !== '1'))
    throw new Error(
      'Configuration: PROVIDER_TERMS: direct needs one provider, with a URL, in the shape giphy',
    )
  return true
}

/** A provider that pages call from the browser: nothing of it passes through here, or is kept (`docs/providers.md`, Terms). */
export type Direct = DirectApi & {
  /** @throws AppError 'removed' or 'not-found' for an item that was taken down or hidden here */
  assertOpen(id: string, context: Pick<ReadContext, 'waitUntil'>): Promise<void>
  /** Which of these ids all may see. */
  openIds: Layer['openIds']
  /** Its reads: each fails, and none leaves for the provider. */
  layer: Layer
}

/** The provider of the configuration, which `isDirect` has found to be one. */
export function createDirect(
  { PROVIDER_URL, PROVIDER_KEY }: Config,
  visibility: VisibilityLog | undefined,
): Direct {
  const gate = new Gate(visibility)
  const openIds: Direct['openIds'] = (ids, { waitUntil }) =>
    gate.during(waitUntil, async () => gate.openIds(ids))
  const sync = async () => gate.log?.sync()
  const fails = async (): Promise<never> => {
    throw new AppError('not-implemented', 'Browsers alone call the provider')
  }
  return {
    url: PROVIDER_URL,
    key: PROVIDER_KEY,
    assertOpen: (id, { waitUntil }) => gate.during(waitUntil, async () => gate.assertOpen({ id })),
    openIds,
    layer: {
      read: fails,
      openIds,
      refresh: sync,
      renew: sync,
      cachedCopies: async () => [],
    },
  }
}
