import { afterEach, describe, expect, it, vi } from 'vitest'
import { TRACKING_SLOT } from '../../../worker/render/page-memo.ts'
import { catJson, okJson, withProvider } from '../../fixtures/upstreams/stub-provider.ts'

afterEach(() => vi.restoreAllMocks())

let unused = 0
/** A search that no other test has asked for: the outer cache layers outlive a test. */
const freshTerm = () => `p${unused++}x${Date.now()}`

const paths: string[] = []
const library = (request: Request) => {
  const { pathname, search } = new URL(request.url)
  paths.push(pathname + search)
  if (pathname === '/v1/gifs/categories') {
    return Response.json(okJson([{ name: 'Hello <there>', name_encoded: 'hello' }]))
  }
  const names = ['waving cat', 'sad dog', 'cats & <dogs>']
  const gifs = names.map((title, at) => ({ ...catJson(`cat${at}`), title }))
  return Response.json({ ...okJson(gifs), pagination: { offset: 0, count: 3, total_count: 50 } })
}

const firstOf = (html: string) =>
  JSON.parse(/<script type="application\/json" id="first">(.*?)<\/script>/.exec(html)?.[1] ?? '') as {
    gifs: { id: string; images: Record<string, { mp4?: string }> }[]
    offset: number
    done: boolean
    failed: boolean
  }
const titlesIn = (html: string) => [...html.matchAll(/<img [^>]*alt="([^"]*)"/g)].map(([, alt]) => alt)

