import { beforeAll, describe, expect, it } from 'vitest'
import { freshFile, upload, uploadForm } from '../../fixtures/library/uploads.ts'
import { addPeople, embeddedSite, signedIn, type Visitor } from '../../fixtures/site/embedded-site.ts'

const site = embeddedSite()
let ann: Visitor
let bob: Visitor
let stan: Visitor

beforeAll(async () => {
  await addPeople([{ username: 'ann' }, { username: 'bob' }, { username: 'stan', role: 'staff' }])
  ann = await signedIn(site, 'ann')
  bob = await signedIn(site, 'bob')
  stan = await signedIn(site, 'stan')
})

type Item = { id: string; type: string; is_sticker?: number; url?: string }

const ownTypeOf = async (id: string) =>
  (await (await ann.call(`GET /api/v1/users/self/gifs/${id}`)).json<Item>()).type

const idsOf = async (path: string): Promise<string[]> => {
  const { data } = await (await site.visitor().call(`GET ${path}`)).json<{ data: Item[] }>()
  return data.map(({ id }) => id)
}

const edit = (who: Visitor, id: string, form: Record<string, string>) =>
  who.call(`PUT /api/v1/gifs/${id}/`, { form })

// A library without any item: what is made here is all there is.
describe('an item’s type (docs/contract.md)', () => {
  it.each([
    ['gif', '/v1/gifs/search?q=wobble', false],
    ['sticker', '/v1/stickers/search?q=wobble', true],
    ['text', '/v1/text/search?q=wobble', false],
    ['emoji', '/v1/emoji', true],
  ])('%s: is chosen at the upload, and is in its list', async (type, list, isSticker) => {
    const id = await upload(ann, freshFile('gif'), { title: `Wobble ${type}`, tags: 'wobble', type })
    expect(await ownTypeOf(id)).toBe(type)
    const { data } = await (await site.visitor().call(`GET /v1/gifs/${id}`)).json<{ data: Item }>()
    expect(data).toMatchObject({ type, is_sticker: isSticker ? 1 : 0 })
    expect(data.url).toContain(isSticker ? '/stickers/' : '/gifs/')
    expect(await idsOf(list)).toContain(id)
  })

  it('an emoji is in each list that has emoji, in every dialect', async () => {
    const id = await upload(ann, freshFile('gif'), { title: 'Plum', tags: 'plum', type: 'emoji' })
    expect(await idsOf('/v2/emoji')).toContain(id)
    expect(await idsOf(`/v2/emoji/${id}/variations`)).toEqual([id])
    expect(await idsOf('/v1/stickers/search?q=plum')).toEqual([id])
    const klipy = await (await site.visitor().call('GET /api/v1/key/emojis/trending')).text()
    expect(klipy).toContain(id)
    const tenor = await (await site.visitor().call('GET /v2/search?q=plum&searchfilter=sticker')).text()
    expect(tenor).toContain(id)
    const all = await (await stan.call('GET /api/v3/gifs/?type=emoji')).json<{ results: Item[] }>()
    expect(all.results.every(({ type }) => type === 'emoji')).toBe(true)
    expect(all.results.map((item) => item.id)).toContain(id)
    const stickers = await (await stan.call('GET /api/v3/gifs/?type=sticker')).json<{ results: Item[] }>()
    expect(stickers.results.map((item) => item.id)).toContain(id)
  })

  it('is changed by the owner and by staff, with other fields or by its key, and by no one else', async () => {
    const id = await upload(ann, freshFile('gif'), { tags: 'pear' })
    expect(await ownTypeOf(id)).toBe('gif')
    expect((await edit(ann, id, { type: 'emoji', title: 'Pear' })).status).toBe(200)
    expect(await ownTypeOf(id)).toBe('emoji')
    expect((await edit(bob, id, { type: 'gif' })).status).toBe(403)
    const byKey = { form: { gif_id: id, key: 'type', value: 'text' } }
    expect((await ann.call('POST /ajax/gif/update', byKey)).status).toBe(200)
    expect(await ownTypeOf(id)).toBe('text')
    expect((await edit(stan, id, { type: 'sticker' })).status).toBe(200)
    expect(await ownTypeOf(id)).toBe('sticker')
    expect((await edit(ann, id, { type: 'banana' })).status).toBe(400)
  })

  it('is changed only where it is as it was seen', async () => {
    const id = await upload(ann, freshFile('gif'), { type: 'sticker' })
    const was = JSON.stringify({ type: 'emoji' })
    expect((await edit(ann, id, { type: 'text', was })).status).toBe(409)
    expect((await edit(ann, id, { type: 'text', was: JSON.stringify({ type: 'sticker' }) })).status).toBe(200)
    expect(await ownTypeOf(id)).toBe('text')
  })

  it('a film is a GIF alone', async () => {
    const refused = await ann.call('POST /v1/gifs', {
      body: uploadForm(freshFile('mp4'), { type: 'sticker' }),
    })
    expect(refused.status).toBe(400)
    expect(await refused.text()).toContain('type must be gif for a film')
    const id = await upload(ann, freshFile('mp4'), { type: 'gif' })
    expect(await ownTypeOf(id)).toBe('video')
    expect((await edit(ann, id, { type: 'emoji' })).status).toBe(400)
    expect(await ownTypeOf(id)).toBe('video')
  })
})
