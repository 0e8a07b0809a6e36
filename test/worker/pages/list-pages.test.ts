import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { escapeHtml } from '../../../shared/html.ts'
import { fillLibrary } from '../../fixtures/library/library.ts'
import { withProvider } from '../../fixtures/upstreams/stub-provider.ts'

beforeAll(() => fillLibrary(env.DB))

/** The product over the embedded library of the fixtures. */
const { get } = withProvider(() => new Response(null, { status: 599 }), { PROVIDER_URL: '' })
const read = async (path: string) => {
  const response = await get(path)
  const html = await response.text()
  return { status: response.status, html, response }
}
const links = (html: string) =>
  [...html.matchAll(/<a class="row-tile"[^>]+href="([^"]+)"/g)].map(([, href]) => href)
const pagerOf = (html: string) =>
  Object.fromEntries(
    [...html.matchAll(/<a href="([^"]+)" rel="(prev|next)"/g)].map(([, href, rel]) => [rel, href]),
  )

describe('§2 the pages behind the virtual page paths', () => {
  it.each([
    ['/search/cat', 'cat', '/gifs/happy-cat-cat00001'],
    ['/search/cat/page/1', 'cat', '/gifs/happy-cat-cat00001'],
    ['/search/good%20night?type=text', 'good night', '/gifs/good-night-text0002'],
    ['/trending', 'Trending GIFs', '/gifs/sleepy-kitten-cat00002'],
    ['/trending/page/1?type=text', 'Trending text', '/gifs/good-night-text0002'],
    ['/create/gifmaker/decorate/stickers', 'Trending stickers', '/stickers/waving-cat-stik0001'],
    ['/create/gifmaker/decorate/stickers/page/1', 'Trending stickers', '/stickers/red-heart-emoj0001'],
    ['/create/gifmaker/decorate/stickers/search/cat', 'cat', '/stickers/waving-cat-stik0001'],
    ['/create/gifmaker/decorate/stickers/search/cat/page/1', 'cat', '/stickers/waving-cat-stik0001'],
    ['/gifs/happy-cat-cat00001/related/page/1', 'Related to “Happy Cat”', '/gifs/sleepy-kitten-cat00002'],
    ['/channels/ann', 'Ann Artist', '/gifs/happy-cat-cat00001'],
    ['/channels/nature/page/1', 'Nature films', '/gifs/ocean-waves-film0001'],
    ['/channels/2', 'The Sea', '/gifs/ocean-storm-film0002'],
    ['/channel/sea/search/storm', '“storm” in The Sea', '/gifs/ocean-storm-film0002'],
    ['/channel/sea/search/storm/page/1', '“storm” in The Sea', '/gifs/ocean-storm-film0002'],
    ['/channels/bob?type=stickers', 'Bob', '/stickers/waving-cat-stik0001'],
  ])('%s', async (path, title, item) => {
    const { status, html } = await read(path)
    expect(status).toBe(200)
    expect(html).toContain(`<title>${title} · Loopframe</title>`)
    expect(links(html)).toContain(item)
  })

  it('leads through all of a list by links, each item once, and ends', async () => {
    const seen: (string | undefined)[] = []
    let path: string | undefined = '/search/dot'
    for (let pages = 0; path && pages < 5; pages++) {
      const { html } = await read(path)
      seen.push(...links(html))
      const { prev, next } = pagerOf(html)
      expect(prev).toBe([undefined, '/search/dot'][pages])
      path = next
    }
    expect(seen).toHaveLength(30)
    expect(new Set(seen).size).toBe(30)
    expect((await read('/search/dot')).html).toContain('<link rel="next" href="/search/dot/page/2"/>')
  })

  it.each([
    '/search/dot/page/3',
    '/search/dot/page/201',
    '/search/dot/page/0',
    '/search/dot/page/two',
    '/create/gifmaker/decorate/stickers/page/21',
    '/channels/ann/page/9',
    '/channels/nobodyatall',
    '/gifs/happy-cat-nowhere1/related/page/1',
  ])('there is nothing at %s', async (path) => expect((await read(path)).status).toBe(404))

  it('a search that finds nothing says so and offers others', async () => {
    const { status, html } = await read('/search/xqzvkj')
    expect(status).toBe(200)
    expect(html).toContain('No results for “xqzvkj”')
    expect(html).toContain('href="/search/ocean"')
  })

  it('a search shows GIFs, stickers and text together, says how many of each, and what goes with it', async () => {
    const { html } = await read('/search/cat')
    const tabs = [...html.matchAll(/<a href="([^"]+)"[^>]*>(GIFs|Stickers|Text)<small> (\d+)<\/small>/g)]
    expect(tabs.map(([, href, name, count]) => [name, href, count])).toEqual([
      ['GIFs', '/search/cat', '4'],
      ['Stickers', '/create/gifmaker/decorate/stickers/search/cat', '1'],
      ['Text', '/search/cat?type=text', '0'],
    ])
    expect(links(html)).toEqual(
      expect.arrayContaining(['/gifs/happy-cat-cat00001', '/stickers/waving-cat-stik0001']),
    )
    expect(html).toMatch(/aria-label="Related searches"><ul class="tags"><li><a href="\/search\/animal">/)
    const onlyText = await read('/search/greeting')
    expect(links(onlyText.html)).toEqual(['/gifs/hello-there-text0001'])
    expect(onlyText.html).not.toContain('No results')
  })

  it('never suggests what just failed, and first what begins alike', async () => {
    await env.DB.prepare("INSERT OR IGNORE INTO searches (term, heat) VALUES ('oceanx', 1e9)").run()
    const { html } = await read('/search/OceanX?exact=1')
    expect(html).toContain('No results for “OceanX”')
    const offered = [...html.matchAll(/<li><a href="\/search\/([^"]+)">/g)].map(([, term]) => term)
    expect(offered[0]).toBe('ocean')
    expect(offered).not.toContain('oceanx')
    await env.DB.prepare("DELETE FROM searches WHERE term = 'oceanx'").run()
  })

  it('keeps the language and the theme that the address chose, in links and in forms', async () => {
    const { html } = await read('/search/cat?lang=de&theme=dark')
    expect(html).toContain('href="/trending?lang=de&amp;theme=dark"')
    expect(html).toContain('<input type="hidden" name="theme" value="dark"/>')
    expect(html).toContain('href="/search/cat?lang=fr&amp;theme=dark"')
    const { response } = await read('/search?q=good+night&type=text&lang=de&theme=dark')
    expect(response.headers.get('Location')).toBe('/search/good%20night?type=text&lang=de&theme=dark')
  })

  it('a search too long for the provider is refused (`docs/wire.md`, 414)', async () => {
    expect((await read(`/search/${'x'.repeat(51)}`)).status).toBe(414)
  })

  it('a channel says how many GIFs it has, and a search in it how many results', async () => {
    expect((await read('/channels/ann')).html).toMatch(/· (<!-- -->)?[\d,]+ GIFs?</)
    expect((await read('/channel/sea/search/storm')).html).toMatch(/· (<!-- -->)?[\d,]+ results?</)
  })

  it('a channel of stickers alone opens on them, and knows its one address', async () => {
    expect((await read('/channels/2')).html).toContain(
      '<link rel="canonical" href="https://loop.test/channels/sea"/>',
    )
    const { html } = await read('/channels/ann?type=stickers')
    expect(html).toContain('Nothing here yet.')
    expect(html).toContain('<h1><bdi>Ann Artist</bdi>')
  })

  it('search pages are not for search engines, channels and stickers are', async () => {
    const isHidden = async (path: string) => (await read(path)).html.includes('content="noindex, follow"')
    expect(await isHidden('/search/cat')).toBe(true)
    expect(await isHidden('/channel/sea/search/storm')).toBe(true)
    expect(await isHidden('/channels/ann')).toBe(false)
    expect(await isHidden('/create/gifmaker/decorate/stickers')).toBe(false)
  })

  it('a person’s page has their channels, their items in two orders, and a carousel of them', async () => {
    const { html } = await read('/channels/ann')
    const carousel = '/?what=carousel&amp;source=channel&amp;value=ann#build'
    expect(html).toContain(`<a class="embed-all" href="${carousel}">`)
    expect(html).toMatch(/href="\/channels\/ann" aria-current="page">Most seen</)
    const newest = await read('/channels/ann?sort=recent')
    expect(newest.html).toMatch(/href="\/channels\/ann\?sort=recent" aria-current="page">Newest</)
    expect(links(newest.html).toSorted()).toEqual(links(html).toSorted())
    expect(newest.html).toContain('<link rel="canonical" href="https://loop.test/channels/ann"/>')
    expect((await read('/channels/bob')).html).toContain('<a href="/channels/nature">Nature films</a>')
    expect((await read('/channels/sea')).html).toContain('>Featured</a>')
  })

  it('a person who has nothing yet has a page; who is not public, confirmed, or is suspended has none', async () => {
    const columns = 'id, username, display_name, is_public, suppress_chrome, state, standing'
    const rows = [
      ['eve', "1, 0, 'active', 'active'"],
      ['off', "0, 0, 'active', 'active'"],
      ['shy', "1, 1, 'active', 'active'"],
      ['new', "1, 0, 'unconfirmed', 'active'"],
      ['out', "1, 0, 'active', 'suspended'"],
    ]
    const insert = rows.map(([name, rest]) => `('${name}', '${name}', 'Name of ${name}', ${rest})`)
    await env.DB.prepare(`INSERT INTO users (${columns}) VALUES ${insert.join()}`).run()
    const { status, html } = await read('/channels/Eve')
    expect(status).toBe(200)
    expect(html).toContain('<h1><bdi>Name of eve</bdi>')
    expect(html).toContain('<div class="none"><h2>Nothing here yet.</h2></div>')
    expect(html).toContain('<meta name="robots" content="noindex')
    expect(html).toContain('data-owner="eve"')
    expect(html).not.toContain('class="tabs"')
    for (const [name] of rows.slice(1)) expect((await read(`/channels/${name}`)).status, name).toBe(404)
    expect((await read('/channels/eve/page/2')).status).toBe(404)
  })

  it('terms and tags are in the visitor’s language, where the library has their words', async () => {
    const insert = `INSERT INTO language_tags (gif_id, lang, tag, position, translates)
      SELECT gif_id, 'de', 'Katze', 0, 'cat' FROM tags WHERE tag = 'cat'
      UNION ALL SELECT gif_id, 'es', 'océano', 0, 'ocean' FROM tags WHERE tag = 'ocean'`
    await env.DB.prepare(insert).run()
    const item = links((await read('/search/cat')).html)[0] ?? ''
    expect((await read(`${item}?lang=de`)).html).toContain('href="/search/Katze?lang=de">Katze</a>')
    expect((await read(item)).html).toContain('href="/search/cat">cat</a>')
    expect((await read(`${item}?lang=fr`)).html).toContain('href="/search/cat?lang=fr">cat</a>')
    expect((await read('/nowhere?lang=es')).html).toContain('>océano</a>')
  })

  it('only a public user is shown as the channel’s head (§5)', async () => {
    const { html } = await read('/channels/ann')
    expect(html).toContain('<h1><bdi>Ann Artist</bdi>')
    expect(html).toContain('@ann')
  })
})

