import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import { indexItems } from '../../../origin/search/index-items.ts'
import { fillDemo } from '../../fixtures/library/demo-items.ts'
import { embeddedSite } from '../../fixtures/site/embedded-site.ts'

beforeAll(async () => {
  await fillDemo(env.DB)
  await indexItems(env.DB)
})

type Found = { data: { slug: string }[]; meta: { searched_for?: string } }

describe('§7 search: what people type is not what is tagged', () => {
  const visitor = embeddedSite({ PUBLIC_URL: 'https://words.test' }).visitor()
  const read = async (path: string) => (await visitor.call(`GET ${path}`)).text()
  const find = async (q: string, more = '') => {
    const { data, meta } = JSON.parse(
      await read(`/v1/gifs/search?q=${encodeURIComponent(q)}${more}`),
    ) as Found
    return { slugs: data.map(({ slug }) => slug), searchedFor: meta.searched_for }
  }

  it.each([
    ['a slip', 'brithday', 'birthday-cake-candles'],
    ['two slips in a long word', 'applauze', 'round-of-applause'],
    ['a form', 'dancing', 'confetti-dance-party'],
    ['words that are joined', 'goodmorning', 'coffee-good-morning'],
    ['an emoji', '🎂', 'birthday-cake-candles'],
    ['slang', 'rofl', 'laughing-out-loud'],
    ['an inflected word of another language', 'winkend', 'hello-wave'],
    ['Japanese in a sentence', '猫が好き', 'good-night-moon'],
  ])('finds by %s: %s', async (_, q, slug) => {
    expect((await find(q)).slugs.map((found) => found.replace(/-\w{12}$/, ''))).toContain(slug)
  })

  it('says what was searched for, and searches for the very words on demand', async () => {
    expect(await find('brithday')).toEqual({ ...(await find('birthday')), searchedFor: 'birthday' })
    expect(await find('brithday', '&exact=1')).toEqual({ slugs: [], searchedFor: undefined })
  })

  it('completes what many items have, in the languages that people type, but for a slip', async () => {
    const complete = async (q: string) =>
      (JSON.parse(await read(`/v1/gifs/search/tags?q=${q}`)) as { data: { name: string }[] }).data.map(
        ({ name }) => name,
      )
    for (const q of ['birthd', 'brithd', 'birtday'])
      expect([q, (await complete(q))[0]]).toEqual([q, 'birthday'])
    expect(await complete('gebur')).toContain('geburtstag')
    expect(await complete('ca')).toEqual(['calm', 'cat'])
    expect(await complete('xqzv')).toEqual([])
    await env.DB.prepare(
      "INSERT INTO staff_terms (state, term, position) VALUES ('blocked', 'celebrate', 0)",
    ).run()
    expect(await complete('celeb')).toEqual([])
  })

  it('reads words in the language of a page and a picker', async () => {
    await env.DB.batch([
      env.DB.prepare(
        "INSERT INTO synonyms (id, words, means, lang) VALUES (900, '[\"kuddel\"]', '[\"cat\"]', 'de')",
      ),
      env.DB.prepare("INSERT INTO synonym_words (word, synonym) VALUES ('kuddel', 900)"),
    ])
    const { slugs } = await find('kuddel', '&lang=de')
    expect(slugs.length).toBeGreaterThan(0)
    for (const path of ['/search/kuddel', '/widgets/picker?q=kuddel']) {
      const to = (lang: string) => `${path}${path.includes('?') ? '&' : '?'}lang=${lang}`
      expect([path, (await read(to('de'))).includes(`/${slugs[0]}`)]).toEqual([path, true])
      expect([path, (await read(to('fr'))).includes(`/${slugs[0]}`)]).toEqual([path, false])
    }
  })

  it.each([
    ['en', 'Results for birthday.', 'Search for brithday instead'],
    ['de', 'Treffer für „birthday“.', 'Stattdessen nach „brithday“ suchen'],
  ])('says so on the page and in the picker: %s', async (lang, results, instead) => {
    const page = await read(`/search/brithday?lang=${lang}`)
    expect(page).toContain(results)
    expect(page).toMatch(new RegExp(`<a href="/search/brithday\\?exact=1[^"]*"[^>]*>${instead}</a>`))
    expect(await read(`/search/brithday?exact=1&lang=${lang}`)).not.toContain(results)
    expect(await read(`/widgets/picker?q=brithday&lang=${lang}`)).toContain(results)
  })
})
