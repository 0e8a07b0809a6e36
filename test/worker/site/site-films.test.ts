import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { freshFile, upload } from '../../fixtures/library/uploads.ts'
import { addPeople, embeddedSite, signedIn, type Visitor } from '../../fixtures/site/embedded-site.ts'

const site = embeddedSite()
let ann: Visitor
let bob: Visitor
let mia: Visitor
let stan: Visitor
let id: string

beforeAll(async () => {
  await addPeople([
    { username: 'ann' },
    { username: 'bob' },
    { username: 'mia', role: 'moderator' },
    { username: 'stan', role: 'staff' },
  ])
  ann = await signedIn(site, 'ann')
  bob = await signedIn(site, 'bob')
  mia = await signedIn(site, 'mia')
  stan = await signedIn(site, 'stan')
})

beforeEach(async () => {
  id = await upload(ann, freshFile('gif'), { title: 'Plum' })
})

const put = (who: Visitor, form: Record<string, string>) => who.call(`PUT /api/v3/gifs/${id}/film`, { form })

const filmOf = async () => {
  const { data } = await (await site.visitor().call(`GET /v1/gifs/${id}`)).json<{
    data: { external_media?: object }
  }>()
  return data.external_media
}

const YOUTUBE = {
  provider_name: 'youtube',
  asset_uid: 'dQw4w9WgXcQ',
  start_time: 42,
  url: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
}

describe('an item’s film (docs/contract.md)', () => {
  it('is set by the owner, is in the API and the embed, and goes', async () => {
    const response = await put(ann, { url: 'https://youtu.be/dQw4w9WgXcQ', start: '42' })
    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject({ id, external_media: YOUTUBE })
    expect(await filmOf()).toEqual(YOUTUBE)
    expect(await (await site.visitor().call(`GET /embed/${id}`)).text()).toContain('dQw4w9WgXcQ')
    expect((await put(ann, { url: 'https://vimeo.com/76979871' })).status).toBe(200)
    expect(await filmOf()).toMatchObject({ provider_name: 'vimeo', asset_uid: '76979871', start_time: 0 })
    expect((await ann.call(`DELETE /api/v3/gifs/${id}/film`)).status).toBeLessThan(300)
    expect(await filmOf()).toBeUndefined()
  })

  it.each([
    ['https://evil.test/watch?v=dQw4w9WgXcQ'],
    ['https://youtube.com.evil.test/watch?v=dQw4w9WgXcQ'],
    ['javascript://youtube.com/watch?v=dQw4w9WgXcQ'],
    ['https://vimeo.com/staffpicks'],
    ['dQw4w9WgXcQ'],
    [''],
  ])('T11: %j is a 400, and changes nothing', async (url) => {
    await put(ann, { url: 'https://youtu.be/dQw4w9WgXcQ', start: '42' })
    const response = await put(ann, { url })
    expect(response.status).toBe(400)
    expect(await response.text()).toContain('YouTube or Vimeo')
    expect(await filmOf()).toEqual(YOUTUBE)
  })

  it.each(['-1', '1.5', '86401', 'soon'])('a start of %j is a 400', async (start) =>
    expect((await put(ann, { url: 'https://youtu.be/dQw4w9WgXcQ', start })).status).toBe(400),
  )

  it('T35, T58: is for its owner and staff, whose act is noted once', async () => {
    const form = { url: 'https://youtu.be/dQw4w9WgXcQ' }
    expect((await put(bob, form)).status).toBe(403)
    expect((await put(mia, form)).status).toBe(403)
    expect((await put(stan, form)).status).toBe(200)
    const { results } = await env.DB.prepare(
      "SELECT actor, action, reason FROM audit WHERE target = 'gif/' || ?1",
    )
      .bind(id)
      .all()
    expect(results).toEqual([{ actor: 'stan', action: 'gif.film', reason: 'film' }])
  })
})

// Forms without a script (worker/people/edit-gif.tsx).
describe('the owner’s page of an item', () => {
  it('sets and removes the film and the call to action', async () => {
    const page = await (await ann.call(`GET /account/gifs/${id}`)).text()
    const csrf = /name="csrf" value="([^"]+)"/.exec(page)?.[1] ?? ''
    const send = (form: Record<string, string>) =>
      ann.call(`POST /account/gifs/${id}`, { form: { csrf, ...form } })
    expect((await send({ form: 'film', url: 'https://youtu.be/dQw4w9WgXcQ', start: '42' })).status).toBe(303)
    expect(await filmOf()).toEqual(YOUTUBE)
    const wrong = await send({ form: 'film', url: 'https://evil.test/', start: '' })
    expect(wrong.status).toBe(400)
    expect(await wrong.text()).toContain('Enter the URL of a film on YouTube or Vimeo.')
    expect((await send({ form: 'film', url: '', start: '' })).status).toBe(303)
    expect(await filmOf()).toBeUndefined()
    expect((await send({ form: 'cta', link: 'https://shop.test/plum', text: 'Buy it' })).status).toBe(303)
    const shown = await (await ann.call(`GET /account/gifs/${id}`)).text()
    expect(shown).toContain('https://shop.test/plum')
    expect((await send({ form: 'cta', link: '', text: '' })).status).toBe(303)
  })
})
