import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { fillLibrary } from '../../fixtures/library/library.ts'
import { withProvider } from '../../fixtures/upstreams/stub-provider.ts'

beforeAll(() => fillLibrary(env.DB))

/** The product over the embedded library; each call of it is an isolate that has kept nothing yet. */
const fresh = () => withProvider(() => new Response(null, { status: 599 }), { PROVIDER_URL: '' })
const { get } = fresh()
const textOf = async (path: string, from = get) => (await from(path)).text()

describe('what every site has', () => {
  it('/robots.txt closes what is no page, and names the map', async () => {
    const response = await get('/robots.txt')
    expect(response.headers.get('Content-Type')).toBe('text/plain; charset=utf-8')
    expect(response.headers.get('Cache-Control')).toBe('public, max-age=86400')
    const text = await response.text()
    expect(text).toMatch(/^User-agent: \*\nDisallow: \/account\n/)
    expect(text).toContain('\nDisallow: /admin\n')
    expect(text).not.toMatch(/^Disallow: \/(gifs|stickers|search|categories|media|static|embed)?$/m)
    expect(text).toContain('\nSitemap: https://loop.test/sitemap.xml\n')
  })

  it('/sitemap.xml names lists and items that everybody may see, each once', async () => {
    const response = await get('/sitemap.xml')
    expect(response.headers.get('Content-Type')).toBe('application/xml; charset=utf-8')
    const text = await response.text()
    const urls = [...text.matchAll(/<url><loc>([^<]+)<\/loc><\/url>/g)].map(([, url]) => url)
    expect(new Set(urls).size).toBe(urls.length)
    expect(urls).toEqual(
      expect.arrayContaining([
        'https://loop.test/',
        'https://loop.test/trending',
        'https://loop.test/categories',
        'https://loop.test/docs/api',
        'https://loop.test/gifs/happy-cat-cat00001',
        'https://loop.test/stickers/waving-cat-stik0001',
      ]),
    )
    expect(urls.some((url) => /\/categories\/[\w-]+\/[\w-]+$/.test(url ?? ''))).toBe(true)
    expect(text).not.toMatch(/gone0001|hide0001/)
  })

  it('/sitemap.xml is there where the library is not', async () => {
    const { get } = withProvider(() => new Response('{}', { status: 500 }))
    const response = await get('/sitemap.xml')
    expect(response.status).toBe(200)
    expect(await response.text()).toContain('<loc>https://loop.test/trending</loc>')
  })

  it('/opensearch.xml has our search, and every public page names it', async () => {
    const response = await get('/opensearch.xml?lang=de')
    expect(response.headers.get('Content-Type')).toBe('application/opensearchdescription+xml; charset=utf-8')
    const text = await response.text()
    expect(text).toContain('<ShortName>Loopframe</ShortName>')
    expect(text).toContain('<Description>GIFs und Sticker suchen</Description>')
    expect(text).toContain('template="https://loop.test/search?q={searchTerms}"')
    for (const path of ['/', '/gifs/happy-cat-cat00001', '/nowhere']) {
      expect(await textOf(path)).toMatch(
        /<link rel="search" type="application\/opensearchdescription\+xml" href="\/opensearch.xml" title="Loopframe"\/>/,
      )
    }
  })

  it('the home page has a card for other sites, with a picture', async () => {
    const html = await textOf('/')
    for (const [name, content] of [
      ['og:type', 'website'],
      ['og:url', 'https://loop.test/'],
      ['og:image', 'https://loop.test/media/'],
      ['og:image:alt', ''],
      ['twitter:card', 'summary_large_image'],
      ['twitter:image', 'https://loop.test/media/'],
    ]) {
      expect(html).toMatch(new RegExp(`<meta (property|name)="${name}" content="${content}`))
    }
  })
})

describe('§7 content blocks on the home page', () => {
  const put = (token: string, kind: string, title: string, body: string, items: string[]) =>
    env.DB.prepare(
      `INSERT OR REPLACE INTO content_blocks (token, kind, title, body, items, updated_at)
       VALUES (?1, ?2, ?3, ?4, ?5, '2026-11-01T00:00:00.000Z')`,
    )
      .bind(token, kind, title, body, JSON.stringify(items))
      .run()

  it('are shown as words, with what everybody may see of their items', async () => {
    await put('announcement', 'text', 'News <b>today</b>', 'Two\nlines <script>alert(1)</script>', [])
    await put('homepage', 'gifs', 'Picks of the day', '', ['cat00002', 'hide0001'])
    // A busy machine may be too late for a page, which then goes without.
    const whole = async () => {
      const html = await textOf('/', fresh().get)
      return html.includes('data-block="announcement"') && html.includes('data-block="homepage"') ? html : ''
    }
    const html = await vi.waitUntil(whole, { timeout: 20_000 })
    expect(html).toContain('News &lt;b&gt;today&lt;/b&gt;</h2>')
    expect(html).toContain('<p>Two\nlines &lt;script&gt;alert(1)&lt;/script&gt;</p>')
    const block = /<section class="block" data-block="homepage".*?<\/section>/s.exec(html)?.[0] ?? ''
    expect(block).toContain('Picks of the day')
    expect([...block.matchAll(/href="([^"]+)"/g)].map(([, href]) => href)).toEqual([
      '/gifs/sleepy-kitten-cat00002',
    ])
    await put('homepage', 'searches', '', '', ['good night'])
    await expect
      .poll(() => textOf('/', fresh().get), { timeout: 20_000 })
      .toContain('<a href="/search/good%20night">good night</a>')
  })

  it('are gone where they say nothing, are not there, or are somewhere else', async () => {
    await put('announcement', 'text', '', '', [])
    await put('homepage', 'gifs', 'Picks of nothing', '', ['hide0001'])
    expect(await textOf('/', fresh().get)).not.toContain('data-block')
    await put('announcement', 'text', 'News', '', [])
    const elsewhere = withProvider(() => new Response(null, { status: 599 }), {
      PROVIDER_URL: '',
      SITE_URL: 'https://site.test',
    })
    expect(await textOf('/', elsewhere.get)).not.toContain('data-block')
    await env.DB.prepare("DELETE FROM content_blocks WHERE token = 'announcement'").run()
  })
})

describe('a widget’s own links', () => {
  it.each([
    ['', '/trending'],
    ['?type=stickers', '/create/gifmaker/decorate/stickers'],
    ['?type=text', '/trending?type=text'],
    ['?q=cat', '/search/cat'],
    ['?q=a%2Fb', '/search?q=a%2Fb'],
    ['?q=cat&type=stickers', '/create/gifmaker/decorate/stickers/search/cat'],
    ['?channel=@ann', '/channels/ann'],
    ['?channel=bob&type=stickers', '/channels/bob?type=stickers'],
    ['?related=cat00001', '/gifs/cat00001/related/page/1'],
    ['?ids=cat00001', '/widgets/grid?ids=cat00001'],
    ['?type=emoji', '/widgets/grid?type=emoji'],
  ])('/widgets/grid%s leads to %s', async (query, path) => {
    const html = await textOf(`/widgets/grid${query}`)
    const props = /data-props="([^"]+)"/.exec(html)?.[1]?.replaceAll('&quot;', '"').replaceAll('&amp;', '&')
    expect(JSON.parse(props ?? '{}').shareUrl).toBe(`https://loop.test${path}`)
    expect((await get(path)).status).toBeLessThan(400)
  })
})
