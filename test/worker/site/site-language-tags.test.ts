import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ownAnswer } from '../../fixtures/calls/own-answer.ts'
import { embeddedSite, somebodyNew, type Visitor } from '../../fixtures/site/embedded-site.ts'

const site = embeddedSite({ JOBS: undefined, MAIL: undefined })
let ann: Visitor
let bob: Visitor
let mia: Visitor
let boss: Visitor

beforeAll(async () => {
  ann = await somebodyNew(site, { username: 'ann' })
  bob = await somebodyNew(site, { username: 'bob' })
  mia = await somebodyNew(site, { username: 'mia', role: 'moderator' })
  boss = await somebodyNew(site, { username: 'boss', role: 'staff' })
})

beforeEach(async () => {
  const insert = env.DB.prepare(
    `INSERT INTO gifs (id, slug, title, type, import_datetime, user_id, tags, is_hidden, is_removed)
     VALUES (?1, ?1, ?1, 'gif', '2026-11-01 10:00:00', 'id-ann', '["Cat","happy"]', ?2, ?3)`,
  )
  await env.DB.batch([
    env.DB.prepare('DELETE FROM gifs'),
    insert.bind('cat', 0, 0),
    insert.bind('hidden', 1, 0),
    insert.bind('down', 0, 1),
  ])
})

const add = (who: Visitor, json: object, id = 'cat') =>
  who.call(`POST /ajax/gif/${id}/language-tags`, { json })
const added = async (json: object) => (await ownAnswer('addLanguageTags', await add(ann, json))).tags
const drop = async (who: Visitor, tag: string, lang: string, id = 'cat') =>
  (await who.call(`DELETE /ajax/gif/${id}/language-tags?${new URLSearchParams({ tag, lang })}`)).status
const read = async (ids: string, lang: string, who = site.visitor()) => {
  const answer = await who.call(`GET /ajax/gif/bulk/language-tags?gif_ids=${ids}&lang=${lang}`)
  return (await ownAnswer('bulkLanguageTags', answer)).results.map(({ gif_id, tags }) => [gif_id, tags])
}
const translations = async () => {
  const answer = await site.visitor().call('GET /ajax/gif/cat/tag-translations')
  const { results } = await ownAnswer('tagTranslations', answer)
  return results.map(({ tag, lang, translation }) => `${tag} ${lang} ${translation}`)
}

describe('§7 language tags', () => {
  it('are added in their order, each once, as the library compares tags', async () => {
    expect(await added({ tags: ['Katze ', 'süß', 'katze'], lang: 'de' })).toEqual(['katze', 'süß'])
    expect(await added({ tags: 'Kater,SÜSS', lang: 'DE' })).toEqual(['katze', 'süß', 'kater', 'süss'])
    expect(await added({ tags: ['gato'], lang: 'pt_BR' })).toEqual(['gato'])
    expect(await read('cat', 'de')).toEqual([['cat', ['katze', 'süß', 'kater', 'süss']]])
    expect(await read('cat', 'pt-br')).toEqual([['cat', ['gato']]])
  })

  it('a repetition changes nothing; a tag goes once, and in one language', async () => {
    for (const lang of ['de', 'nl']) await added({ tags: ['kat', 'kater'], lang })
    expect(await added({ tags: ['kat', 'kater'], lang: 'nl' })).toEqual(['kat', 'kater'])
    expect([await drop(ann, 'Kat', 'nl'), await drop(ann, 'kat', 'nl')]).toEqual([204, 204])
    expect([await read('cat', 'nl'), await read('cat', 'de')]).toEqual([
      [['cat', ['kater']]],
      [['cat', ['kat', 'kater']]],
    ])
  })

  it('of several items come in their order; those that the caller may not see are left out', async () => {
    await add(ann, { tags: ['chat'], lang: 'fr' }, 'hidden')
    expect(await read('hidden,unknown,down,cat', 'fr')).toEqual([['cat', []]])
    expect(await read('hidden,cat', 'fr', bob)).toEqual([['cat', []]])
    for (const who of [ann, mia]) {
      expect(await read('hidden,cat', 'fr', who)).toEqual([
        ['hidden', ['chat']],
        ['cat', []],
      ])
    }
  })

  it('T35: are their owner’s and staff’s to give', async () => {
    const tags = { tags: ['katze'], lang: 'de' }
    const cells: [Visitor, string, number][] = [
      [bob, 'cat', 403],
      [mia, 'cat', 403],
      [bob, 'hidden', 404],
      [ann, 'unknown', 404],
      [ann, 'down', 410],
      [boss, 'cat', 200],
    ]
    for (const [who, id, status] of cells) {
      expect([id, (await add(who, tags, id)).status]).toEqual([id, status])
      expect([id, await drop(who, 'katze', 'de', id)]).toEqual([id, status === 200 ? 204 : status])
    }
  })

  it('staff’s are in the audit log, the owner’s are not', async () => {
    const acts = async () => {
      const sql =
        "SELECT actor FROM audit WHERE action = 'gif.language-tags' AND target = 'gif/cat' AND created_at >= ?1"
      return (await env.DB.prepare(sql).bind(since).all<{ actor: string }>()).results.map(
        ({ actor }) => actor,
      )
    }
    const since = new Date().toISOString()
    await added({ tags: ['katze'], lang: 'de' })
    await drop(ann, 'katze', 'de')
    expect(await acts()).toEqual([])
    await add(boss, { tags: ['katze'], lang: 'de' })
    await drop(boss, 'katze', 'de')
    expect(await acts()).toEqual(['boss', 'boss'])
  })

  it.each([
    ['no words', { tags: [' '], lang: 'de' }, 'tags'],
    ['no language', { tags: ['katze'], lang: 'german' }, 'lang'],
    ['an overlong word', { tags: ['a'.repeat(101)], lang: 'de' }, 'tags'],
    ['too many', { tags: Array.from({ length: 41 }, (_, n) => `tag ${n}`), lang: 'de' }, 'tags'],
    ['a translation of another GIF’s tag', { tags: ['hund'], lang: 'de', translates: ['dog'] }, 'translates'],
    ['fewer meanings than tags', { tags: ['hund', 'katze'], lang: 'de', translates: ['cat'] }, 'translates'],
  ])('are refused as a whole with %s', async (_what, json, field) => {
    const response = await add(ann, json)
    const { error } = await response.json<{ error: { detail: object } }>()
    expect([response.status, Object.keys(error.detail)]).toEqual([400, [field]])
    expect(await read('cat', 'de')).toEqual([['cat', []]])
  })

  it('have an end, in one language and in all, also where two requests come at once', async () => {
    const words = (from: number, length: number) => Array.from({ length }, (_, n) => `tag ${from + n}`)
    const statuses = await Promise.all(
      [0, 30].map(async (from) => (await add(ann, { tags: words(from, 30), lang: 'de' })).status),
    )
    expect(statuses).toContain(200)
    const [[, tags] = []] = await read('cat', 'de')
    expect(tags).toHaveLength(30)
    for (const lang of ['aa', 'bb', 'cc', 'dd', 'ee', 'ff', 'gg', 'hh', 'ii'])
      expect(await added({ tags: words(0, 40), lang })).toHaveLength(40)
    expect((await add(ann, { tags: words(0, 11), lang: 'xx' })).status).toBe(400)
    expect(await added({ tags: words(0, 10), lang: 'xx' })).toHaveLength(10)
  })
})

