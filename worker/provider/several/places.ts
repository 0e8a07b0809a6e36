import type { Config } from '../../env.ts'
import { type Mark, NUMBERS } from './marks.ts'

/** A provider of the configuration. An empty `url` is the embedded library, which speaks GIPHY's shape. */
export type Place = { mark: Mark; url: string; key: string; shape: Config['PROVIDER_SHAPE'] }

const WORDS: Record<string, Mark> = { '1': '1', '2': '2', '3': '3', '4': '4', library: 'L' }

/**
 * The providers in their order (`docs/providers.md`, Several providers); one where there are no others.
 * @throws Error that names the variable
 */
export function placesOf(config: Config): [Place, ...Place[]] {
  const known = new Map<Mark, Place>()
  known.set('1', {
    mark: '1',
    url: config.PROVIDER_URL,
    key: config.PROVIDER_KEY,
    shape: config.PROVIDER_URL ? config.PROVIDER_SHAPE : 'giphy',
  })
  for (const mark of NUMBERS) {
    const url = config[`PROVIDER_${mark}_URL`]
    const shape = config[`PROVIDER_${mark}_SHAPE`]
    if (url) known.set(mark, { mark, url, key: config[`PROVIDER_${mark}_KEY`], shape })
  }
  if (config.PROVIDERS.length === 0) return [...known.values()] as [Place, ...Place[]]
  // Without an address the provider without a number is the library.
  if (config.PROVIDER_URL) known.set('L', { mark: 'L', url: '', key: '', shape: 'giphy' })
  const marks = config.PROVIDERS.map((word) => {
    const mark = WORDS[word] ?? 'L'
    return mark === 'L' && !config.PROVIDER_URL ? '1' : mark
  })
  const places = marks.map((mark) => known.get(mark) ?? fail(`PROVIDER_${mark}_URL is empty`))
  if (!marks.includes('1')) fail('1 is missing')
  if (new Set(marks).size < marks.length) fail('each is named once')
  return places as [Place, ...Place[]]
}

function fail(what: string): never {
  throw new Error(`Configuration: PROVIDERS: ${what}`)
}
