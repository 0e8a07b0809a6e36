import { afterEach, describe, expect, it, vi } from 'vitest'
import { TRACKING_SLOT } from '../../../worker/render/page-memo.ts'
import { catJson, okJson, withProvider } from '../../fixtures/upstreams/stub-provider.ts'

afterEach(() => vi.restoreAllMocks())

let unused = 0
/** A search that no other test has asked for: the outer cache layers outlive a test. */
const freshTerm = () => `t${unused++}x${Date.now()}`

const listOf = (count: number, total: number) => ({
  ...okJson(Array.from({ length: count }, (_, at) => catJson(`cat${at}`))),
  pagination: { offset: 0, count, total_count: total },
})
const cats = (request: Request) => {
  const query = new URL(request.url).searchParams
  return Response.json(listOf(Number(query.get('limit') ?? 25), 500))
}
const KINDS = ['carousel', 'grid'] as const

/** The first page's data, as the browser finds it. */
const firstOf = (html: string) =>
  JSON.parse(/<script type="application\/json" id="first">(.*?)<\/script>/.exec(html)?.[1] ?? '') as {
    gifs: { id: string }[]
    offset: number
    done: boolean
    failed: boolean
  }

describe.each(KINDS)('GET /widgets/%s', (kind) => {
  it('renders 25 tiles with links, and the data to fetch more', async () => {
    const { get } = withProvider(cats)
    const html = await (await get(`/widgets/${kind}?q=${freshTerm()}`)).text()
    expect(html.match(/class="loop-tile"/g)).toHaveLength(25)
    expect(html).toContain(`data-island="${kind}"`)
    expect(html).toContain(
      'href="https://provider.test/gifs/happy-cat-cat0?utm_source=iframe&amp;utm_medium=embed&amp;utm_campaign=Embeds"',
    )
    expect(firstOf(html)).toMatchObject({ offset: 25, done: false, failed: false })
    expect(firstOf(html).gifs).toHaveLength(25)
    for (const slot of [TRACKING_SLOT, encodeURI(TRACKING_SLOT)]) expect(html).not.toContain(slot)
  })

  it('has no style attribute, and allows its own style by its hash alone', async () => {
    const response = await withProvider(cats).get(`/widgets/${kind}?q=${freshTerm()}`)
    const html = await response.text()
    expect(html).not.toMatch(/\sstyle=/)
    const policy = response.headers.get('Content-Security-Policy') ?? ''
    const sheets = [...html.matchAll(/<style>(.*?)<\/style>/gs)].map(([, text = '']) => text)
    expect(sheets).toHaveLength(2)
    for (const sheet of sheets) {
      const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(sheet))
      expect(policy).toContain(`'sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}'`)
    }
    expect(policy).toContain('frame-ancestors * file:')
    expect(policy).toContain("require-trusted-types-for 'script'")
    expect(policy).not.toContain('unsafe-inline')
    expect(policy).toMatch(/script-src https:\/\/loop\.test\/static\/;/)
    expect(response.headers.get('Vary')).toBe(
      'User-Agent, Sec-CH-UA-Mobile, Accept-Language, Referer, Sec-GPC, DNT, Save-Data, Accept-Encoding',
    )
    expect(response.headers.get('X-Frame-Options')).toBeNull()
    expect(response.headers.get('Set-Cookie')).toBeNull()
  })

  it('T22: calls the provider once for many visitors, and gives each a tracking query of their own', async () => {
    const { get, calls } = withProvider(cats)
    const path = `/widgets/${kind}?q=${freshTerm()}`
    const first = await (await get(path, { Referer: 'https://one.test/a' })).text()
    const second = await (await get(`${path}&utm_campaign=Mine`, { Referer: 'https://two.test/b' })).text()
    expect(calls).toHaveBeenCalledTimes(1)
    expect(first).toContain('utm_campaign=Embeds&amp;utm_term=https%3A%2F%2Fone.test')
    expect(second).toContain('utm_campaign=Mine&amp;utm_term=https%3A%2F%2Ftwo.test')
    expect(second).not.toContain('one.test')
    expect(second.replaceAll('Mine', 'Embeds').replaceAll('two.test', 'one.test')).toBe(first)
  })

  it('numbers tiles as asked, on pages that share a list’s tiles', async () => {
    const { get } = withProvider(cats)
    const path = `/widgets/${kind}?q=${freshTerm()}`
    const numbersOf = async (query: string) => {
      const html = await (await get(path + query)).text()
      return [...html.matchAll(/ tabindex="([^"]*)"/g)].map(([, number]) => number)
    }
    expect(await numbersOf('')).toEqual([])
    expect(await numbersOf('&tabIndex=7')).toEqual(Array(25).fill('7'))
    expect(await numbersOf('&noLink=1')).toEqual(Array(25).fill('0'))
    expect(await numbersOf('&noLink=1&tabIndex=3')).toEqual(Array(25).fill('3'))
    expect(await numbersOf('&theme=dark')).toEqual([])
  })

  it('T20, T22: reads no cookie, and shows no visitor’s id to another', async () => {
    const { get } = withProvider(cats)
    const path = `/widgets/${kind}?q=${freshTerm()}`
    const plain = await (await get(path)).text()
    expect(await (await get(path, { Cookie: 'session=1' })).text()).toBe(plain)
    expect(await (await get(`${path}&user=ann7`)).text()).toContain('<main id="widget" data-user="ann7"')
    expect(await (await get(path)).text()).toBe(plain)
  })

  it('sends its head before its tiles', async () => {
    const response = await withProvider(cats).get(`/widgets/${kind}?q=${freshTerm()}`)
    const chunks: string[] = []
    const decoder = new TextDecoder()
    for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>)
      chunks.push(decoder.decode(chunk))
    expect(chunks.length).toBeGreaterThan(1)
    expect(chunks[0]).toContain('</style>')
    expect(chunks[0]).not.toContain('loop-tile"')
  })

  it('has no next page where the list is at its end', async () => {
    const { get } = withProvider(() => Response.json(listOf(3, 3)))
    const html = await (await get(`/widgets/${kind}?q=${freshTerm()}`)).text()
    expect(firstOf(html)).toMatchObject({ offset: 3, done: true })
    expect(html).not.toContain('data-more')
  })

  it('reports an empty list in the visitor’s language or the partner’s words', async () => {
    const { get } = withProvider(() => Response.json(listOf(0, 0)))
    const path = `/widgets/${kind}?q=${freshTerm()}`
    expect(await (await get(path)).text()).toContain('No GIFs found.')
    expect(await (await get(`${path}&lang=de`)).text()).toContain('Keine GIFs gefunden.')
    expect(await (await get(path, { 'Accept-Language': 'fr' })).text()).toContain('Aucun résultat.')
    expect(await (await get(`${path}&noResultsMessage=%3Cb%3ENix`)).text()).toContain('&lt;b&gt;Nix')
  })

  it('T1: escapes a GIF’s texts', async () => {
    const evil = '</script><script>alert(1)</script><!--'
    const { get } = withProvider(() =>
      Response.json({ ...listOf(1, 1), data: [{ ...catJson('a1'), title: evil, alt_text: evil }] }),
    )
    const html = await (await get(`/widgets/${kind}?q=${freshTerm()}`)).text()
    expect(html).not.toContain('<script>alert')
    expect(firstOf(html).gifs[0]).toMatchObject({ title: evil })
  })

  it.each([
    ['?columns=99', 'columns must be a whole number from 1 to 12'],
    ['?columns=two', 'columns must be a whole number'],
    ['?gutter=-1', 'gutter must be a whole number from 0 to 100'],
    ['?height=5', 'height must be a whole number from 40 to 1000'],
    ['?borderRadius=x', 'borderRadius must be a whole number'],
    ['?tabIndex=-2', 'tabIndex must be a whole number from -1 to 32767'],
    ['?limit=0', 'limit must be at least 1'],
    ['?rating=x', 'rating must be one of g, pg, pg-13, r'],
    ['?lang=english', 'lang must be a language code'],
    ['?theme=pink', 'theme must be one of light, dark, auto'],
    ['?type=films', 'type must be one of gifs, stickers, text, emoji'],
    ['?noLink=maybe', 'noLink must be true or false'],
    ['?user=a%20b', 'user must be 1 to 16 letters or digits'],
    ['?channel=%2Fetc', 'channel must be the name of a channel or user'],
    ['?ids=a,,b', 'ids must be ids joined by commas'],
    ['?related=%24', 'an id is made of letters and digits'],
    ['?q=cat&related=a1', 'Only one of q, related can be shown at a time'],
    ['?type=emoji&q=cat', 'q cannot be combined with type emoji'],
    ['?type=text&related=a1', 'related cannot be combined with type text'],
  ])('%s is a page with status 400 that says what is wrong', async (query, message) => {
    const { get, calls } = withProvider(cats)
    const response = await get(`/widgets/${kind}${query}`)
    expect(response.status).toBe(400)
    expect(response.headers.get('Content-Type')).toContain('text/html')
    expect(response.headers.get('Content-Security-Policy')).toContain('frame-ancestors * file:')
    expect(await response.text()).toContain(message)
    expect(calls).not.toHaveBeenCalled()
  })

  it('refuses a search of more than 50 characters with a 414', async () => {
    expect((await withProvider(cats).get(`/widgets/${kind}?q=${'x'.repeat(51)}`)).status).toBe(414)
  })
})

