import { env } from 'cloudflare:workers'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { languages } from '../../../shared/texts/languages.ts'
import { publicTextsIn } from '../../../shared/texts/public/public-texts.ts'
import { fillLibrary } from '../../fixtures/library/library.ts'
import { embeddedSite, somebodyNew, Visitor } from '../../fixtures/site/embedded-site.ts'
import { catJson } from '../../fixtures/upstreams/stub-provider.ts'
import { type StubUpstream, withUpstreams } from '../../fixtures/upstreams/stub-upstreams.ts'

const site = embeddedSite()
const people: Record<string, Visitor> = {}
const of = (name: string): Visitor => people[name] ?? site.visitor()

beforeAll(async () => {
  await fillLibrary(env.DB)
  for (const username of ['fay', 'gus']) people[username] = await somebodyNew(site, { username })
  people.art = await somebodyNew(site, { username: 'art', role: 'artist' })
  people.mod = await somebodyNew(site, { username: 'mod', role: 'moderator' })
  people.boss = await somebodyNew(site, { username: 'boss', role: 'staff' })
})

beforeEach(() => env.DB.exec('DELETE FROM stories'))
afterEach(() => void vi.restoreAllMocks())

const GIFS = ['film0001', 'cat00001', 'stik0001']
const STORY = { slug: 'Cats', title: 'Cats & dogs', caption: 'One\nTwo', tags: ['cat'], gifs: GIFS }
const SHOWN = { ...STORY, publish_datetime: '2026-11-01T10:00:00Z' }

async function tell(who: string, story: object = SHOWN): Promise<{ story_id: string; url: string }> {
  const response = await of(who).call('POST /gateway/stories', { json: story })
  if (!response.ok) throw new Error(await response.text())
  return response.json()
}

async function open(path: string, who: Visitor = of('nobody')) {
  const response = await who.call(`GET ${path}`)
  return { response, status: response.status, html: (await response.text()).replaceAll('<!-- -->', '') }
}

