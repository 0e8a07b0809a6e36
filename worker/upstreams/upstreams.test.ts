import { afterEach, describe, expect, it, vi } from 'vitest'
import { VISITOR } from '../../shared/server/origin.ts'
import { readConfig } from '../env.ts'
import { type Abilities, createUpstream, createUpstreams, type Upstream } from './upstreams.ts'

afterEach(() => void vi.restoreAllMocks())

const URLS = {
  PROVIDER_URL: 'https://provider.test/',
  PINGBACK_URL: 'https://pingback.test',
  SITE_URL: 'https://site.test',
  GATEWAY_URL: 'https://gateway.test/svc',
  IMAGING_URL: 'https://imaging.test',
  VIMEO_URL: 'https://vimeo.test',
  CAPTURE_DSN: 'https://key@capture.test/1',
}

const NAMES = ['provider', 'pingback', 'site', 'gateway', 'imaging', 'vimeo', 'capture'] as const

describe('an upstream’s transport', () => {
  it('is the network where an address is configured, though there is an origin', async () => {
    const fetched = vi.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response('network'))
    const site = vi.fn(async () => new Response('origin'))
    const upstreams = createUpstreams(readConfig(URLS), { site })
    for (const name of NAMES) {
      const response = await upstreams[name].transport?.(new Request('https://x.test/'), VISITOR)
      expect([name, await response?.text(), upstreams[name].failsAsOurs]).toEqual([name, 'network', false])
    }
    expect(fetched).toHaveBeenCalledTimes(NAMES.length)
    expect(site).not.toHaveBeenCalled()
    expect(upstreams.provider.base).toBe('https://provider.test')
  })

  it('is the origin of the same name where none is', async () => {
    const site = vi.fn(async () => new Response('origin'))
    const upstreams = createUpstreams(readConfig({}), { site })
    expect(upstreams.site).toMatchObject({ transport: site, failsAsOurs: true })
    expect(upstreams.gateway).toMatchObject({ transport: undefined, failsAsOurs: true })
  })

  it('is the network for Vimeo in any case', () => {
    const { vimeo } = createUpstreams(readConfig({}), {})
    expect(vimeo).toMatchObject({ base: 'https://vimeo.com', failsAsOurs: false })
  })
})

it('is Spotify where an app or a service in its place is configured', () => {
  const bases = (vars: object) => {
    const { spotify, spotifyAccounts } = createUpstreams(readConfig(vars), {})
    return [spotify, spotifyAccounts].map(({ transport, base }) => (transport ? base : undefined))
  }
  expect(bases({ SPOTIFY_CLIENT_ID: 'app' })).toEqual([undefined, undefined])
  expect(bases({ SPOTIFY_CLIENT_ID: 'app', SPOTIFY_CLIENT_SECRET: 's' })).toEqual([
    'https://api.spotify.com',
    'https://accounts.spotify.com',
  ])
  expect(bases({ SPOTIFY_URL: 'https://x.test' })).toEqual(['https://x.test', 'https://x.test'])
})

const ELSEWHERE = ['namesItsCaller', 'needsKey'] as const
const EMBEDDED = ['failsAsOurs', 'linksToUs', 'streams', 'takesFiles'] as const

const ABILITIES = [
  ...ELSEWHERE,
  ...EMBEDDED,
  'checksSeen',
  'hasAccounts',
  'hasFeatured',
  'hasOwnCalls',
  'keepsCounters',
  'knowsOldIds',
  'knowsOwners',
  'leavesOutHidden',
] as const satisfies readonly (keyof Abilities)[]

describe('what an upstream can', () => {
  const abilitiesOf = (upstream: Upstream) => ABILITIES.filter((ability) => upstream[ability]).toSorted()

  it.each(NAMES)('%s elsewhere finds out its callers, and needs a key', (name) => {
    expect(abilitiesOf(createUpstreams(readConfig(URLS), {})[name])).toEqual(ELSEWHERE)
  })

  it.each([
    ['provider', 'hasFeatured', 'knowsOldIds', 'knowsOwners', 'leavesOutHidden'],
    ['pingback', 'keepsCounters'],
    ['site', 'checksSeen', 'hasAccounts', 'hasOwnCalls', 'keepsCounters'],
    ['gateway', 'checksSeen'],
    ['imaging'],
    ['worker'],
  ] as const)('embedded, %s', (name, ...own: (keyof Abilities)[]) => {
    expect(abilitiesOf(createUpstream(name, '', undefined))).toEqual([...EMBEDDED, ...own].toSorted())
  })
})

it('gives each upstream a breaker of its own, to `send` or to the cache', () => {
  const upstreams = createUpstreams(readConfig(URLS), {})
  const by = NAMES.map((name) => {
    const { breaker, cacheBreaker } = upstreams[name]
    return [name, breaker ? 'send' : cacheBreaker ? 'cache' : 'none']
  })
  expect(Object.fromEntries(by)).toEqual({
    provider: 'cache',
    pingback: 'none',
    site: 'send',
    gateway: 'send',
    imaging: 'send',
    vimeo: 'cache',
    capture: 'none',
  })
  expect(upstreams.site.breaker).not.toBe(upstreams.gateway.breaker)
})
