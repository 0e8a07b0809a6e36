import { env } from 'cloudflare:workers'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { addPeople, signedIn, Visitor } from '../../fixtures/site/embedded-site.ts'
import { catJson, okJson, withProvider } from '../../fixtures/upstreams/stub-provider.ts'

type Site = ReturnType<typeof withProvider>

beforeAll(() =>
  addPeople([
    { username: 'stan', role: 'staff' },
    { username: 'mona', role: 'moderator' },
    { username: 'otto' },
  ]),
)

// Each test has days and an item of its own: no copy of the one before is left.
let start = Date.now()
let tests = 0
let id = ''
let flags: Record<string, unknown> = {}
let here: Site
let there: Site

const oneOf = () => ({ ...catJson(id), ...flags })

/** A provider that knows nothing of our decisions: the item is in every list, first of three. */
const provider = (request: Request) => {
  const { pathname, searchParams } = new URL(request.url)
  const list = [oneOf(), catJson('other1'), catJson('other2')]
  const paged = (data: unknown[]) => ({
    ...okJson(data),
    pagination: { total_count: 40, count: data.length, offset: Number(searchParams.get('offset') ?? 0) },
  })
  if (/random|translate/.test(pathname)) return Response.json(okJson(oneOf()))
  if (pathname.endsWith('/categories')) {
    return Response.json(paged([{ name: 'Cats', name_encoded: 'cats', gif: oneOf() }]))
  }
  if (pathname.endsWith('/channels/search')) {
    return Response.json(paged([{ id: 1, slug: 'cats', display_name: 'Cats', featured_gif: oneOf() }]))
  }
  // §3: some lists are objects of GIFs.
  if (pathname.endsWith('/emoji')) return Response.json(okJson({ a: catJson('other1'), b: oneOf() }))
  if (pathname.endsWith('/associations')) return Response.json(okJson({ gifs: list }))
  if (pathname === '/v1/gifs' || /search|trending|related|associations/.test(pathname))
    return Response.json(paged(list))
  return Response.json(okJson(pathname.endsWith(id) ? oneOf() : catJson(pathname.split('/').pop())))
}