const gifsIn = (html: string) => {
  const list = html.slice(html.indexOf('class="story-gifs"'), html.indexOf('</ol>'))
  return [...list.matchAll(/href="\/(?:gifs|stickers)\/[^"]*?(\w+)"/g)].map(([, id]) => id)
}
const cardsIn = (html: string) =>
  [...html.matchAll(/class="story-card" href="\/stories\/([^"]+)"/g)].map(([, slug]) => slug)
const metaOf = (html: string) =>
  Object.fromEntries(
    [...html.matchAll(/<meta (?:name|property)="([^"]+)" content="([^"]*)"\/>/g)].map(([, name, content]) => [
      name,
      content,
    ]),
  )
const takedown = (gif_id: string) =>
  of('boss').call('POST /api/v3/content-takedown/takedown', {
    json: { takedowns: [{ gif_id, reason: 'asked' }], send_email: false },
  })

describe('GET /stories/{slug}', () => {
  it('has the title, who tells it, and the GIFs in their order, at the address of the call', async () => {
    const { url } = await tell('fay')
    expect(url).toBe('https://loop.test/stories/Cats')
    const { status, html, response } = await open('/stories/Cats')
    expect([status, response.headers.get('cache-control')]).toEqual([200, 'public, max-age=60'])
    expect(gifsIn(html)).toEqual(GIFS)
    expect(html).toContain('<title>Cats &amp; dogs · Loopframe</title>')
    expect(html).toContain('<bdi>Cats &amp; dogs</bdi>')
    expect(html).toContain('href="/channels/fay"')
    expect(html).toContain('<p class="story-caption">One\nTwo</p>')
    expect(html).toContain('3 GIFs · <time dateTime="2026-11-01T10:00:00.000Z">November 1, 2026</time>')
    expect(html).toContain('href="/search/cat"')
    expect(response.headers.get('content-security-policy')).not.toContain('unsafe')
  })

  it('says to others what it is, and may be listed', async () => {
    await tell('fay')
    const { html, response } = await open('/stories/Cats')
    expect(html).toContain('<link rel="canonical" href="https://loop.test/stories/Cats"/>')
    expect(metaOf(html)).toMatchObject({
      description: 'One Two',
      'og:type': 'article',
      'og:title': 'Cats &amp; dogs',
      'og:url': 'https://loop.test/stories/Cats',
      'og:image': 'https://loop.test/media/film0001/original_still.gif',
      'og:image:width': '200',
      'article:published_time': '2026-11-01T10:00:00.000Z',
      'article:author': 'https://loop.test/channels/fay',
      'twitter:card': 'summary_large_image',
    })
    expect(metaOf(html)).not.toHaveProperty('robots')
    expect(response.headers.get('x-robots-tag')).toBeNull()
  })

  it('has one address: another way to write the slug is redirected to it', async () => {
    await tell('fay')
    const { status, response } = await open('/stories/cATS?lang=de')
    expect([status, response.headers.get('location')]).toEqual([301, '/stories/Cats?lang=de'])
  })

  it.each([
    ['an unknown one', '/stories/nothing', 404],
    ['what is no slug', '/stories/a%20b', 400],
  ])('%s is a clear refusal', async (_name, path, status) => {
    expect((await open(path)).status).toBe(status)
  })

  it('T35: an unpublished one is there for its owner, moderators and staff alone, and kept by no cache', async () => {
    const { story_id } = await tell('fay', STORY)
    for (const who of ['nobody', 'gus', 'art'])
      expect([who, (await open('/stories/Cats', of(who))).status]).toEqual([who, 404])
    for (const who of ['fay', 'mod', 'boss']) {
      const { status, html, response } = await open('/stories/Cats', of(who))
      expect([who, status, response.headers.get('cache-control')]).toEqual([who, 200, 'private, no-store'])
      expect(html).toContain('Not published yet')
      expect(metaOf(html).robots).toBe('noindex, follow')
      expect(response.headers.get('x-robots-tag')).toBe('noindex')
    }
    const publish = { json: { publish_datetime: '2026-11-01' } }
    await of('fay').call(`PUT /gateway/stories/${story_id}`, publish)
    expect((await open('/stories/Cats')).status).toBe(200)
    expect((await open('/stories/Cats', of('fay'))).response.headers.get('cache-control')).toContain('public')
  })

  it('shows each change at once: other GIFs, one that was taken down, a story that is gone', async () => {
    const { story_id } = await tell('fay', { ...SHOWN, gifs: [...GIFS, 'cafe0001'] })
    expect(gifsIn((await open('/stories/Cats')).html)).toEqual([...GIFS, 'cafe0001'])
    await takedown('cafe0001')
    expect(gifsIn((await open('/stories/Cats')).html)).toEqual(GIFS)
    await of('fay').call(`PUT /gateway/stories/${story_id}`, { json: { gifs: ['stik0001'], title: 'One' } })
    const { html } = await open('/stories/Cats')
    expect([gifsIn(html), html.includes('1 GIF · ')]).toEqual([['stik0001'], true])
    await of('fay').call(`DELETE /gateway/stories/${story_id}`)
    expect((await open('/stories/Cats')).status).toBe(404)
  })

  it('without a GIF that may be seen there is nothing to play, nor to list', async () => {
    await tell('fay', { slug: 'bare', title: 'Bare', publish_datetime: '2026-11-01' })
    const { status, html } = await open('/stories/bare')
    expect([status, metaOf(html).robots]).toEqual([200, 'noindex, follow'])
    expect(html).not.toContain('data-opens')
  })

  it('§5: who is not public is not named', async () => {
    await tell('gus')
    await env.DB.exec("UPDATE users SET is_public = 0 WHERE id = 'id-gus'")
    const { html } = await open('/stories/Cats')
    await env.DB.exec("UPDATE users SET is_public = 1 WHERE id = 'id-gus'")
    expect(html).not.toContain('/channels/gus')
    expect(metaOf(html)).not.toHaveProperty('article:author')
  })

  it('T1: words are words, whatever they hold', async () => {
    const title = '</title><script>alert(1)</script>'
    await tell('fay', { ...SHOWN, title, caption: `"><img src=x onerror=alert(1)>\u202e`, tags: ['"><b>'] })
    const { html } = await open('/stories/Cats')
    expect(html).not.toMatch(/<script>alert|<img src=x|<b>|\u202e/)
  })

  it.each(languages)('speaks %s', async (language) => {
    await tell('fay')
    const { html } = await open(`/stories/Cats?lang=${language}`)
    const texts = publicTextsIn(language)
    for (const text of [texts.storyPlay, texts.storyGifs, texts.stories]) expect(html).toContain(text)
    expect(html).toContain('href="/channels/fay?lang=')
  })

  it('F12: without its database it is a 503', async () => {
    const fail = () => Promise.reject(new Error('D1_ERROR: database is locked'))
    const statement = { bind: () => statement, first: fail, all: fail, run: fail, raw: fail }
    const broken = embeddedSite({ DB: { prepare: () => statement, batch: fail } as never }).visitor()
    expect((await open('/stories/Cats', broken)).status).toBe(503)
  })
})

describe('oEmbed of a story', () => {
  const ask = (query: Record<string, string>) => open(`/services/oembed?${new URLSearchParams(query)}`)
  const url = 'https://loop.test/stories/Cats'

  it('is a link with its title, author and cover, found by its page', async () => {
    await tell('fay')
    const found = [...(await open('/stories/Cats')).html.matchAll(/href="([^"]+)" title="Cats &amp; dogs"/g)]
    const [json = '', xml = ''] = found.map(([, href = '']) =>
      href.replaceAll('&amp;', '&').slice('https://loop.test'.length),
    )
    const { status, html, response } = await open(json)
    expect([status, response.headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8'])
    expect(JSON.parse(html)).toEqual({
      version: '1.0',
      type: 'link',
      title: 'Cats & dogs',
      url,
      provider_name: 'Loopframe',
      provider_url: 'https://loop.test',
      author_name: 'fay',
      author_url: 'https://loop.test/channels/fay',
      cache_age: 3600,
      thumbnail_url: expect.stringMatching(/film0001\/\w+_still\.gif$/),
      thumbnail_width: 200,
      thumbnail_height: 100,
    })
    expect((await open(xml)).html).toContain('<oembed><version>1.0</version><type>link</type>')
    const small = JSON.parse((await ask({ url, maxwidth: '50' })).html)
    expect(small).not.toHaveProperty('thumbnail_url')
  })

  it('T35: there is none of a draft, for nobody', async () => {
    await tell('fay', STORY)
    expect((await ask({ url })).status).toBe(404)
    const mine = await open('/stories/Cats', of('fay'))
    expect([mine.status, mine.html.includes('oembed')]).toEqual([200, false])
    expect((await of('fay').call(`GET /services/oembed?${new URLSearchParams({ url })}`)).status).toBe(404)
  })
})

describe('GET /stories', () => {
  const trend = (story_id: string) =>
    env.DB.prepare(
      "INSERT INTO trending_stories (story_id, publish_at, done_at) VALUES (?1, '2026-11-02T00:00:00.000Z', '2026-11-02')",
    )
      .bind(story_id)
      .run()

  it('lists what trends and the artists’ newest, each once, and no draft', async () => {
    const { story_id } = await tell('art', { ...SHOWN, slug: 'hot' })
    await trend(story_id)
    await tell('art', { ...SHOWN, slug: 'old', publish_datetime: '2026-10-01' })
    await tell('art', { ...SHOWN, slug: 'new', publish_datetime: '2026-10-02' })
    await tell('art', { ...STORY, slug: 'draft' })
    await tell('fay', { ...SHOWN, slug: 'by-a-user' })
    const { status, html } = await open('/stories')
    expect(status).toBe(200)
    expect(cardsIn(html)).toEqual(['hot', 'new', 'old'])
    expect(html).toContain('<bdi>art</bdi> · 3 GIFs')
    expect(html).toContain('<link rel="canonical" href="https://loop.test/stories"/>')
    expect(cardsIn((await open('/stories', of('art'))).html)).toEqual(['hot', 'new', 'old'])
  })

  it('is there, and not for search engines, while there are none', async () => {
    const { status, html } = await open('/stories')
    expect([status, metaOf(html).robots]).toEqual([200, 'noindex, follow'])
    expect(html).toContain(publicTextsIn('en').noneHere)
  })
})

describe('GET /channels/{name}', () => {
  it('has the stories of a person, also of one who has nothing else', async () => {
    await tell('fay')
    await tell('fay', { ...STORY, slug: 'draft' })
    const { status, html } = await open('/channels/fay')
    expect([status, cardsIn(html)]).toEqual([200, ['Cats']])
    expect(cardsIn((await open('/channels/ann')).html)).toEqual([])
    const none = await open('/channels/gus')
    expect([none.status, cardsIn(none.html)]).toEqual([200, []])
    expect((await open('/channels/nobody')).status).toBe(404)
  })
})

describe('a gateway elsewhere', () => {
  const story = (change: object = {}) => ({
    story_id: 's',
    slug: 'far',
    title: 'Far away',
    username: 'ann',
    publish_datetime: '2026-11-01T10:00:00Z',
    gifs: [catJson('far1'), catJson('far2'), { ...catJson('far3'), is_hidden: 1 }],
    ...change,
  })
  const seam = (upstream: StubUpstream, vars: object = { SITE_URL: '' }) => {
    const stage = withUpstreams(upstream, { JOBS: undefined, MAIL: undefined, ...vars })
    const as = (name: string) => {
      const visitor = new Visitor(stage.send)
      for (const [key, value] of of(name).cookies) visitor.cookies.set(key, value)
      return visitor
    }
    return { ...stage, as }
  }
  const stories: StubUpstream = ({ url }) =>
    url.includes('/slug/') ? Response.json(story()) : Response.json({ results: [] })

  it('has its stories shown, with a site elsewhere too; it learns nothing of the visitor', async () => {
    const { as, received } = seam(stories, {})
    const { status, html, response } = await open('/stories/far', as('nobody'))
    expect([status, gifsIn(html)]).toEqual([200, ['far1', 'far2']])
    expect(response.headers.get('content-security-policy')).toContain('https://media.provider.test')
    expect(received.map(({ to }) => to)).toEqual(['GET https://gateway.test/svc/stories/slug/far'])
    expect(received[0]?.headers).not.toHaveProperty('cookie')
    expect(received[0]?.headers).not.toHaveProperty('x-loopframe-user')
  })

  it('T35, T41: a draft is there for whom the site elsewhere says it is, and the gateway gets their id alone', async () => {
    const draft: StubUpstream = ({ url, headers }) => {
      if (url.endsWith('/login/check')) return Response.json({ logged_in: true, user: { id: 7 } })
      return headers.has('x-loopframe-user')
        ? Response.json(story({ publish_datetime: '' }))
        : Response.json({}, { status: 404 })
    }
    const { as, received } = seam(draft, {})
    expect((await open('/stories/far', as('nobody'))).status).toBe(404)
    const { status, response } = await open('/stories/far', as('fay'))
    expect([status, response.headers.get('cache-control')]).toEqual([200, 'private, no-store'])
    const reads = received.filter(({ to }) => to.includes('/slug/'))
    expect(reads.map(({ headers }) => headers['x-loopframe-user'])).toEqual([undefined, undefined, '7'])
    for (const { headers } of reads) expect(headers).not.toHaveProperty('cookie')
  })

  it('shows no GIF that was taken down here', async () => {
    await env.DB.exec(
      "INSERT INTO gifs (id, slug, title, type, import_datetime) VALUES ('far2', 'a', 'A', 'gif', '2026-11-01 10:00:00')",
    )
    await takedown('far2')
    const { as } = seam(stories)
    expect(gifsIn((await open('/stories/far', as('nobody'))).html)).toEqual(['far1'])
  })

  it('T41: lists two of its calls, and says who reads only where a visitor may not', async () => {
    const { as, received } = seam(({ url, headers }) => {
      if (!url.includes('/slug/')) return Response.json([story()])
      return headers.has('x-loopframe-user')
        ? Response.json(story({ publish_datetime: '' }))
        : Response.json({}, { status: 403 })
    })
    expect(cardsIn((await open('/stories', as('nobody'))).html)).toEqual(['far'])
    expect((await open('/stories/far', as('nobody'))).status).toBe(404)
    received.length = 0
    const { status, response } = await open('/stories/far', as('fay'))
    expect([status, response.headers.get('cache-control')]).toEqual([200, 'private, no-store'])
    expect(received.map(({ headers }) => headers['x-loopframe-user'])).toEqual([undefined, 'id-fay'])
  })

  it.each<[string, StubUpstream, number]>([
    ['fails', () => Response.json({}, { status: 500 }), 502],
    ['sends no JSON', () => new Response('<html>'), 502],
    ['sends no story', () => Response.json({}), 502],
    ['has no such story', () => Response.json({}, { status: 404 }), 404],
    ['gives a draft to all', () => Response.json(story({ publish_datetime: '' })), 404],
  ])('F3, F4, F8: that %s', async (_name, upstream, status) => {
    expect((await open('/stories/far', seam(upstream).as('nobody'))).status).toBe(status)
  })

  it('that is not there: no pages, and no links to them', async () => {
    const { as } = seam(stories, { GATEWAY_URL: '' })
    const nobody = as('nobody')
    expect((await open('/stories', nobody)).status).toBe(404)
    expect((await open('/stories/far', nobody)).status).toBe(404)
    expect((await open('/favorites', nobody)).html).not.toContain('href="/stories"')
    expect((await open('/favorites')).html).toContain('href="/stories"')
  })
})