describe('categories', () => {
  it('has all of them, their subcategories, and their items', async () => {
    const all = await read('/categories')
    expect(all.status).toBe(200)
    const [, one = ''] = /<a class="category-card" href="([^"]+)"/.exec(all.html) ?? []
    const inOne = await read(one)
    expect(inOne.status).toBe(200)
    const [, sub = ''] = /<a class="category-card" href="([^"]+)"/.exec(inOne.html) ?? []
    expect(sub.startsWith(`${one}/`)).toBe(true)
    expect(all.html).toContain(`<a href="${sub}">`)
    const items = await read(sub)
    expect(items.status).toBe(200)
    expect(links(items.html).length).toBeGreaterThan(0)
    expect(items.html).toContain(`<link rel="canonical" href="https://loop.test${sub}"/>`)
  })

  it.each(['/categories/nosuch', '/categories/nosuch/either', '/trending/page/21', '/trending/page/0'])(
    'there is nothing at %s',
    async (path) => expect((await read(path)).status).toBe(404),
  )
})

describe('the search form', () => {
  it.each([
    ['/search?q=%20good%20night%20', '/search/good%20night'],
    ['/search?q=cat&type=stickers&page=2', '/create/gifmaker/decorate/stickers/search/cat/page/2'],
    ['/search?q=cat&lang=de', '/search/cat?lang=de'],
    ['/search?q=cat&type=text', '/search/cat?type=text'],
    ['/search', '/'],
  ])('%s leads to %s', async (path, to) => {
    const { status, response } = await read(path)
    expect(status).toBe(302)
    expect(response.headers.get('Location')).toBe(to)
  })

  it.each(['50%25', 'a%2Fb', '%5C', '..', '%3Cscript%3Ealert(1)%3C%2Fscript%3E', '%22onfocus%3D%22alert(1)'])(
    'T1: a term that is %s is text and nothing else',
    async (q) => {
      const first = await read(`/search?q=${q}`)
      const location = first.response.headers.get('Location')
      const { status, html } = location ? await read(location) : first
      expect(status).toBe(200)
      expect(html).not.toContain('<script>alert')
      expect(html).not.toMatch(/<input[^>]+" ?onfocus=/)
      expect(html).toContain(
        `<h1><bdi>${escapeHtml(decodeURIComponent(q)).replace('&#39;', '&#x27;')}</bdi></h1>`,
      )
    },
  )
})

describe('GET /', () => {
  it('shows a live embed, carousel and grid, and the snippet of the first of them', async () => {
    const { html } = await read('/')
    expect(html).toMatch(/<iframe name="hero" src="\/embed\/[\w-]+\?id=hero"/)
    expect(html).toMatch(/<iframe name="carousel" src="\/widgets\/carousel\?/)
    expect(html).toMatch(/<iframe name="grid" src="\/widgets\/grid\?/)
    expect(html).toMatch(/<textarea id="built"[^>]*>&lt;iframe src=&quot;https:\/\/loop\.test\/embed\//)
  })

  it('draws a snippet from the form without a script', async () => {
    const { html } = await read(
      '/?what=grid&source=q&value=cats&columns=4&responsive=on&noLink=on&frameTheme=dark',
    )
    expect(html).toContain(
      'src="/widgets/grid?q=cats&amp;columns=4&amp;theme=dark&amp;noLink=1&amp;id=built"',
    )
    expect(html).toMatch(/<input type="checkbox" name="noLink" checked=""/)
    const chosen = await read('/?item=https%3A%2F%2Floop.test%2Fgifs%2Fcatapult-cat00003&as=element')
    expect(chosen.html).toContain('&lt;loop-embed gif=&quot;catapult-cat00003&quot;')
  })

  it('is there where the library is not', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const { get } = withProvider(() => new Response('{}', { status: 500 }))
    const response = await get('/')
    expect(response.status).toBe(200)
    expect(await response.text()).toContain('The library isn’t responding.')
  })
})
