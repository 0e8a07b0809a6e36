import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { catJson, okJson, withProvider } from '../../fixtures/upstreams/stub-provider.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

let unused = 0
/** An id that no other test has asked for: the outer cache layers outlive a test. */
const freshId = () => `page${unused++}x${Date.now()}`

type Gif = Record<string, unknown>

/** A provider that has one GIF, as changed by the test, and these related ones. */
const having = (
  change: Gif = {},
  related: () => Response = () => Response.json(okJson([catJson('other1')])),
) =>
  withProvider((request) => {
    const { pathname } = new URL(request.url)
    if (pathname.endsWith('/related')) return related()
    return Response.json(okJson({ ...catJson(pathname.split('/').pop()), ...change }))
  })

const sizedOriginal = {
  url: 'https://media.provider.test/original.gif',
  webp: 'https://media.provider.test/original.webp',
  mp4: 'https://media.provider.test/original.mp4',
  width: 480,
  height: 270,
}

const pageOf = async (change: Gif = {}, query = '') => {
  const id = freshId()
  const path = change.is_sticker ? `/stickers/happy-cat-${id}` : `/gifs/happy-cat-${id}`
  const response = await having({ ...change, slug: `happy-cat-${id}` }).get(path + query)
  return { id, response, html: await response.text() }
}

/** `name` or `property` -> content, of every meta element. */
const metaOf = (html: string) =>
  Object.fromEntries(
    [...html.matchAll(/<meta (?:name|property)="([^"]+)" content="([^"]*)"\/>/g)].map(([, name, content]) => [
      name,
      content,
    ]),
  )

