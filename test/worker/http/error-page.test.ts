import { describe, expect, it, vi } from 'vitest'
import { catJson, okJson, withProvider } from '../../fixtures/upstreams/stub-provider.ts'

const asked: string[] = []
let searches = ['first', 'second']
const { get } = withProvider((request) => {
  const { pathname } = new URL(request.url)
  asked.push(pathname)
  const id = pathname.split('/').pop() ?? ''
  if (pathname === '/v2/trending/searches') return Response.json(okJson(searches))
  if (id === 'search') return new Response('', { status: 500 })
  if (id === 'gone1') return Response.json(okJson({ ...catJson(id), is_removed: 1 }))
  return Response.json({ meta: { msg: 'Not Found' } }, { status: 404 })
})

describe('a page for a failure', () => {
  it.each([
    ['/embed/unknown', 'de', 'Nicht gefunden'],
    ['/embed/gone1', 'fr', 'Ce GIF a été retiré'],
    ['/widgets/carousel?ids=%24', 'es', 'Revisa el enlace'],
    ['/gifs/unknown', 'ja', 'ページが見つかりません'],
    ['/nowhere', 'de', 'Nicht gefunden'],
    ['/%61dmin', 'fr', 'Vérifiez le lien'],
    ['/nowhere', 'pt', 'Not found'],
  ])('%s speaks the visitor’s language: %s', async (path, language, title) => {
    const spoken = language === 'pt' ? 'en' : language
    const asked = `${path}${path.includes('?') ? '&' : '?'}lang=${language}`
    for (const response of [
      await get(asked),
      await get(path, { 'Accept-Language': `${language}, en;q=0.5` }),
    ]) {
      const page = await response.text()
      expect(page).toContain(`<html lang="${spoken}"`)
      expect(page).toContain(`<h1>${title}</h1>`)
      expect(response.headers.get('Content-Language')).toBe(spoken)
      expect(response.headers.get('Vary')).toContain('Accept-Language')
    }
  })

  it('links to a retry, and to the start page in the chosen language', async () => {
    const page = await (await get('/widgets/carousel?q=slow&lang=es')).text()
    expect(page).toContain('<a href="">Reintentar</a>')
    expect(page).toContain('<a href="/?lang=es" target="_blank"')
    expect(await (await get('/nowhere')).text()).toContain('<a class="brand" href="/">')
  })

  it.each([
    ['/nowhere', 404],
    ['/gifs/gone1', 410],
    ['/gifs/%24', 400],
    [`/search/${'a'.repeat(60)}`, 414],
  ])('%s (%i) keeps the head and the search, and offers others', async (path, status) => {
    const response = await get(`${path}?lang=es&theme=dark`)
    expect(response.status).toBe(status)
    const page = await response.text()
    expect(page).toContain('<html lang="es" data-theme="dark">')
    expect(page).toMatch(/<form class="search" action="\/search">/)
    expect(page).toContain('<input type="hidden" name="lang" value="es"/>')
    expect(page).toContain('href="/categories?lang=es&amp;theme=dark"')
    expect(page).toContain('<a href="/search/first?lang=es&amp;theme=dark">first</a>')
    expect(page).toContain('content="noindex, follow"')
  })

  it('keeps its searches for as long as browsers may keep the page, and then shows what is searched', async () => {
    const shown = async () => /\/search\/(\w+)/.exec(await (await get('/nowhere')).text())?.[1]
    expect(await shown()).toBe('first')
    searches = ['third']
    const now = Date.now()
    const clock = vi.spyOn(Date, 'now')
    for (const [later, word] of [
      [5000, 'first'],
      [700_000, 'third'],
    ] as const) {
      clock.mockReturnValue(now + later)
      expect(await shown()).toBe(word)
    }
    clock.mockRestore()
  })

  it('asks nobody for searches where the provider fails, and offers to try again', async () => {
    asked.length = 0
    const response = await get('/search/slow')
    expect(response.status).toBe(502)
    const page = await response.text()
    expect(page).toContain('<a class="pill" href="">Try again?</a>')
    expect(page).toContain('<form class="search"')
    expect(asked.filter((path) => path === '/v2/trending/searches')).toEqual([])
  })

  it('T1: what an address holds is nowhere in the page', async () => {
    const page = await (await get('/nowhere"><script>alert(1)</script>?lang=%22%3E&theme=%22%3E')).text()
    expect(page).not.toContain('alert(1)')
    expect(page).toContain('<html lang="en" data-theme="auto">')
  })

  it('explains invalid input, in English after the visitor’s words', async () => {
    const words =
      '<p>Ein Teil fehlt oder ist falsch geschrieben. Korrigiere ihn und versuche es noch einmal.</p>'
    const frame = await (await get('/widgets/grid?columns=99&lang=de')).text()
    expect(frame).toContain(words)
    expect(frame).toContain('<p class="detail" lang="en">columns must be a whole number from 1 to 12.</p>')
    const page = await (await get('/gifs/%24?lang=de')).text()
    expect(page).toContain(words)
    expect(page).toMatch(/<\/p><p lang="en">[A-Z][^<]+\.<\/p>/)
  })

  it('names the length of a search as the limits have it (§9)', async () => {
    const page = await (await get(`/search/${'a'.repeat(60)}?lang=de`)).text()
    expect(page).toContain('höchstens 50 Zeichen')
  })
})