describe('§7 a GIF’s tags in other languages', () => {
  it('each with the tag that it translates, where somebody said so', async () => {
    await added({ tags: ['kater'], lang: 'de' })
    await added({ tags: ['Katze', 'glücklich'], lang: 'de', translates: 'Cat,happy' })
    await added({ tags: ['chat'], lang: 'fr', translates: ['cat'] })
    expect(await translations()).toEqual(['cat de katze', 'cat fr chat', 'happy de glücklich', ' de kater'])
  })

  it('can be added later, and leave out a tag that the GIF has lost', async () => {
    await added({ tags: ['katze', 'froh'], lang: 'de' })
    await added({ tags: ['katze', 'froh'], lang: 'de', translates: ['cat', 'happy'] })
    await added({ tags: ['froh'], lang: 'de' })
    expect(await translations()).toEqual(['cat de katze', 'happy de froh'])
    const form = { gif_id: 'cat', key: 'tags', value: 'cat,tabby' }
    expect((await ann.call('POST /ajax/gif/update', { form })).status).toBe(200)
    expect(await translations()).toEqual(['cat de katze', ' de froh'])
  })

  it.each([
    ['hidden', 404],
    ['unknown', 404],
    ['down', 410],
  ])('T35: of an item that is %s there are none', async (id, status) => {
    expect((await bob.call(`GET /ajax/gif/${id}/tag-translations`)).status).toBe(status)
  })
})

describe('a search in another language', () => {
  const find = async (q: string) => {
    const { data } = await (
      await site.visitor().call(`GET /v1/gifs/search?q=${encodeURIComponent(q)}`)
    ).json<{ data: { id: string }[] }>()
    return data.map(({ id }) => id)
  }

  // An answer is kept for a while: each question is asked once.
  it('finds an item by the tags it has there, while it has them', async () => {
    await add(ann, { tags: ['Katze', 'süß', 'Samtpfote'], lang: 'de' })
    await add(ann, { tags: ['猫'], lang: 'ja' })
    for (const q of ['katze', 'suß', 'Katze cat', '猫']) expect([q, await find(q)]).toEqual([q, ['cat']])
    await drop(ann, 'samtpfote', 'de')
    expect(await find('samtpfote')).toEqual([])
    expect(await find('süß')).toEqual(['cat'])
  })

  it('does not find what is hidden or gone, nor completes its tags; those of others it does', async () => {
    await add(ann, { tags: ['Wuselpelz'], lang: 'de' }, 'hidden')
    await add(ann, { tags: ['Schnurrli'], lang: 'de' })
    expect(await find('wuselpelz')).toEqual([])
    const complete = async (q: string) => {
      const response = await site.visitor().call(`GET /v1/gifs/search/tags?q=${q}`)
      return (await response.json<{ data: { name: string }[] }>()).data.map(({ name }) => name)
    }
    expect(await complete('wusel')).toEqual([])
    expect(await complete('schn')).toEqual(['schnurrli'])
    await env.DB.prepare("DELETE FROM gifs WHERE id = 'cat'").run()
    expect(await find('schnurrli')).toEqual([])
  })
})
