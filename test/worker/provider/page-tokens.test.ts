import { env } from 'cloudflare:workers'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { createPayloads } from '../../../origin/stored-key.ts'
import { fillLibrary } from '../../fixtures/library/library.ts'
import { embeddedSite, somebodyNew, type Visitor } from '../../fixtures/site/embedded-site.ts'
import { keyedLibrary, partner, tokenOn } from '../../fixtures/site/partners.ts'
import { catJson, okJson, withProvider } from '../../fixtures/upstreams/stub-provider.ts'

beforeAll(() => fillLibrary(env.DB))
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

const GRID = '/widgets/grid?q=cat&limit=5&rating=g'
const GRID_LIST = '/v1/gifs/search?q=cat&limit=5&rating=g'
const EMBED = '/embed/happy-cat-cat00001'
const SEARCH = '/v1/gifs/search?q=cat'

describe('T51 our own pages list by the token in their HTML', () => {
  it.each([
    ['an embed', EMBED, '/v1/gifs/related?gif_id=cat00001&limit=12&offset=6'],
    ['a grid', GRID, `${GRID_LIST}&offset=5`],
    ['a carousel of what is trending', '/widgets/carousel', '/v1/gifs/trending?limit=25&offset=25'],
    ['a grid of emoji', '/widgets/grid?type=emoji', '/v1/emoji?limit=25&offset=0'],
    ['a grid with odd words', `/widgets/grid?q=${encodeURIComponent("50% «a'b» *")}`, ''],
    ['the picker: a search', '/widgets/picker', '/v1/stickers/search?q=dog&limit=25&offset=0'],
    ['the picker: completions', '/widgets/picker?q=x', '/v1/gifs/search/tags?q=ca&limit=8'],
    ['the picker: trending words', '/widgets/picker', '/v2/trending/searches?'],
    ['the picker: what was picked', '/widgets/picker', '/v1/gifs?ids=cat00001'],
    ['the picker: emoji', '/widgets/picker?channel=ann', '/v1/emoji?limit=50&offset=0'],
    ['the picker of a channel', '/widgets/picker?channel=ann', '/v1/gifs/search?q=%40ann+cat&limit=25'],
    ['the favorites', '/favorites', '/v1/gifs?ids=cat00001,cat00002'],
    ['the welcome page: its builder', '/', '/v1/stickers/search?q=cat&limit=6'],
    ['the welcome page: an item', '/', '/v1/gifs/cat00001?'],
    ['an item’s page: completions', '/gifs/happy-cat-cat00001', '/v1/gifs/search/tags?q=ca&limit=8'],
    ['the sign-in: completions', '/login', '/v1/gifs/search/tags?q=ca&limit=8'],
  ])('%s', async (_, page, list) => {
    const { get, tokenOf } = keyedLibrary()
    const html = await (await get(page)).text()
    const source = /&quot;source&quot;:&quot;([^&]+(?:&amp;[^&]+)*?)&quot;/
      .exec(html)?.[1]
      ?.replaceAll('&amp;', '&')
    const address = list || `${source}&offset=0`
    const token = await tokenOf(page)
    expect([address, (await get(address)).status]).toEqual([address, 401])
    for (const headers of [
      {},
      { Origin: 'null', 'Sec-Fetch-Site': 'cross-site' },
      { Origin: 'https://loop.test' },
    ]) {
      const response = await get(address + token, headers)
      expect([address, response.status]).toEqual([address, 200])
      expect(response.headers.get('Cache-Control')).toMatch(/^private, /)
    }
  })

  it('of a configured provider, and of a library that is empty', async () => {
    const given = withProvider(() => Response.json(okJson([catJson('cat1')])), { API_ACCESS: 'keys' })
    const list = '/v1/gifs/search?q=token-cat&limit=5'
    const token = await tokenOn(given.get, '/widgets/grid?q=token-cat&limit=5')
    expect((await given.get(list)).status).toBe(401)
    expect(await (await given.get(list + token)).json()).toMatchObject({ data: [{ id: 'cat1' }] })
    vi.restoreAllMocks()
    const none = keyedLibrary()
    const { data } = await none.read(
      `/v1/gifs/search?q=zqx&limit=5${await none.tokenOf('/widgets/grid?q=zqx&limit=5')}`,
    )
    expect(data).toEqual([])
  })

  it('a staff page lists what the library has, and no one else gets its token', async () => {
    const site = embeddedSite({ API_ACCESS: 'keys' })
    const [staff, user] = [
      await somebodyNew(site, { username: 'sal', role: 'staff' }),
      await somebodyNew(site, { username: 'uwe' }),
    ]
    const list = '/v1/gifs/trending?limit=3'
    const tokenOf = async (who: Visitor) =>
      /loopframe-page" content="([^"]+)/.exec(await (await who.call('GET /admin/library')).text())?.[1] ?? ''
    const read = async (token: string) =>
      site.send(new Request(`https://loop.test${list}&page_token=${token}`))
    expect((await read(await tokenOf(staff))).status).toBe(200)
    for (const who of [user, site.visitor()]) expect((await read(await tokenOf(who))).status).toBe(401)
  })

  it('each request of a rendered page has a token of its own time, which ends within the hour', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    for (const [page, list] of [
      [EMBED, '/v1/gifs/related?gif_id=cat00001'],
      [GRID, GRID_LIST],
    ] as const) {
      const { get, tokenOf } = keyedLibrary()
      vi.setSystemTime('2027-01-27T10:09:59Z')
      const [before, same] = [await tokenOf(page), await tokenOf(page)]
      vi.setSystemTime('2027-01-27T10:10:01Z')
      const again = await get(page)
      expect([again.headers.get('x-cache'), before === same]).toEqual(['hit', true])
      const after = await tokenOf(page)
      expect(after).not.toBe(before)
      vi.setSystemTime('2027-01-27T10:59:00Z')
      expect((await get(list + before)).status).toBe(200)
      vi.setSystemTime('2027-01-27T11:00:01Z')
      expect([(await get(list + before)).status, (await get(list + after)).status]).toEqual([401, 200])
    }
  })

  it('a frame without an origin may read its own page, for the next token', async () => {
    const { get } = keyedLibrary()
    for (const page of [EMBED, GRID, '/widgets/picker'])
      expect((await get(page)).headers.get('Access-Control-Allow-Origin')).toBe('*')
    expect((await get('/')).headers.get('Access-Control-Allow-Origin')).toBeNull()
  })

  it('an installation signs with one key, and pages without a database have no token', async () => {
    const [one, other] = [keyedLibrary(), keyedLibrary()]
    expect((await other.get(GRID_LIST + (await one.tokenOf(GRID)))).status).toBe(200)
    vi.spyOn(console, 'error').mockReturnValue(undefined)
    const [broken, token] = [keyedLibrary(), await one.tokenOf('/widgets/picker')]
    await broken.get(`${GRID_LIST}&api_key=${await partner()}`)
    const prepare = env.DB.prepare.bind(env.DB)
    vi.spyOn(env.DB, 'prepare').mockImplementation((sql) => {
      if (/secrets/.test(sql)) throw new Error('D1 is down')
      return prepare(sql)
    })
    const page = await broken.get(GRID)
    expect([page.status, (await page.text()).includes('loopframe-page')]).toEqual([200, false])
    const refused = await broken.get(SEARCH + token)
    expect([refused.status, refused.headers.get('Retry-After')]).toEqual([503, '5'])
  })

  it('an open API changes nothing: no token, no header', async () => {
    const { get } = keyedLibrary({ API_ACCESS: 'open' })
    for (const page of [EMBED, GRID, '/', '/widgets/picker', '/login']) {
      const response = await get(page)
      expect(response.headers.get('Access-Control-Allow-Origin')).toBeNull()
      expect(await response.text()).not.toContain('loopframe-page')
    }
    expect((await get(`${SEARCH}&page_token=x`)).status).toBe(200)
  })
})

/** A token with another text, or another time, under the signature of a good one. */
const forged = (token: string, change: (parts: string[]) => void) => {
  const parts = token.replace('&page_token=', '').split('.')
  change(parts)
  return `&page_token=${parts.join('.')}`
}
const encoded = (text: string) => btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')

type Way = { path?: string; headers?: Record<string, string>; method?: string; by?: string }
type Tokens = { grid: string; embed: string; picker: string; channel: string; page: string; counted: string }

/** What a program may say, each a way in that there is not. */
const WAYS: Record<string, (tokens: Tokens) => Way> = {
  'says nothing': () => ({}),
  'says it is our page': () => ({ headers: { 'Sec-Fetch-Site': 'same-origin', 'Sec-Fetch-Mode': 'cors' } }),
  'says it is our frame': () => ({ headers: { Origin: 'null', 'Sec-Fetch-Site': 'cross-site' } }),
  'says it comes from our page': () => ({ headers: { Referer: 'https://loop.test/search/cat' } }),
  'says our origin': () => ({ headers: { Origin: 'https://loop.test', Host: 'loop.test' } }),
  'says all of it': () => ({
    headers: { Origin: 'https://loop.test', Referer: 'https://loop.test/', 'Sec-Fetch-Site': 'same-origin' },
  }),
  'brings cookies': () => ({ headers: { Cookie: '__Host-session=x; csrftoken=y', 'X-CSRFToken': 'y' } }),
  'brings another kind of token': () => ({ headers: { Authorization: 'Token x', 'X-API-Key': 'x' } }),
  'says it is this machine': () => ({
    headers: { 'X-Forwarded-For': '127.0.0.1', 'X-Real-IP': '127.0.0.1' },
  }),
  'says another address': () => ({
    path: '/v1/gifs/search?q=cat',
    headers: { 'X-Original-URL': GRID, 'X-Rewrite-URL': EMBED },
  }),
  'says another method': () => ({ headers: { 'X-HTTP-Method-Override': 'OPTIONS' } }),
  'asks for the head alone': () => ({ method: 'HEAD' }),
  'gives an empty key': () => ({ by: '&api_key=' }),
  'gives an empty token': () => ({ by: '&page_token=' }),
  'makes a token up': () => ({ by: '&page_token=zzzzz.AAAAAAAAAAAAAAAA.c3RhZmY' }),
  'sends a token as a header': ({ grid }) => ({
    headers: { 'page-token': grid.slice(12), page_token: grid.slice(12) },
  }),
  'sends a token as a key': ({ grid }) => ({ by: grid.replace('page_token', 'api_key') }),
  'sends a token and a wrong key': ({ grid }) => ({ path: GRID_LIST, by: `${grid}&api_key=wrong` }),
  'sends what items are counted by': ({ counted }) => ({ by: `&page_token=${counted}` }),
  'changes what a token opens': ({ page }) => ({
    by: forged(page, (parts) => parts.splice(2, 1, encoded('staff'))),
  }),
  'changes when a token ends': ({ grid }) => ({
    path: GRID_LIST,
    by: forged(grid, (parts) => parts.splice(0, 1, 'zzzzz')),
  }),
  'adds to a token': ({ grid }) => ({ path: GRID_LIST, by: `${grid}.x` }),
  'sends a widget’s token for another list': ({ grid }) => ({
    path: '/v1/gifs/search?q=dog&limit=5&rating=g',
    by: grid,
  }),
  'sends it for more at once': ({ grid }) => ({ path: '/v1/gifs/search?q=cat&limit=50&rating=g', by: grid }),
  'sends it for another rating': ({ grid }) => ({ path: '/v1/gifs/search?q=cat&limit=5&rating=r', by: grid }),
  'sends it without the rating': ({ grid }) => ({ path: '/v1/gifs/search?q=cat&limit=5', by: grid }),
  'names a field twice': ({ grid }) => ({
    path: '/v1/gifs/search?q=dog',
    by: `&${GRID_LIST.split('?')[1]}${grid}`,
  }),
  'encodes the name of a field': ({ embed }) => ({
    path: '/v1/gifs/related?gif%5Fid=cat00002&gif_id=cat00001',
    by: embed,
  }),
  'sends an embed’s token for another item': ({ embed }) => ({
    path: '/v1/gifs/related?gif_id=cat00002',
    by: embed,
  }),
  'sends an embed’s token for a search': ({ embed }) => ({ by: embed }),
  'sends a page’s token for a list': ({ page }) => ({ path: '/v1/gifs/trending?limit=5', by: page }),
  'sends a picker’s token for what no picker shows': ({ picker }) => ({
    path: '/v1/channels/search?q=a',
    by: picker,
  }),
  'searches beyond a picker’s channel': ({ channel }) => ({
    path: '/v1/gifs/search?q=%40bob+cat',
    by: channel,
  }),
  'searches a channel beside it': ({ channel }) => ({
    path: '/v1/gifs/search?q=%40ann+cat&channel=bob',
    by: channel,
  }),
  'lists what is trending by it': ({ channel }) => ({ path: '/v1/gifs/trending?limit=5', by: channel }),
  'is a browser at another site': ({ grid }) => ({
    path: GRID_LIST,
    by: grid,
    headers: { Origin: 'https://evil.test' },
  }),
  'sends a token to Tenor’s calls': ({ picker }) => ({ path: '/v2/search?q=cat', by: picker }),
  'sends a token to Tenor’s calls as a key': ({ picker }) => ({
    path: '/v2/search?q=cat',
    by: picker.replace('page_token', 'key'),
  }),
  'sends a token to KLIPY’s calls': ({ picker }) => ({
    path: `/api/v1/${picker.slice(12)}/gifs/search?q=cat`,
    by: picker,
  }),
}

describe('T51 whatever a program says, without a key it is a 401', () => {
  it.each(Object.entries(WAYS))('that %s', async (_, way) => {
    const { get, tokenOf } = keyedLibrary()
    const {
      path = SEARCH,
      headers = {},
      method = 'GET',
      by = '',
    } = way({
      grid: await tokenOf(GRID),
      embed: await tokenOf(EMBED),
      picker: await tokenOf('/widgets/picker'),
      channel: await tokenOf('/widgets/picker?channel=ann'),
      page: await tokenOf('/gifs/happy-cat-cat00001'),
      counted: await createPayloads(env.DB).write('staff', Date.now()),
    })
    const response = await get(path + by, headers, method)
    expect([path, response.status, response.headers.get('Cache-Control')]).toEqual([path, 401, 'no-store'])
  })

  it('a picker’s token keeps to its rating, in lists that have no such field too', async () => {
    const { read, tokenOf } = keyedLibrary()
    const ids = async (page: string, list: string) =>
      (await read(list + (await tokenOf(page)))).data.map(({ id }) => id)
    for (const list of ['/v1/gifs?ids=cat00001,edge0001', '/v1/gifs/search?q=cat&rating=r&limit=50']) {
      expect(await ids('/widgets/picker', list)).toEqual(expect.arrayContaining(['cat00001', 'edge0001']))
      const mild = await ids('/widgets/picker?rating=g', list)
      expect(mild).toContain('cat00001')
      expect(mild).not.toContain('edge0001')
    }
  })

  it('a key that is blocked is a 403 with a token too, and one with bounds keeps to them', async () => {
    const { get, read, tokenOf } = keyedLibrary()
    const token = await tokenOf('/widgets/picker')
    const blocked = await partner({ blocked: ['*'] })
    expect((await get(`${SEARCH}${token}&api_key=${blocked}`)).status).toBe(403)
    const capped = await partner({ rating: 'g' })
    const { data } = await read(`/v1/gifs?ids=cat00001,edge0001${token}&api_key=${capped}`)
    expect(data.map(({ id }) => id)).toEqual(['cat00001'])
  })
})