beforeEach(() => {
  start += 200_000_000
  vi.useFakeTimers({ toFake: ['Date'], now: start })
  id = `prov${++tests}x${start}`
  flags = {}
  here = withProvider(provider)
  there = withProvider(provider)
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const addressed = () => [
  `/embed/happy-cat-${id}`,
  `/gifs/happy-cat-${id}`,
  `/gifs/happy-cat-${id}/related`,
  `/services/oembed?url=https://loop.test/gifs/happy-cat-${id}`,
  `/services/oembed?format=xml&url=https://loop.test/gifs/happy-cat-${id}`,
  `/v1/gifs/${id}`,
  `/v1/gifs/${id}/associations`,
  `/v1/gifs/related?gif_id=${id}`,
  `/v1/videos/related?gif_id=${id}`,
  `/v2/emoji/${id}/variations`,
  `/widgets/carousel?related=${id}`,
]
const lists = () => [
  '/',
  '/search/cat',
  '/v1/gifs/search?q=cat',
  '/v1/gifs/search?q=cat&limit=2',
  '/v1/gifs/trending',
  '/v1/stickers/search?q=cat',
  '/v1/stickers/trending',
  '/v1/stickers/random',
  '/v1/text/search?q=cat',
  '/v1/gifs/random',
  '/v1/gifs/translate?s=cat',
  '/v1/gifs/related?gif_id=other1',
  '/v1/gifs/categories',
  '/v1/channels/search?q=cats',
  '/v1/emoji',
  '/v2/emoji',
  '/widgets/carousel?q=cat',
  '/widgets/grid?q=cat',
  '/widgets/grid?type=stickers&q=cat',
]
const named = () => [`/v1/gifs?ids=${id},other1`, `/widgets/grid?ids=${id},other1`]

const statuses = async ({ get }: Site) => {
  const found = new Set<number>()
  for (const path of addressed()) found.add((await get(path)).status)
  return [...found]
}
/** The lists that have the item, or do not respond. */
const having = async ({ get }: Site, paths: string[]) => {
  const found: string[] = []
  for (const path of paths) {
    const response = await get(path)
    const text = await response.text()
    if (response.status !== 200 || text.includes(`happy-cat-${id}`)) found.push(path)
  }
  return found
}
const pass = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000)

const person = (site: Site, name: string) => signedIn({ visitor: () => new Visitor(site.send) }, name)

const takeDown = (staff: Visitor) =>
  staff.call('POST /api/v3/content-takedown/takedown', {
    json: { takedowns: [{ gif_id: id, reason: 'a claim' }], send_email: true },
  })

describe('an item of a configured provider', () => {
  it('that is taken down is gone here at once, elsewhere within 10 s, and comes back as fast', async () => {
    const staff = await person(here, 'stan')
    for (const site of [here, there]) {
      expect(await statuses(site)).toEqual([200])
      expect(await having(site, [...lists(), ...named()])).toEqual([...lists(), ...named()])
    }
    expect((await takeDown(staff)).status).toBe(200)
    expect(await statuses(here)).toEqual([410])
    expect(await having(here, [...lists(), ...named()])).toEqual([])
    pass(9)
    expect(await statuses(there)).toEqual([410])
    expect(await having(there, [...lists(), ...named()])).toEqual([])
    // An isolate that starts now knows it too, and a day later.
    pass(86_400)
    const later = withProvider(provider)
    expect(await statuses(later)).toEqual([410])
    expect(await having(later, [...lists(), ...named()])).toEqual([])

    const row = await env.DB.prepare('SELECT max(id) AS id FROM removals').first<number>('id')
    const dayAfter = await person(here, 'stan')
    await dayAfter.call(`POST /api/v3/content-takedown/${row}/restore`, { form: {} })
    pass(9)
    for (const site of [here, there, later]) {
      expect(await statuses(site)).toEqual([200])
      expect(await having(site, [...lists(), ...named()])).toEqual([...lists(), ...named()])
    }
  })

  it('leaves an isolate that is visited all the time within 5 s', async () => {
    const staff = await person(here, 'stan')
    await there.get(`/embed/happy-cat-${id}`)
    await takeDown(staff)
    const seen: number[] = []
    for (let second = 0; second < 10; second++) {
      seen.push((await there.get(`/embed/happy-cat-${id}`)).status)
      pass(1)
    }
    expect(seen.indexOf(410)).toBeGreaterThan(-1)
    expect(seen.indexOf(410)).toBeLessThanOrEqual(5)
    expect(seen.slice(seen.indexOf(410))).not.toContain(200)
  })

  it('that is taken down is not kept alive by a provider that fails (trap 25)', async () => {
    const staff = await person(here, 'stan')
    await having(there, [...lists(), ...named()])
    await statuses(there)
    await takeDown(staff)
    vi.spyOn(console, 'error').mockImplementation(() => {})
    here.calls.mockImplementation(async () => new Response('{}', { status: 500 }))
    pass(120)
    expect(await statuses(there)).toEqual([410])
    const search = await there.get('/v1/gifs/search?q=cat')
    expect([search.status, search.headers.get('x-cache')]).toEqual([200, 'stale'])
    expect(await search.text()).not.toContain(id)
  })

  it.each([
    ['is_removed', 1, 410],
    ['is_removed', '1', 410],
    ['is_hidden', true, 404],
  ])('that says %s: %s of itself is %i, and in no list', async (flag, value, status) => {
    flags = { [flag]: value }
    const own = [`/embed/${id}`, `/gifs/happy-cat-${id}`, `/v1/gifs/${id}`]
    for (const path of own) expect((await here.get(path)).status, path).toBe(status)
    expect(await having(here, [...lists(), ...named()])).toEqual([])
  })

  it('that is hidden is shown to moderators and staff, whose response no cache keeps', async () => {
    flags = { is_hidden: 1 }
    for (const [name, status] of [
      ['otto', 404],
      ['mona', 200],
      ['stan', 200],
    ] as const) {
      const response = await (await person(here, name)).call(`GET /v1/gifs/${id}`)
      expect([name, response.status]).toEqual([name, status])
      if (status === 200) expect(response.headers.get('Cache-Control')).toBe('private, no-store')
    }
    expect((await here.get(`/v1/gifs/${id}`)).status).toBe(404)
  })

  it('that may not be listed is found by its address alone, with noindex', async () => {
    flags = { is_indexable: 0 }
    expect(await having(here, lists())).toEqual([])
    expect(await having(here, named())).toEqual(named())
    for (const path of [`/embed/${id}`, `/gifs/happy-cat-${id}`]) {
      const response = await here.get(path)
      expect([response.status, response.headers.get('X-Robots-Tag')]).toEqual([200, 'noindex'])
    }
  })

  it('has no gate where there is no database', async () => {
    const site = withProvider(provider, { DB: undefined })
    expect(await statuses(site)).toEqual([200])
    expect(await having(site, lists())).toEqual(lists())
  })
})
