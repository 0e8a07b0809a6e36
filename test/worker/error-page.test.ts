import { describe, expect, it } from 'vitest'
import { catJson, okJson, withProvider } from '../fixtures/stub-provider.ts'

const { get } = withProvider((request) => {
  const id = new URL(request.url).pathname.split('/').pop() ?? ''
  if (id === 'search') return new Response('', { status: 500 })
  if (id === 'gone1') return Response.json(okJson({ ...catJson(id), is_removed: 1 }))
  return Response.json({ meta: { msg: 'Not Found' } }, { status: 404 })
})

describe('a page for a failure', () => {
  it.each([
    ['/embed/unknown', 'de', 'Hier dreht sich nichts'],
    ['/embed/gone1', 'fr', 'Ce GIF a été retiré'],
    ['/widgets/carousel?ids=%24', 'es', 'Esa dirección no es correcta'],
    ['/gifs/unknown', 'ja', 'ここには何もありません'],
    ['/nowhere', 'de', 'Hier dreht sich nichts'],
    ['/%61dmin', 'fr', 'Cette adresse n’est pas la bonne'],
    ['/nowhere', 'pt', 'Nothing loops here'],
  ])('%s speaks the visitor’s language: %s', async (path, language, title) => {
    const spoken = language === 'pt' ? 'en' : language
    const asked = `${path}${path.includes('?') ? '&' : '?'}lang=${language}`
    for (const response of [
      await get(asked),
      await get(path, { 'Accept-Language': `${language}, en;q=0.5` }),
    ]) {
      const page = await response.text()
      expect(page).toContain(`<html lang="${spoken}">`)
      expect(page).toContain(`<h1>${title}</h1>`)
      expect(response.headers.get('Content-Language')).toBe(spoken)
      expect(response.headers.get('Vary')).toContain('Accept-Language')
    }
  })

  it('links to a retry, and to the start page in the chosen language', async () => {
    const page = await (await get('/widgets/carousel?q=slow&lang=es')).text()
    expect(page).toContain('<a href="">¿')
    expect(page).toContain('<a href="/?lang=es" target="_blank"')
    expect(await (await get('/nowhere')).text()).toContain('<a href="/" rel="noopener">')
  })

  it('explains invalid input in English', async () => {
    const page = await (await get('/embed/%24?lang=de')).text()
    expect(page).toMatch(/<p lang="en">[A-Z][^<]+\.<\/p>/)
  })

  it('names the length of a search as the limits have it (§9)', async () => {
    const page = await (await get(`/search/${'a'.repeat(60)}?lang=de`)).text()
    expect(page).toContain('höchstens 50 Zeichen')
  })
})
