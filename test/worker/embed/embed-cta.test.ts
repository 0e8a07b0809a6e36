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

const read = async (path: string, who: Visitor = site.visitor(), headers: Record<string, string> = {}) => {
  const response = await who.call(`GET ${path}`, { headers })
  return { response, text: await response.text() }
}

const PHONE = { 'Sec-CH-UA-Mobile': '?1' }
const cta = (form: Record<string, string>) => ann.call(`PUT /v1/gifs/${id}/cta`, { form })

describe('the call to action (§3, §7)', () => {
  it.each([
    ['desktop', {}],
    ['phone', PHONE],
  ])('is in the %s’s footer, with the page’s tracking query and an event of its own', async (_, headers) => {
    const without = await read(`/embed/${id}?utm_source=blog`, undefined, headers)
    expect(without.text).not.toContain('data-event="cta"')
    await cta({ link: 'http://shop.test/plum?a=1', text: 'Buy <b>plums</b>' })
    const { text } = await read(`/embed/${id}?utm_source=blog`, undefined, headers)
    const [link = ''] = /<a [^>]*data-event="cta"[^>]*>/.exec(text) ?? []
    expect(link).toContain('href="https://shop.test/plum?a=1&amp;utm_source=blog')
    expect(link).toContain('target="_blank" rel="noopener"')
    expect(text).toContain('Buy &lt;b&gt;plums&lt;/b&gt;')
    await ann.call(`DELETE /v1/gifs/${id}/cta`)
    expect((await read(`/embed/${id}?utm_source=blog`, undefined, headers)).text).toBe(without.text)
  })

  it('is on the item’s page', async () => {
    await cta({ link: 'https://shop.test/plum', text: 'Buy plums' })
    const { response } = await read(`/gifs/${id}`)
    const { text } = await read(response.headers.get('Location') ?? '')
    expect(text).toMatch(
      /<a class="item-cta" href="https:\/\/shop\.test\/plum\?utm_source=page&amp;[^"]*" target="_blank" rel="noopener ugc" data-event="cta"><bdi>Buy plums/,
    )
  })

  it.each(['javascript:alert(1)', 'data:text/html,x', 'https://a:b@shop.test/', 'shop.test'])(
    'T2: %s is no link of one',
    async (link) => expect((await cta({ link, text: 'Look' })).status).toBe(400),
  )
})

describe('what is hidden (docs/contract.md)', () => {
  beforeEach(async () => {
    await ann.call(`PUT /api/v1/gifs/${id}/`, { form: { is_hidden: 'true' } })
  })

  it('has an embed for its owner, moderators and staff, which no cache keeps and nothing counts', async () => {
    for (const who of [ann, mia, stan]) {
      const { response, text } = await read(`/embed/plum-${id}`, who)
      expect(response.status).toBe(200)
      expect(response.headers.get('Cache-Control')).toBe('private, no-store')
      expect(response.headers.get('X-Robots-Tag')).toBe('noindex')
      expect(text).toContain(`/media/${id}/`)
      expect(text).not.toContain('data-tracking=')
    }
    for (const who of [bob, site.visitor()]) {
      const { response, text } = await read(`/embed/plum-${id}`, who)
      expect(response.status).toBe(404)
      expect(text).not.toContain(`/media/${id}/`)
    }
  })

  it('says on its page that it is hidden, to those who may see it; its media are theirs too', async () => {
    for (const who of [ann, mia, stan]) {
      const { response, text } = await read(`/gifs/plum-${id}`, who)
      expect(response.status).toBe(200)
      expect(response.headers.get('Cache-Control')).toBe('private, no-store')
      expect(text).toContain('Hidden: only you and moderators can see it.')
      expect((await read(`/media/${id}/original.gif`, who)).response.status).toBe(200)
    }
    expect((await read(`/gifs/plum-${id}`, bob)).response.status).toBe(404)
    expect((await read(`/media/${id}/original.gif`, bob)).response.status).toBe(404)
  })
})
