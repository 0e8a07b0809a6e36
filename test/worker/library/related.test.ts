import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { dropExpired } from '../../../origin/nightly.ts'
import { providerOrigin } from '../../../origin/provider.ts'
import manifest from '../../../seed/library.json'
import { DAY_MS } from '../../../shared/time.ts'
import { createApp } from '../../../worker/app.ts'
import { createServices } from '../../../worker/services.ts'
import { fillDemo } from '../../fixtures/library/demo-items.ts'

const ID = new Map(manifest.items.map(({ slug, id }) => [slug, id]))
const SLUG = new Map(manifest.items.map(({ slug, id }) => [id, slug]))

/** The product with the library alone, in an isolate that has kept nothing; limits of requests are not what holds. */
function product(vars: Record<string, unknown> = {}) {
  const { PINGBACKS: _queue, PINGBACK_LIMIT: _limit, ...bound } = env
  const bindings = { ...bound, PROVIDER_URL: '', PINGBACK_URL: '', ...vars }
  const app = createApp(createServices(bindings))
  return async (path: string, init?: RequestInit) => {
    const ctx = createExecutionContext()
    const response = await app.fetch(new Request(`https://loop.test${path}`, init), bindings, ctx)
    await waitOnExecutionContext(ctx)
    return response
  }
}

const origin = providerOrigin({ db: env.DB })

async function related(slug: string, kind = 'gifs'): Promise<string[]> {
  const request = new Request(`https://loop.test/v1/${kind}/related?gif_id=${ID.get(slug)}&limit=50`)
  const response = await origin(request)
  const { data } = await response.json<{ data: { id: string }[] }>()
  expect([slug, response.status]).toEqual([slug, 200])
  return data.map(({ id }) => SLUG.get(id) ?? id)
}

beforeAll(() => fillDemo(env.DB))

describe('related items', () => {
  it('are six at least of each item, of either kind, and none twice', async () => {
    for (const { slug } of manifest.items) {
      for (const kind of ['gifs', 'stickers']) {
        const found = await related(slug, kind)
        expect([slug, kind, found.length >= 6]).toEqual([slug, kind, true])
        expect(new Set([slug, ...found]).size).toBe(found.length + 1)
      }
    }
  })

  // Judged by looking at both pictures.
  it.each([
    ['hello-wave', 'heart-beat-thank-you', 'toast-popping'],
    ['hello-wave', 'high-five-friends', 'little-boat-on-waves'],
    ['toast-popping', 'coffee-good-morning', 'hello-wave'],
    ['toast-popping', 'ramen-steam', 'happy-saturn'],
    ['facepalm-why', 'head-shake-no', 'thumbs-up-yes'],
    ['laughing-out-loud', 'popcorn-go-on', 'sad-in-the-rain'],
    ['rocket-going-up', 'happy-saturn', 'confetti-dance-party'],
    ['happy-saturn', 'blue-planet-and-moon', 'laughing-out-loud'],
    ['good-night-moon', 'northern-lights', 'thumbs-up-yes'],
    ['birthday-cake-candles', 'confetti-dance-party', 'facepalm-why'],
    ['little-boat-on-waves', 'lighthouse-at-dusk', 'hello-wave'],
    ['flip-dot-waves', 'isometric-cube-wave', 'little-boat-on-waves'],
    ['loading-almost-there', 'panda-please-wait', 'heart-beat-thank-you'],
    ['turning-truchet-tiles', 'paper-kaleidoscope', 'panda-please-wait'],
    ['panda-please-wait', 'big-buck-bunny-in-a-meadow', 'neon-sunset-drive'],
    ['rain-on-the-window', 'sad-in-the-rain', 'high-five-friends'],
  ])('of %s: %s is one, and %s is none', async (slug, one, none) => {
    const found = await related(slug)
    expect(found.slice(0, 6)).toContain(one)
    expect(found.slice(0, 6)).not.toContain(none)
  })

  it('are no false friends, however far a list goes: both are happy and cute', async () => {
    expect(await related('hello-wave')).not.toContain('toast-popping')
    expect(await related('toast-popping')).not.toContain('hello-wave')
    expect((await related('hello-wave')).length).toBe(18)
  })

  it.each([
    ['happy-cat', 'puppy-dog', 'candle-cake'],
    ['spouting-whale', 'swimming-fish', 'little-pig'],
    ['party-popper', 'candle-cake', 'tiger'],
    ['good-morning-sun', 'rainbow', 'spooky-pumpkin'],
  ])('of the sticker %s: %s is one, and %s is none', async (slug, one, none) => {
    const found = await related(slug, 'stickers')
    expect(found.slice(0, 6)).toContain(one)
    expect(found.slice(0, 6)).not.toContain(none)
  })
})

const FIRST = 'ramen-steam'
const OTHER = 'spirograph-chase'

