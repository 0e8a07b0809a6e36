import { describe, expect, it } from 'vitest'
import { readConfig } from '../../env.ts'
import { providerConfigs, readShownId, shownId } from './provider-configs.ts'

const URLS = {
  PROVIDER_URL: 'https://one.test',
  PROVIDER_2_URL: 'https://two.test',
  PROVIDER_4_URL: 'https://four.test',
}
const idsOf = (env: object) => providerConfigs(readConfig(env)).map(({ id }) => id)

describe('the order of the providers', () => {
  it.each<[object, string[]]>([
    [{}, ['1']],
    [{ PROVIDER_URL: 'https://one.test' }, ['1']],
    [URLS, ['1', '2', '4']],
    [{ ...URLS, PROVIDERS: '4, 1 library,2' }, ['4', '1', 'L', '2']],
    [{ ...URLS, PROVIDERS: '1' }, ['1']],
    [{ ...URLS, PROVIDER_URL: '', PROVIDERS: '2,library' }, ['2', '1']],
    [{ PROVIDERS: 'library' }, ['1']],
  ])('%o', (env, ids) => expect(idsOf(env)).toEqual(ids))

  it('has each provider’s own key and shape', () => {
    const env = { ...URLS, PROVIDER_KEY: 'a', PROVIDER_2_KEY: 'b', PROVIDER_2_SHAPE: 'tenor' }
    expect(providerConfigs(readConfig(env)).map(({ key, shape }) => [key, shape])).toEqual([
      ['a', 'giphy'],
      ['b', 'tenor'],
      ['', 'giphy'],
    ])
  })

  it.each([
    [{ PROVIDERS: '1,2' }, 'PROVIDER_2_URL is empty'],
    [{ ...URLS, PROVIDERS: '2,4' }, '1 is missing'],
    [{ ...URLS, PROVIDERS: '1,2,1' }, 'each is named once'],
    [{ PROVIDERS: '1,library' }, 'each is named once'],
    [{ PROVIDERS: 's3cret' }, 'PROVIDERS are 1, 2, 3, 4, library'],
    [{ PROVIDER_3_SHAPE: 's3cret' }, 'PROVIDER_3_SHAPE must be one of'],
    [{ PROVIDER_3_URL: 'http://three.test' }, 'PROVIDER_3_URL must be an https URL'],
  ])('%o is refused', (env, words) => {
    expect(() => idsOf(env)).toThrow(words)
    expect(() => idsOf(env)).not.toThrow(/s3cret/)
  })
})

describe('an id', () => {
  it.each([
    ['1', 'abc', 'abc'],
    ['1', 'P2_abc', 'P1_P2_abc'],
    ['1', 'P5_abc', 'P5_abc'],
    ['2', 'abc', 'P2_abc'],
    ['2', 'P2_abc', 'P2_P2_abc'],
    ['L', 'abc', 'PL_abc'],
  ] as const)('of %s, %s, is %s', (provider, id, shown) => {
    expect(shownId(provider, id)).toBe(shown)
    expect(readShownId(shown)).toEqual({ provider, id })
  })

  it('that no provider’s is made of is no one’s', () => expect(readShownId('P1_abc')).toBeUndefined())
})
