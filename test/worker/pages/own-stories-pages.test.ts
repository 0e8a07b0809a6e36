import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import { upload } from '../../fixtures/library/uploads.ts'
import { addPeople, embeddedSite, signedIn, type Visitor } from '../../fixtures/site/embedded-site.ts'
import { read, submit } from '../../fixtures/site/forms.ts'

const site = embeddedSite()
let ann: Visitor
let bob: Visitor

beforeAll(async () => {
  await addPeople([{ username: 'ann' }, { username: 'bob' }])
  ann = await signedIn(site, 'ann')
  bob = await signedIn(site, 'bob')
})

const PATH = '/account/stories'

async function newStory(title: string): Promise<string> {
  const { to } = await submit(ann, PATH, { form: 'story', title, caption: 'Words' })
  return to ?? ''
}

const rowOf = (path: string) =>
  env.DB.prepare('SELECT slug, title, caption, tags, gifs, cover_gif, publish_at FROM stories WHERE id = ?1')
    .bind(path.split('/').at(-1))
    .first<Record<string, string>>()
const gifsOf = async (path: string) => JSON.parse((await rowOf(path))?.gifs ?? '[]') as string[]

describe('/account/stories without scripts (docs/contract.md)', () => {
  it('leads a visitor to sign in, and back', async () => {
    for (const path of [PATH, `${PATH}/abc`, `${PATH}/abc/add`]) {
      const { status, to } = await read(site.visitor(), path)
      expect([status, to]).toEqual([303, `/login?next=${encodeURIComponent(path)}`])
    }
  })

  it('makes one, changes its words, and lists it as a draft for its owner alone', async () => {
    expect((await read(ann, PATH)).text).toContain('No stories yet.')
    const path = await newStory('A day')
    expect(path).toMatch(/^\/account\/stories\/\w+$/)
    const edit = { form: 'edit', title: 'A long day', slug: 'long-day', caption: '', tags: 'one, two' }
    expect((await submit(ann, path, edit)).to).toBe(`${path}?done=saved`)
    expect(await rowOf(path)).toMatchObject({ slug: 'long-day', title: 'A long day', caption: '' })
    expect((await rowOf(path))?.tags).toBe('["one","two"]')
    await submit(ann, path, { ...edit, tags: '' })
    expect((await rowOf(path))?.tags).toBe('[]')
    expect((await read(ann, PATH)).text).toMatch(/A long day[\s\S]+Draft/)
    expect((await read(bob, PATH)).text).not.toContain('A long day')
    const other = await submit(ann, await newStory('Another'), edit)
    expect([other.status, other.text]).toEqual([409, expect.stringContaining('Another story uses this URL')])
  })

  it('takes GIFs in, orders them, has a cover, and keeps one', async () => {
    const path = await newStory('In order')
    const [one, two] = [await upload(ann), await upload(ann)]
    const pick = { form: 'pick', [`gif-${one}`]: 'true', others: two }
    expect((await submit(ann, `${path}/add`, pick)).status).toBe(303)
    expect(await gifsOf(path)).toEqual([one, two])
    await submit(ann, path, { form: 'up', id: two })
    expect(await gifsOf(path)).toEqual([two, one])
    await submit(ann, path, { form: 'down', id: two })
    expect(await gifsOf(path)).toEqual([one, two])
    await submit(ann, path, { form: 'down', id: two })
    expect(await gifsOf(path)).toEqual([one, two])
    await submit(ann, path, { form: 'cover', id: two })
    expect(await rowOf(path)).toMatchObject({ cover_gif: two })
    await submit(ann, path, { form: 'remove', id: one })
    expect(await gifsOf(path)).toEqual([two])
    expect((await read(ann, path)).text).not.toContain('value="remove"')
    expect((await submit(ann, path, { form: 'remove', id: two })).status).toBe(400)
    expect((await submit(ann, `${path}/add`, { form: 'pick', others: 'gone1' })).text).toContain(
      'Check these',
    )
  })

  it('publishes one that has a GIF, and takes it back', async () => {
    const path = await newStory('Public')
    const empty = await submit(ann, path, { form: 'publish' })
    expect([empty.status, empty.text]).toEqual([400, expect.stringContaining('Add a GIF before')])
    await submit(ann, `${path}/add`, { form: 'pick', others: await upload(ann) })
    expect((await submit(ann, path, { form: 'publish' })).status).toBe(303)
    const { slug } = (await rowOf(path)) ?? {}
    expect((await site.visitor().call(`GET /gateway/stories/slug/${slug}`)).status).toBe(200)
    expect((await read(ann, PATH)).text).toMatch(/Public[\s\S]+Published \w+/)
    await submit(ann, path, { form: 'take-back' })
    expect((await site.visitor().call(`GET /gateway/stories/slug/${slug}`)).status).toBe(404)
  })

  it('T35: is not there for others; ends where it was confirmed', async () => {
    const path = await newStory('Mine')
    expect((await read(bob, path)).status).toBe(404)
    expect((await submit(bob, path, { form: 'delete', sure: 'true' })).status).toBe(404)
    expect((await submit(ann, path, { form: 'delete' })).status).toBe(400)
    expect((await submit(ann, path, { form: 'delete', sure: 'true' })).to).toBe(`${PATH}?done=removed`)
    expect(await rowOf(path)).toBeNull()
  })
})

describe('/account/follows without scripts (docs/contract.md)', () => {
  it('follows whom a channel page names, lists them, and unfollows', async () => {
    await upload(bob)
    const { text } = await read(site.visitor(), '/channels/bob')
    expect(text).toContain('href="/account/follows?user=id-bob"')
    const path = '/account/follows?user=id-bob'
    const away = await read(site.visitor(), path)
    expect([away.status, away.to]).toEqual([303, `/login?next=${encodeURIComponent(path)}`])
    expect((await read(ann, path)).text).toContain('Follow @bob?')
    expect((await submit(ann, path, { form: 'follow', id: 'id-bob' })).to).toBe('/account/follows?done=saved')
    expect((await read(ann, '/account/follows')).text).toContain('<bdi>@bob</bdi>')
    expect((await read(ann, path)).text).toContain('value="unfollow"')
    await submit(ann, '/account/follows', { form: 'unfollow', id: 'id-bob' })
    expect((await read(ann, '/account/follows')).text).toContain('You don’t follow anyone yet.')
    expect((await read(ann, '/account/follows?user=gone')).status).toBe(404)
  })
})

describe('tags in other languages on /account/gifs/{id} (docs/contract.md)', () => {
  it('are added and removed by an item’s owner', async () => {
    const gif = await upload(ann)
    const path = `/account/gifs/${gif}`
    const added = await submit(ann, path, { form: 'language-tags', lang: 'de', tags: 'katze, meer,' })
    expect(added.to).toBe(`${path}?done=saved`)
    expect((await read(ann, path)).text).toMatch(/<bdi lang="de">katze<\/bdi><span class="note">German/)
    await submit(ann, path, { form: 'remove-language-tag', id: 'de:katze' })
    expect((await read(ann, path)).text).not.toContain('katze')
    expect((await read(ann, path)).text).toContain('<bdi lang="de">meer</bdi>')
    const many = Array.from({ length: 41 }, (_, at) => `t${at}`).join()
    const full = await submit(ann, path, { form: 'language-tags', lang: 'de', tags: many })
    expect([full.status, full.text]).toEqual([400, expect.stringContaining('Use up to 40 tags')])
    expect((await submit(bob, path, { form: 'language-tags', lang: 'de', tags: 'x' })).status).toBe(404)
  })
})