describe('what visitors open together', () => {
  afterEach(async () => {
    await env.DB.batch(
      ['gif_pairs', 'list_counts', 'counted'].map((table) => env.DB.prepare(`DELETE FROM ${table}`)),
    )
  })

  type Look = { address: string; slugs?: string[]; action?: string; headers?: HeadersInit; vars?: object }

  /** A visitor from an address opens items one after another, each told by a pingback of its own. */
  async function look({ address, slugs = [FIRST, OTHER], action = 'CLICK', headers, vars }: Look) {
    const send = product({ ...vars })
    for (const slug of slugs) {
      const { data } = await (await send(`/v1/gifs/${ID.get(slug)}`)).json<{
        data: { analytics_response_payload: string }
      }>()
      const event = {
        ts: Date.now(),
        user_id: `visit${address.replace(/\W/g, '')}`.slice(0, 16),
        action_type: action,
        analytics_response_payload: data.analytics_response_payload,
      }
      const { status } = await send('/v2/pingback', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'CF-Connecting-IP': address, ...headers },
        body: JSON.stringify({ events: [event] }),
        cf: { colo: 'ZRH' },
      } as RequestInit)
      expect(status).toBe(204)
    }
  }
  // Addresses whose hashes of this day fall into parts of their own: two networks in one part count once.
  async function addresses(count: number): Promise<string[]> {
    const found = new Map<string, string>()
    for (let n = 1; found.size < count && n < 255; n++) {
      const address = `203.0.113.${n}`
      await env.DB.prepare('DELETE FROM counted').run()
      await look({ address, slugs: ['eye-roll-sure'] })
      const part = await env.DB.prepare('SELECT substr(visitor, 1, 1) AS part FROM counted').first<string>(
        'part',
      )
      if (part && !found.has(part)) found.set(part, address)
    }
    await env.DB.prepare('DELETE FROM counted').run()
    return [...found.values()]
  }
  const pairs = async () =>
    (await env.DB.prepare('SELECT * FROM gif_pairs').all<Record<string, unknown>>()).results

  it('is related, in both directions, where three networks have opened both on a day', async () => {
    const [one = '', two = '', three = ''] = await addresses(3)
    const isFirst = async (of: string, other: string) => (await related(of)).slice(0, 6).includes(other)
    await look({ address: one })
    await look({ address: two })
    expect(await isFirst(FIRST, OTHER)).toBe(false)
    await look({ address: three })
    expect([await isFirst(FIRST, OTHER), await isFirst(OTHER, FIRST)]).toEqual([true, true])
  })

  it('T44: is no pair of one network, whatever it does, nor of two over days', async () => {
    const [one = '', two = ''] = await addresses(2)
    for (let n = 0; n < 30; n++) await look({ address: one, headers: { 'User-Agent': `Browser ${n}` } })
    await env.DB.prepare('DELETE FROM counted').run()
    await look({ address: one })
    await look({ address: two })
    await env.DB.prepare('UPDATE gif_pairs SET day = day - 1').run()
    await env.DB.prepare('DELETE FROM counted').run()
    await look({ address: one })
    await look({ address: two })
    expect((await pairs()).map(({ weight, networks }) => [weight, networks])).toEqual([
      [0, 2],
      [0, 2],
    ])
  })

  it('T44: fills no item’s pairs by opening everything', async () => {
    const [one = ''] = await addresses(1)
    await look({ address: one, slugs: manifest.items.slice(0, 20).map(({ slug }) => slug) })
    expect((await pairs()).length).toBeLessThanOrEqual(12 * 11)
  })

  it('is not counted where it was only seen, is not to be counted, or no address is known', async () => {
    const [one = '', two = ''] = await addresses(2)
    await look({ address: one, action: 'SEEN' })
    await look({ address: one, action: 'HOVER' })
    await look({ address: one, headers: { 'Sec-GPC': '1' } })
    await look({ address: two, vars: { TRACKING: 'off' } })
    expect(await pairs()).toEqual([])
  })

  it('says nothing of who it was, and is bounded in number and time', async () => {
    const [one = '', two = '', three = ''] = await addresses(3)
    for (const address of [one, two, three]) await look({ address })
    const hashes = await env.DB.prepare('SELECT DISTINCT visitor FROM counted').all<{ visitor: string }>()
    const stored = JSON.stringify(await pairs())
    for (const { visitor } of hashes.results) expect(stored).not.toContain(visitor)
    await look({ address: one, slugs: [FIRST, 'rocket-going-up'] })
    await dropExpired(env.DB, Date.now() + DAY_MS)
    expect((await pairs()).map(({ weight, seen }) => [weight, seen])).toEqual([
      [3, 0],
      [3, 0],
    ])
    await dropExpired(env.DB, Date.now() + 62 * DAY_MS)
    expect(await pairs()).toEqual([])

    const day = Math.floor(Date.now() / DAY_MS)
    await env.DB.prepare(
      'INSERT INTO list_counts (list, items) VALUES (?1, 20000) ON CONFLICT DO UPDATE SET items = 20000',
    )
      .bind(`pairs/${day}`)
      .run()
    await env.DB.prepare('DELETE FROM counted').run()
    await look({ address: one })
    expect(await pairs()).toEqual([])
  })

  it('goes with its item', async () => {
    for (const address of await addresses(3)) await look({ address, slugs: [FIRST, 'hello-jumping-letters'] })
    expect(await pairs()).toHaveLength(2)
    await env.DB.prepare("DELETE FROM gifs WHERE slug = 'hello-jumping-letters'").run()
    expect(await pairs()).toEqual([])
  })
})