describe('GET /gifs/{slug}', () => {
  it('plays the item with its size in the markup, and a button to pause it', async () => {
    const { html } = await pageOf()
    expect(html).toMatch(/<img[^>]+width="480" height="270" alt="Happy Cat GIF"/)
    expect(html).toContain('https://media.provider.test/original.webp')
    expect(html).toContain('data-action="pause"')
    expect(html).toContain('<h1>Happy Cat GIF</h1>')
  })

  it('says to others what it is: Open Graph with sizes, Twitter’s player card over https', async () => {
    const { id, html } = await pageOf()
    expect(metaOf(html)).toMatchObject({
      'og:url': `https://loop.test/gifs/happy-cat-${id}`,
      'og:title': 'Happy Cat GIF',
      'og:image': 'https://media.provider.test/still.gif',
      'og:image:type': 'image/gif',
      'og:image:width': '480',
      'og:image:height': '270',
      'og:video': 'https://media.provider.test/original.mp4',
      'og:video:secure_url': 'https://media.provider.test/original.mp4',
      'og:video:type': 'video/mp4',
      'og:video:width': '480',
      'og:video:height': '270',
      'twitter:card': 'player',
      'twitter:player': `https://loop.test/embed/happy-cat-${id}`,
      'twitter:player:width': '480',
      'twitter:player:height': '270',
      'twitter:image': 'https://media.provider.test/still.gif',
    })
    expect(html).toContain(`<link rel="canonical" href="https://loop.test/gifs/happy-cat-${id}"/>`)
  })

  it('has the moving picture in previews where it is light enough, and of each form the smallest for who saves data', async () => {
    const fixed_width = {
      url: 'https://media.provider.test/200w.gif',
      width: 200,
      height: 113,
      size: '90000',
    }
    const original = { ...sizedOriginal, size: '1500001', avif: 'https://media.provider.test/original.avif' }
    const images = {
      original,
      fixed_width: { ...fixed_width, avif: 'https://media.provider.test/200w.avif' },
    }
    const { html, id } = await pageOf({ images })
    expect(metaOf(html)).toMatchObject({ 'og:image': fixed_width.url, 'og:image:width': '200' })
    const sources = (page: string) =>
      [...page.matchAll(/<source type="image\/(\w+)" srcSet="([^"]+)" sizes="([^"]+)"/gi)].map((one) =>
        one.slice(1),
      )
    const sizes = '(min-width:900px) calc(600px),calc(100vw - 32px)'
    expect(sources(html)[0]).toEqual([
      'avif',
      'https://media.provider.test/200w.avif 200w, https://media.provider.test/original.avif 480w',
      sizes,
    ])
    const thrifty = await having({ images, slug: `happy-cat-${id}` }).get(`/gifs/happy-cat-${id}`, {
      'Save-Data': 'on',
    })
    expect(thrifty.headers.get('cache-control')).toBe('private, max-age=60')
    expect(sources(await thrifty.text())[0]).toEqual([
      'avif',
      'https://media.provider.test/200w.avif 200w',
      sizes,
    ])
  })

  it('has one block to share: link, snippets, Markdown, BBCode, files with their sizes, networks', async () => {
    const original = {
      ...sizedOriginal,
      size: '151407',
      webp_size: '83942',
      mp4_size: '2033790',
      frames: '10',
    }
    const still = { url: 'https://media.provider.test/still.gif', width: 480, height: 270, size: '900' }
    const { id, html } = await pageOf({
      images: { original, original_still: still },
      source: 'https://films.test/a/b',
    })
    const page = `https://loop.test/gifs/happy-cat-${id}`
    const fields = [...html.matchAll(/<label for="([\w-]+)"[^>]*>([^<]+)<\/label>/g)].map(
      ([, , label]) => label,
    )
    expect(fields.slice(1)).toEqual([
      'Link',
      'Embed',
      'Embed: Responsive',
      'Markdown',
      'BBCode',
      'GIF · 151 kB',
      'WebP · 84 kB',
      'MP4 · 2 MB',
      'Still image · 0.9 kB',
    ])
    expect(html.match(/aria-labelledby="share-title"/g)).toHaveLength(1)
    expect(html).toContain(`[![Happy Cat GIF](https://media.provider.test/original.gif)](${page})`)
    expect(html).toContain(`[url=${page}][img]https://media.provider.test/original.gif[/img][/url]`)
    expect(html).toMatch(/<a href="https:\/\/media\.provider\.test\/original\.mp4" download=""/)
    for (const network of ['facebook', 'twitter', 'pinterest', 'tumblr', 'reddit']) {
      expect(html).toContain(`href="https://${network === 'twitter' ? '' : 'www.'}${network}.com/`)
    }
    expect(html).toContain(`<a class="more" href="/?item=happy-cat-${id}#build"`)
    const facts = [...html.matchAll(/<dt>([^<]+)<\/dt><dd>(?:<a[^>]+>)?([^<]+)/g)].map(([, name, value]) => [
      name,
      value,
    ])
    expect(facts).toEqual(
      expect.arrayContaining([
        ['Size', '480 × 270'],
        ['Frames', '10'],
        ['Source', 'films.test'],
      ]),
    )
  })

  it('T1: words and addresses of a provider end no field', async () => {
    const { html } = await pageOf({ title: '"><script>alert(1)</script>](x)', source: 'javascript:alert(1)' })
    expect(html).not.toContain('<script>alert')
    expect(html).not.toContain('javascript:')
    expect(html).toContain('](x)'.replace(']', '\\]'))
  })

  it('leads oEmbed consumers to JSON and XML, without a size of its own', async () => {
    const { id, html } = await pageOf()
    const links = [...html.matchAll(/<link rel="alternate" type="([^"]+)" href="([^"]+)"/g)]
    const url = encodeURIComponent(`https://loop.test/gifs/happy-cat-${id}`)
    expect(links.map(([, type, href]) => [type, href?.replaceAll('&amp;', '&')])).toEqual([
      ['application/json+oembed', `https://loop.test/services/oembed?url=${url}&format=json`],
      ['text/xml+oembed', `https://loop.test/services/oembed?url=${url}&format=xml`],
    ])
  })

  it.each([
    ['gif', {}, 'ImageObject', 'https://media.provider.test/original.gif'],
    ['video', { type: 'video' }, 'VideoObject', 'https://media.provider.test/original.mp4'],
  ])('describes a %s as JSON-LD', async (_kind, change, type, contentUrl) => {
    const { html } = await pageOf({ ...change, import_datetime: '2026-05-19 16:21:53', tags: ['cat'] })
    const [, json = ''] = /<script type="application\/ld\+json">(.+?)<\/script>/.exec(html) ?? []
    expect(JSON.parse(json)).toMatchObject({
      '@type': type,
      contentUrl,
      name: 'Happy Cat GIF',
      uploadDate: '2026-05-19T16:21:53Z',
      keywords: 'cat',
      creator: { name: 'Ann', url: 'https://loop.test/channels/ann' },
    })
  })

  it('names whose it is by the rule of the player block (§5), and links to the channel', async () => {
    const { html } = await pageOf()
    expect(html).toMatch(/<a class="by" href="\/channels\/ann">/)
    expect(html).toContain('@ann')
    expect(html).toContain('aria-label="Verified"')
    for (const user of [{ is_public: 0 }, { suppress_chrome: 1 }]) {
      const change = { user: { username: 'ann', display_name: 'Ann', ...user } }
      expect((await pageOf(change)).html).not.toContain('class="by"')
    }
  })

  it('shares its link and its snippet, fixed and responsive (§9)', async () => {
    const { id, html } = await pageOf()
    expect(html).toMatch(new RegExp(`id="share-link"[^>]+value="https://loop.test/gifs/happy-cat-${id}"`))
    expect(html).toContain('width=&quot;480&quot; height=&quot;270&quot;')
    expect(html).toContain('padding-bottom:56.25%')
    expect(html).toContain(`src="/embed/happy-cat-${id}?id=preview"`)
  })

  it('links its tags to the search, whatever they are called', async () => {
    const { html } = await pageOf({ tags: ['good morning', '50%', 'a/b', '"><script>alert(1)</script>'] })
    expect(html).toContain('href="/search/good%20morning"')
    expect(html).toContain('href="/search?q=50%25"')
    expect(html).toContain('href="/search?q=a%2Fb"')
    expect(html).not.toContain('<script>alert(1)')
  })

  it('shows related GIFs as links behind everything else', async () => {
    const { html } = await pageOf()
    expect(html.indexOf('href="/gifs/happy-cat-other1"')).toBeGreaterThan(html.indexOf('id="snippet-fixed"'))
    expect(html).toMatch(/href="\/gifs\/happy-cat-page\w+\/related\/page\/1"/)
  })

  it('stands where what is related fails: the GIF alone decides', async () => {
    const id = freshId()
    const { get } = having({}, () => new Response('{}', { status: 500 }))
    const response = await get(`/gifs/happy-cat-${id}`)
    expect(response.status).toBe(200)
    const html = await response.text()
    expect(html).toContain('Couldn’t load the related GIFs.')
    expect(html).toMatch(/<\/html>\s*$/)
  })

  it('sends player and words before it knows what is related', async () => {
    const related = Promise.withResolvers<Response>()
    const { app, bindings } = withProvider((request) => {
      const { pathname } = new URL(request.url)
      if (pathname.endsWith('/related')) return related.promise
      return Response.json(okJson(catJson(pathname.split('/').pop())))
    })
    const ctx = createExecutionContext()
    const request = new Request(`https://loop.test/gifs/happy-cat-${freshId()}`)
    const { body } = await app.fetch(request, bindings, ctx)
    const parts = body?.pipeThrough(new TextDecoderStream()).getReader()
    const { value: start = '' } = (await parts?.read()) ?? {}
    expect(start).toContain('<h1>Happy Cat GIF</h1>')
    expect(start).toMatch(/<i id="painted"[^>]*><\/i>$/)
    related.resolve(Response.json(okJson([catJson('late1')])))
    const { value: end = '' } = (await parts?.read()) ?? {}
    expect(end).toContain('href="/gifs/happy-cat-late1"')
    expect(end).toMatch(/<\/main>.*<\/html>$/)
    await waitOnExecutionContext(ctx)
  })

  it.each([
    [
      'the wrong kind',
      { is_sticker: 1 },
      (id: string) => `/gifs/happy-cat-${id}`,
      (id: string) => `/stickers/happy-cat-${id}`,
    ],
    [
      'an old slug',
      {},
      (id: string) => `/gifs/sad-dog-${id}?utm_source=x`,
      (id: string) => `/gifs/happy-cat-${id}?utm_source=x`,
    ],
    ['the id alone', {}, (id: string) => `/gifs/${id}`, (id: string) => `/gifs/happy-cat-${id}`],
  ])('%s leads to the one address, for good', async (_name, change, from, to) => {
    const id = freshId()
    const response = await having({ ...change, slug: `happy-cat-${id}` }).get(from(id))
    expect(response.status).toBe(301)
    expect(response.headers.get('Location')).toBe(to(id))
    expect(response.headers.get('Cache-Control')).toBe('public, max-age=60')
  })

  it.each([
    ['flagged removed', () => Response.json(okJson({ ...catJson(), is_removed: 1 })), 410],
    ['unknown', () => Response.json({ meta: { msg: 'Not Found' } }, { status: 404 }), 404],
    ['lost with its provider', () => new Response('{}', { status: 500 }), 502],
  ])('a GIF that is %s has a page that says so', async (_name, answer, status) => {
    const response = await withProvider(answer).get(`/gifs/happy-cat-${freshId()}`)
    expect(response.status).toBe(status)
    expect(await response.text()).toContain(`<p class="status">${status}</p>`)
  })

  it('is hidden from search engines where the item may not be listed', async () => {
    const unlisted = await pageOf({ is_indexable: 0 })
    expect(unlisted.html).toContain('name="robots" content="noindex, follow"')
    expect(unlisted.response.headers.get('X-Robots-Tag')).toBe('noindex')
    const listed = await pageOf()
    expect(listed.html).not.toContain('noindex')
    expect(listed.response.headers.get('X-Robots-Tag')).toBeNull()
  })

  it.each([
    ['?lang=de', {}, 'de', 'Ähnliche GIFs', 'href="/channels/ann?lang=de"'],
    ['', { 'Accept-Language': 'ja;q=0.9, fr;q=0.3' }, 'ja', '関連GIF', 'href="/channels/ann"'],
    ['?lang=xx', { 'Accept-Language': 'xx' }, 'en', 'Related Gifs', 'href="/channels/ann"'],
  ])('speaks the language of %s %o', async (query, headers, lang, word, link) => {
    const id = freshId()
    const response = await having({ slug: `happy-cat-${id}` }).get(`/gifs/happy-cat-${id}${query}`, headers)
    const html = await response.text()
    expect(response.headers.get('Content-Language')).toBe(lang)
    for (const part of [`<html lang="${lang}"`, word, link]) expect(html).toContain(part)
  })

  it('holds no inline style or script, whatever a stranger called his GIF (T1, T3)', async () => {
    const hostile = `</script><script>alert(1)</script><img src=x onerror=alert(1)>" onload="x`
    const { html } = await pageOf({
      title: hostile,
      alt_text: `Shows ${hostile}`,
      tags: [hostile],
      user: { username: 'ann', display_name: hostile, avatar_url: 'javascript:alert(1)' },
    })
    const benign = (
      await pageOf({ title: 'x', alt_text: 'y', tags: ['z'], user: { username: 'ann', display_name: 'w' } })
    ).html
    const elements = (text: string) => text.match(/<\/?[a-z][\w-]*/gi)
    expect(elements(html)).toEqual(elements(benign))
    expect(html.replace(/value="[^"]*"|<textarea.*?<\/textarea>/g, '')).not.toMatch(/ style=| on\w+="/)
    expect(html.match(/<script(?! type="application\/ld\+json")[^>]*>/g)).toEqual([
      expect.stringMatching(/^<script type="module" src="\/static\/public-[A-Z0-9]{8}\.js">$/),
      expect.stringMatching(/^<script type="module" src="\/static\/item-[A-Z0-9]{8}\.js">$/),
    ])
  })
})

describe('§7 whether an item’s page says what is shared', () => {
  const marked = async (vars: Record<string, unknown>, change: Gif = {}) => {
    const id = freshId()
    const { get } = withProvider(
      (request) =>
        Response.json(
          okJson(
            request.url.includes('/related') ? [] : { ...catJson(id), slug: `happy-cat-${id}`, ...change },
          ),
        ),
      vars,
    )
    return /<section class="[^"]*item-share"[^>]* data-tracking="([^"]*)"/
      .exec(await (await get(`/gifs/happy-cat-${id}`)).text())?.[1]
      ?.replace(id, 'the id')
  }

  it.each([
    ['by default', {}, 'the id'],
    ['where tracking is off', { TRACKING: 'off' }, undefined],
    ['where no service counts it', { SITE_URL: 'https://site.test' }, undefined],
    [
      'to a gateway elsewhere',
      { SITE_URL: 'https://site.test', GATEWAY_URL: 'https://gateway.test' },
      'the id',
    ],
  ])('%s', async (_when, vars, expected) => {
    expect(await marked(vars)).toBe(expected)
  })
})