describe('GET /widgets/picker', () => {
  it('works as links and a form: search, types, categories, tiles', async () => {
    const { get } = withProvider(library)
    const term = freshTerm()
    const html = await (await get(`/widgets/picker?q=${term}&rating=g&theme=dark&user=ann7`)).text()
    expect(html).toContain('<form action="/widgets/picker">')
    expect(html).toContain('<input type="hidden" name="rating" value="g"/>')
    expect(html).toContain('<input type="hidden" name="theme" value="dark"/>')
    expect(html).not.toMatch(/<input type="hidden" name="(?:q|user|pick|limit)"/)
    expect(html).toMatch(new RegExp(`type="search"[^>]* name="q" value="${term}"`))
    for (const type of ['stickers', 'text', 'emoji']) {
      expect(html).toContain(`href="/widgets/picker?type=${type}&amp;rating=g&amp;q=${term}&amp;theme=dark"`)
    }
    const category = 'href="/widgets/picker?rating=g&amp;q=Hello+%3Cthere%3E&amp;theme=dark"'
    expect(html.split(category)).toHaveLength(2)
    expect(titlesIn(html)).toEqual(['waving cat', 'sad dog', 'cats &amp; &lt;dogs&gt;'])
    expect(html.match(/class="loop-tile"[^>]*href="https:\/\/provider\.test\/gifs\//g)).toHaveLength(3)
    expect(html).not.toContain(TRACKING_SLOT)
  })

  it('gives the script the first page with each rendition’s MP4', async () => {
    const { get } = withProvider(library)
    const { gifs, ...rest } = firstOf(await (await get(`/widgets/picker?q=${freshTerm()}`)).text())
    expect(rest).toEqual({ offset: 3, done: false, failed: false })
    expect(gifs.map(({ id }) => id)).toEqual(['cat0', 'cat1', 'cat2'])
    expect(gifs[0]?.images.original?.mp4).toMatch(/\.mp4$/)
  })

  it('searches within the channel that the host has set', async () => {
    const { get } = withProvider(library)
    const term = freshTerm()
    const html = await (await get(`/widgets/picker?channel=nature&q=${term}`)).text()
    expect(paths.at(-1) + paths.join()).toContain(`q=%40nature+${term}`)
    expect(html).toContain('@nature')
    expect(html).not.toContain('data-type="emoji"')
  })

  it('finds emoji by their own words, as the API has no search for them', async () => {
    const { get } = withProvider(library)
    const html = await (await get('/widgets/picker?type=emoji&q=DOG')).text()
    expect(titlesIn(html)).toEqual(['sad dog', 'cats &amp; &lt;dogs&gt;'])
    expect(firstOf(html).gifs).toHaveLength(2)
  })

  it('allows its own scripts, style and form alone', async () => {
    const { get } = withProvider(library)
    const response = await get(`/widgets/picker?q=${freshTerm()}`)
    const html = await response.text()
    const policy = response.headers.get('Content-Security-Policy') ?? ''
    expect(html).not.toMatch(/\sstyle=/)
    for (const [, text = ''] of html.matchAll(/<style>(.*?)<\/style>/gs)) {
      const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
      expect(policy).toContain(`'sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}'`)
    }
    expect(policy).toContain('form-action https://loop.test/widgets/picker;')
    expect(policy).toContain("require-trusted-types-for 'script'")
    expect(policy).toMatch(/script-src https:\/\/loop\.test\/static\/;/)
    expect(policy).not.toContain('unsafe-inline')
    expect(response.headers.get('X-Frame-Options')).toBeNull()
    expect(response.headers.get('Set-Cookie')).toBeNull()
  })

  it('names the web analytics service where one is set, and allows its hosts alone', async () => {
    const { get } = withProvider(library, { ANALYTICS_ID: 'G-TEST' })
    const path = `/widgets/picker?q=${freshTerm()}`
    const response = await get(path)
    expect(await response.text()).toContain('data-analytics="G-TEST"')
    const policy = response.headers.get('Content-Security-Policy') ?? ''
    expect(policy).toContain('script-src https://loop.test/static/ https://www.googletagmanager.com/gtag/js;')
    expect(policy).not.toContain('require-trusted-types-for')
    const optedOut = await (await get(path, { 'Sec-GPC': '1' })).text()
    expect(optedOut).not.toContain('data-analytics')
  })

  it.each([
    ['pick=keep', 'pick must be one of message, copy'],
    ['type=films', 'type must be one of gifs, stickers, text, emoji'],
    [`q=${'x'.repeat(501)}`, 'q must be at most 500 characters'],
    ['channel=a&ids=b', 'Only one of'],
  ])('says what is wrong with ?%s', async (query, message) => {
    const response = await withProvider(library).get(`/widgets/picker?${query}`)
    expect(response.status).toBe(400)
    expect(await response.text()).toContain(message)
  })

  it('a library that fails leaves a picker with a way to try again, and no category', async () => {
    const { get } = withProvider(() => new Response('', { status: 500 }))
    const response = await get(`/widgets/picker?q=${freshTerm()}`)
    const html = await response.text()
    expect(response.status).toBe(502)
    expect(html).toContain('Error loading GIFs.')
    expect(html).toContain('class="loop-retry"')
    expect(html).toContain('type="search"')
    expect(firstOf(html)).toMatchObject({ failed: true, gifs: [] })
  })

  it('says that nothing was found, in the host’s words where it has some', async () => {
    const none = () => Response.json({ ...okJson([]), pagination: { offset: 0, count: 0, total_count: 0 } })
    const { get } = withProvider(none)
    expect(await (await get(`/widgets/picker?q=${freshTerm()}`)).text()).toContain('<span>No results.</span>')
    const own = `/widgets/picker?q=${freshTerm()}&noResultsMessage=Nichts`
    expect(await (await get(own)).text()).toContain('<span>Nichts</span>')
  })

  it.each([
    ['de', 'Suchen', 'Kategorien'],
    ['es', 'Buscar', 'Categorías'],
    ['fr', 'Rechercher', 'Catégories'],
    ['ja', '検索', 'カテゴリ'],
  ])('speaks %s', async (lang, search, categories) => {
    const html = await (
      await withProvider(library).get(`/widgets/picker?lang=${lang}&q=${freshTerm()}`)
    ).text()
    expect(html).toContain(`<html lang="${lang}">`)
    expect(html).toContain(`placeholder="${search}"`)
    expect(html).toContain(`aria-label="${categories}"`)
  })
})