describe('a widget’s source', () => {
  it.each([
    ['', '/v1/gifs/trending', {}],
    ['type=stickers', '/v1/stickers/trending', {}],
    ['type=emoji', '/v1/emoji', {}],
    ['q=happy%20cat&lang=de', '/v1/gifs/search', { q: 'happy cat', lang: 'de' }],
    ['type=text&q=hi', '/v1/text/search', { q: 'hi', excludeDynamicResults: 'true' }],
    ['channel=nature', '/v1/gifs/search', { q: '@nature' }],
    ['channel=%40ann', '/v1/gifs/search', { q: '@ann' }],
    ['related=abc', '/v1/gifs/related', { gif_id: 'abc' }],
    ['ids=a1,b2', '/v1/gifs', { ids: 'a1,b2' }],
  ])('%s is %s', async (query, path, fields) => {
    const { get, calls } = withProvider(cats)
    await get(`/widgets/grid?${query}&limit=7`)
    const asked = calls.mock.calls.map(([request]) => new URL((request as Request).url))
    const url = asked.find(({ pathname }) => pathname === path)
    expect(url).toBeDefined()
    expect(Object.fromEntries(url?.searchParams ?? [])).toMatchObject(fields)
  })
})

describe('a widget’s layout', () => {
  it('has a masonry for every number of columns that may fit, or only for the given one', async () => {
    const { get } = withProvider(cats)
    const q = freshTerm()
    const auto = await (await get(`/widgets/grid?q=${q}`)).text()
    expect(auto.match(/@container/g)?.length).toBeGreaterThanOrEqual(4)
    const three = await (await get(`/widgets/grid?q=${q}&columns=3&gutter=10&borderRadius=0`)).text()
    expect(three).not.toContain('@container')
    expect(three).toContain('--columns:3')
    expect(three).toContain('--gutter:10px;--radius:0px')
  })

  it('has the given height, or its frame’s', async () => {
    const { get } = withProvider(cats)
    const q = freshTerm()
    expect(await (await get(`/widgets/carousel?q=${q}&height=150`)).text()).toContain(
      '.loop-carousel{height:150px;',
    )
    expect(await (await get(`/widgets/carousel?q=${q}`)).text()).toContain('.loop-carousel{--gutter')
  })

  it('has a footer for phones and a share menu for the others', async () => {
    const { get } = withProvider(cats)
    const path = `/widgets/grid?q=${freshTerm()}`
    const phone = await (await get(path, { 'Sec-CH-UA-Mobile': '?1' })).text()
    expect(phone).toContain('View on Loopframe')
    expect(phone).not.toContain('data-island="share-menu"')
    const desktop = await (await get(path)).text()
    expect(desktop).not.toContain('View on Loopframe')
    expect(desktop).toContain('data-island="share-menu"')
  })

  it('shares its own address, without default options', async () => {
    const { get } = withProvider(cats)
    const q = freshTerm()
    const html = await (await get(`/widgets/grid?q=${q}&columns=3&gutter=6&user=ann&utm_source=x`)).text()
    expect(html).toContain(`https://loop.test/widgets/grid?q=${q}&amp;columns=3&quot;`)
  })

  it('is tracked as the carousel that it is, and not at all where tracking is off', async () => {
    const q = freshTerm()
    const on = await (await withProvider(cats).get(`/widgets/carousel?q=${q}`)).text()
    expect(on).toContain('data-layout-type="CAROUSEL" data-tracking data-event-type="GIF_SEARCH"')
    const off = await (await withProvider(cats, { TRACKING: 'off' }).get(`/widgets/carousel?q=${q}`)).text()
    expect(off).not.toContain('data-tracking')
  })
})

describe('F1: a list that fails (§8)', () => {
  const failing = () => new Response('{}', { status: 500 })

  it('is a grid with a message and a retry, with the failure’s status', async () => {
    const { get } = withProvider(failing)
    const response = await get(`/widgets/grid?q=${freshTerm()}`)
    expect(response.status).toBe(502)
    expect(response.headers.get('Cache-Control')).toBe('public, max-age=6')
    const html = await response.text()
    expect(html).toContain('Error loading GIFs.')
    expect(html).toMatch(/<a class="loop-retry" href=""[^>]*>Try again\?<\/a>/)
    expect(firstOf(html)).toMatchObject({ gifs: [], done: false, failed: true })
  })

  it('is an error page instead of a carousel', async () => {
    const { get } = withProvider(failing)
    const response = await get(`/widgets/carousel?q=${freshTerm()}`)
    expect(response.status).toBe(502)
    expect(await response.text()).toContain('Couldn’t load the GIF')
  })

  it('is an error page for invalid input', async () => {
    const { get } = withProvider(() => new Response('{}', { status: 404 }))
    expect((await get(`/widgets/grid?q=${freshTerm()}`)).status).toBe(404)
  })
})
