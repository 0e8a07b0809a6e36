import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import { hashOf } from '../../../origin/people/secrets.ts'
import type { TokenScope } from '../../../shared/schema/choices.ts'
import { countOf, freshFile, upload, uploadForm } from '../../fixtures/library/uploads.ts'
import { addPeople, embeddedSite, signedIn, type Visitor } from '../../fixtures/site/embedded-site.ts'

const site = embeddedSite({ JOBS: undefined })
let sam: Visitor
let mia: Visitor

beforeAll(async () => {
  await addPeople([{ username: 'sam', role: 'staff' }, { username: 'mia' }, { username: 'otto' }])
  sam = await signedIn(site, 'sam')
  mia = await signedIn(site, 'mia')
})

/** A token of Sam's for these scopes. */
async function tokenFor(...scopes: TokenScope[]): Promise<string> {
  const token = `token-${scopes.join('-')}`.padEnd(43, 'x')
  await env.DB.prepare(
    `INSERT OR IGNORE INTO tokens (hash, id, user_id, name, created_at, scopes)
     VALUES (?1, ?1, 'id-sam', 'ingest', '2026-11-01T00:00:00.000Z', ?2)`,
  )
    .bind(await hashOf(token), JSON.stringify(scopes))
    .run()
  return token
}

const FIELDS = {
  gif_id: 'aBcDeF123456',
  slug: 'happy-cat',
  owner: 'otto',
  import_datetime: '2026-03-01 09:05:23',
  weight: '80',
  title: 'Happy cat',
  alt_text: 'A cat smiles.',
  tags: 'cat,happy',
  rating: 'pg',
  language_tags: '{"de":[["katze","cat"],["froh",""]],"ja":[["猫","cat"]]}',
  film_url: 'https://youtu.be/aqz-KE-bpKQ',
  film_start: '60',
}
const send = (who: Visitor, fields: Record<string, string>, token?: string) =>
  who.call('POST /v1/gifs', { body: uploadForm(freshFile(), fields), ...(token && { token }) })
const problemOf = async (response: Response) => [response.status, await response.text()] as const

describe('an item that comes from another library', () => {
  it('staff say all of it in one request, for another person, and that is noted', async () => {
    const response = await send(sam, FIELDS)
    expect([response.status, await response.json()]).toMatchObject([200, { data: { id: FIELDS.gif_id } }])
    const { data } = await (await sam.call(`GET /v1/gifs/${FIELDS.gif_id}`)).json<{ data: object }>()
    expect(data).toMatchObject({
      slug: `happy-cat-${FIELDS.gif_id}`,
      title: 'Happy cat',
      alt_text: 'A cat smiles.',
      tags: ['cat', 'happy'],
      rating: 'pg',
      username: 'otto',
      import_datetime: FIELDS.import_datetime,
      trending_datetime: FIELDS.import_datetime,
      external_media: { provider_name: 'youtube', asset_uid: 'aqz-KE-bpKQ', start_time: 60 },
    })
    const { results } = await env.DB.prepare(
      'SELECT lang, tag, translates FROM language_tags WHERE gif_id = ?1 ORDER BY lang, position',
    )
      .bind(FIELDS.gif_id)
      .all()
    expect(results.map((row) => Object.values(row))).toEqual([
      ['de', 'katze', 'cat'],
      ['de', 'froh', ''],
      ['ja', '猫', 'cat'],
    ])
    const noted =
      "SELECT count(*) AS n FROM audit WHERE actor_id = 'id-sam' AND action = 'gif.create' AND target = ?1"
    expect(await countOf(noted, `gif/${FIELDS.gif_id}`)).toBe(1)
    expect((await problemOf(await send(sam, FIELDS)))[0]).toBe(409)
  })

  it('T34: others say its words alone, and a token of staff needs the scope moderate too', async () => {
    const words = { alt_text: 'Two dots.', language_tags: '{"fr":[["point",""]]}' }
    const own = await upload(mia, freshFile(), words)
    expect(await countOf('SELECT count(*) AS n FROM language_tags WHERE gif_id = ?1', own)).toBe(1)
    for (const name of ['gif_id', 'slug', 'owner', 'import_datetime', 'weight'] as const) {
      const [status, text] = await problemOf(await send(mia, { [name]: FIELDS[name] }))
      expect([name, status]).toEqual([name, 403])
      expect(text).toContain(`Only staff say ${name} of an item`)
    }
    const before = await countOf('SELECT count(*) AS n FROM gifs')
    const [status] = await problemOf(await send(sam, { owner: 'otto' }, await tokenFor('upload')))
    expect(status).toBe(403)
    const [, text] = await problemOf(
      await send(sam, { owner: 'nadia' }, await tokenFor('upload', 'moderate')),
    )
    expect(text).toContain('there is no nadia')
    expect(await countOf('SELECT count(*) AS n FROM gifs')).toBe(before)
    expect((await send(sam, { owner: 'otto' }, await tokenFor('upload', 'moderate'))).status).toBe(200)
  })

  it.each([
    ['{', 'must be JSON'],
    ['{"de":["a"]}', 'must be'],
    ['{"deutsch":[["a",""]]}', 'by language code'],
    ['{"de":[["a","dog"]]}', 'must translate tags that the GIF has'],
    [JSON.stringify({ de: Array.from({ length: 41 }, (_, n) => [`t${n}`, '']) }), 'at most 40'],
  ])('language tags %s are refused', async (language_tags, message) => {
    const [status, text] = await problemOf(await send(mia, { language_tags }))
    expect([status, text]).toEqual([400, expect.stringContaining(message)])
  })

  it('what is said of a known file is told to who may edit it', async () => {
    const bytes = freshFile()
    const id = await upload(mia, bytes, { title: 'Dots', language_tags: '{"de":[["punkt",""]]}' })
    const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
    const sha = Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
    const known = async (who: Visitor) =>
      (await (await who.call(`GET /api/v3/uploads/?sha256=${sha}`)).json<{ results: object[] }>()).results
    const words = { title: 'Dots', username: 'mia', language_tags: { de: [['punkt', '']] } }
    expect(await known(mia)).toMatchObject([{ id, is_own: true, words }])
    expect(await known(sam)).toMatchObject([{ id, is_own: false, words }])
    expect(await known(await signedIn(site, 'otto'))).toMatchObject([{ id, words: null }])
  })
})

