import type { Config } from '../env.ts'

/** Hosts whose terms forbid a proxy and a cache (docs/wire.md, Know first). */
const DIRECT_HOSTS = ['api.giphy.com']

/**
 * Whether pages call the provider from the browser (`docs/providers.md`, Terms).
 * @throws Error that names the variable, where the rest of the configuration does not fit
 */
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
