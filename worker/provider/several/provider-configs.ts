import type { Config } from '../../env.ts'

/** The variables that configure providers: those without a number, and those with one. */
const NUMBERS = ['2', '3', '4'] as const

/** Whose an item is: the provider's without a number, a numbered one's, or the library's next to them. */
export type ProviderId = '1' | (typeof NUMBERS)[number] | 'L'

/** A provider of the configuration. An empty `url` is the embedded library, which speaks GIPHY's shape. */
export type ProviderConfig = { id: ProviderId; url: string; key: string; shape: Config['PROVIDER_SHAPE'] }

const WORDS: Record<string, ProviderId> = { '1': '1', '2': '2', '3': '3', '4': '4', library: 'L' }

/** The providers in order, at least one (`docs/providers.md`, Several providers). @throws Error that names the variable */
export function providerConfigs(config: Config): [ProviderConfig, ...ProviderConfig[]] {
  const known = new Map<ProviderId, ProviderConfig>()
  known.set('1', {
    id: '1',
    url: config.PROVIDER_URL,
    key: config.PROVIDER_KEY,
    shape: config.PROVIDER_URL ? config.PROVIDER_SHAPE : 'giphy',
  })
  for (const id of NUMBERS) {
    const url = config[`PROVIDER_${id}_URL`]
    const shape = config[`PROVIDER_${id}_SHAPE`]
    if (url) known.set(id, { id, url, key: config[`PROVIDER_${id}_KEY`], shape })
  }
  if (config.PROVIDERS.length === 0) return [...known.values()] as [ProviderConfig, ...ProviderConfig[]]
  // Without an address the provider without a number is the library.
  if (config.PROVIDER_URL) known.set('L', { id: 'L', url: '', key: '', shape: 'giphy' })
  const ids = config.PROVIDERS.map((word) => {
    const id = WORDS[word] ?? 'L'
    return id === 'L' && !config.PROVIDER_URL ? '1' : id
  })
  const ordered = ids.map((id) => known.get(id) ?? fail(`PROVIDER_${id}_URL is empty`))
  if (!ids.includes('1')) fail('1 is missing')
  if (new Set(ids).size < ids.length) fail('each is named once')
  return ordered as [ProviderConfig, ...ProviderConfig[]]
}

function fail(what: string): never {
  throw new Error(`Configuration: PROVIDERS: ${what}`)
}

/** What an item's id begins with that says whose it is. `P1_` is in front of one that begins so at its provider. */
const PREFIXED = /^P([1-4L])_/

/** Quickly, whether an id in a JSON text may begin like that. */
export const mayHavePrefixes = (text: string): boolean => /"P[1-4L]_/.test(text)

/** The id that we show for a provider's own; the first one's stays as it is. */
export const shownId = (provider: ProviderId, id: string): string =>
  provider !== '1' || PREFIXED.test(id) ? `P${provider}_${id}` : id

/** Whose an id that we show is, and what it is called there. Undefined for one that `shownId` does not make. */
export function readShownId(shown: string): { provider: ProviderId; id: string } | undefined {
  const provider = (PREFIXED.exec(shown)?.[1] ?? '1') as ProviderId
  const id = PREFIXED.test(shown) ? shown.slice(`P${provider}_`.length) : shown
  return shownId(provider, id) === shown ? { provider, id } : undefined
}