describe('an edit', () => {
  it('sets the tags of the languages that it names, with the rest or alone', async () => {
    const id = await upload(mia, freshFile(), {
      tags: 'cat',
      language_tags: '{"de":[["a",""]],"fr":[["b",""]]}',
    })
    const tags = async () =>
      (
        await env.DB.prepare('SELECT lang, tag FROM language_tags WHERE gif_id = ?1 ORDER BY lang, position')
          .bind(id)
          .all()
      ).results.map((row) => Object.values(row).join(' '))
    const edit = async (form: Record<string, string>) => {
      const response = await mia.call(`PUT /api/v1/gifs/${id}/`, { form })
      return [response.status, await response.text()]
    }
    const OK = [200, expect.any(String)]
    const BAD = [400, expect.any(String)]
    expect(await edit({ language_tags: '{"de":[["c","cat"],["a",""]]}' })).toEqual(OK)
    expect(await tags()).toEqual(['de c', 'de a', 'fr b'])
    expect(await edit({ tags: 'dog', language_tags: '{"de":[],"fr":[["d","dog"]]}' })).toEqual(OK)
    expect(await tags()).toEqual(['fr d'])
    expect(await edit({ language_tags: '{"es":[["e","cat"]]}' })).toEqual(BAD)
    expect(await edit({ language_tags: '{}', was: '{"title":""}' })).toEqual(BAD)
  })

  it('staff give an item to another person, for whom it counts then', async () => {
    const id = await upload(mia, freshFile())
    const count = (name: string) => countOf('SELECT upload_count AS n FROM users WHERE username = ?1', name)
    const [hers, his] = [await count('mia'), await count('otto')]
    const form = { owner: 'otto', title: 'His' }
    expect((await mia.call(`PUT /api/v1/gifs/${id}/`, { form })).status).toBe(403)
    expect((await sam.call(`PUT /api/v1/gifs/${id}/`, { form })).status).toBe(200)
    expect([await count('mia'), await count('otto')]).toEqual([(hers ?? 0) - 1, (his ?? 0) + 1])
    const owner = 'SELECT count(*) AS n FROM gifs WHERE id = ?1 AND user_id = ?2'
    expect(await countOf(owner, id, 'id-otto')).toBe(1)
  })
})

describe('a person whose items others publish', () => {
  const create = (who: Visitor, form: Record<string, string>) => who.call('POST /api/v3/users/', { form })

  it('is made by staff, once, and no one signs in as them', async () => {
    const form = { id: '1001', username: 'looplab', display_name: 'Loop Lab', is_verified: 'true' }
    const made = await create(sam, form)
    expect([made.status, await made.json()]).toMatchObject([
      201,
      { id: '1001', username: 'looplab', display_name: 'Loop Lab', email: '', state: 'active' },
    ])
    const again = await create(sam, { username: 'LoopLab', display_name: 'Other' })
    expect([again.status, await again.json()]).toMatchObject([200, { id: '1001', display_name: 'Loop Lab' }])
    const signIn = await site
      .visitor()
      .call('POST /api/v3/login', { form: { username: 'looplab', password: 'x' } })
    expect(signIn.status).toBe(401)
    expect((await create(sam, { id: '1001', username: 'another' })).status).toBe(409)
    expect((await create(sam, { username: 'admin' })).status).toBe(400)
    expect((await create(mia, { username: 'hers' })).status).toBe(403)
    const token = await tokenFor('moderate')
    const byToken = await sam.call('POST /api/v3/users/', { form: { username: 'nightowl' }, token })
    expect(byToken.status).toBe(201)
  })

  it('has channels, with the numbers that they had', async () => {
    const form = { display_name: 'The lab', slug: 'the-lab', owner: 'looplab', id: '10' }
    const made = await sam.call('POST /api/v3/channels/', { form })
    expect([made.status, await made.json()]).toMatchObject([
      200,
      { id: '10', slug: 'the-lab', user: { username: 'looplab' } },
    ])
    const below = await sam.call('POST /api/v3/channels/', {
      form: { display_name: 'Below', owner: 'looplab', parent: '10' },
    })
    expect(await below.json()).toMatchObject({ id: '11', parent: '10' })
    expect((await sam.call('POST /api/v3/channels/', { form: { ...form, display_name: 'X' } })).status).toBe(
      409,
    )
    const others = { display_name: 'Hers', owner: 'looplab' }
    expect((await mia.call('POST /api/v3/channels/', { form: others })).status).toBe(403)
    const own = await mia.call('POST /api/v3/channels/', { form: { display_name: 'Hers', id: '99' } })
    expect(await own.json()).toMatchObject({ id: '12' })
    const unknown = await sam.call('POST /api/v3/channels/', { form: { display_name: 'Y', owner: 'nadia' } })
    expect(unknown.status).toBe(400)
    const noted = "SELECT count(*) AS n FROM audit WHERE action = 'channel.create' AND actor_id = 'id-sam'"
    expect(await countOf(noted)).toBe(2)
  })
})
