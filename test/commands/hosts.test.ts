import { extract, setProviderList } from '@extractus/oembed-extractor'
import { getPreviewFromContent } from 'link-preview-js'
import openGraphScraper from 'open-graph-scraper'
import { unfurl } from 'unfurl.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { discourse } from './hosts/discourse.ts'
import { ghost } from './hosts/ghost.ts'
import { keptEndpoint, mastodon } from './hosts/mastodon.ts'
import { linkOf, pageAt, type Shown } from './hosts/page.ts'
import { hostedProduct, type Item } from './hosts/product.ts'
import { openGraph, synapse } from './hosts/synapse.ts'
import { discover, readXml, wordpress } from './hosts/wordpress.ts'

/*
 * docs/hosts.md: what other software makes of a link to this product. Hosts whose code is not on npm are written as the
 * steps that their code takes (`test/commands/hosts/`); the libraries of npm run unchanged.
 */
let product: Awaited<ReturnType<typeof hostedProduct>>
let base: string
beforeAll(async () => {
  product = await hostedProduct()
  base = product.base
}, 120_000)
afterAll(() => product?.stop())

const HOSTS: Readonly<Record<string, (url: string) => Promise<Shown>>> = {
  wordpress,
  'wordpress, a provider': (url) => wordpress(url, { provider: `${base}/services/oembed` }),
  ghost,
  discourse: (url) => discourse(url),
  'discourse, allowed': (url) => discourse(url, [`${base}/embed/`]),
  mastodon,
  synapse,
}

const shownBy = async (url: string): Promise<Record<string, Shown>> =>
  Object.fromEntries(
    await Promise.all(Object.entries(HOSTS).map(async ([name, host]) => [name, await host(url)] as const)),
  )

/** What each host shows of an item with a film. */
function shownOf(item: Item, [width, height]: [number, number]): Record<string, Shown> {
  const { embedOf, media } = product
  const size = { width: String(width), height: String(height), frameborder: '0' }
  const whole = {
    ...size,
    src: embedOf(item),
    title: item.alt_text,
    style: `border:0;max-width:100%;height:auto;aspect-ratio:${width}/${height}`,
    allow: 'autoplay; fullscreen; clipboard-write',
    referrerpolicy: 'strict-origin-when-cross-origin',
    loading: 'lazy',
  }
  const card = {
    title: item.title,
    description: `${item.title}: watch it, share it, or embed it on your page.`,
    image: media(item),
    site: 'Loopframe',
  }
  const video: Shown = { as: 'video', src: media(item, 'original.mp4'), poster: media(item) }
  const sandbox = 'allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox allow-forms'
  return {
    wordpress: {
      as: 'frame',
      frame: {
        ...size,
        title: item.alt_text,
        src: `${embedOf(item)}#?secret=abcdefghij`,
        sandbox: 'allow-scripts',
      },
    },
    'wordpress, a provider': { as: 'frame', frame: whole },
    ghost: { as: 'frame', frame: whole },
    discourse: video,
    'discourse, allowed': video,
    mastodon: { as: 'frame', frame: { ...size, src: embedOf(item), sandbox }, card },
    synapse: { as: 'card', card },
  }
}

describe('a host that gets a link to', () => {
  it('a GIF frames or plays it, or shows its card', async () => {
    const { gif, media, pageOf } = product
    expect(await shownBy(pageOf(gif))).toEqual(shownOf(gif, [480, 270]))
    for (const file of [media(gif), media(gif, 'original.mp4')]) {
      const { status, headers } = await fetch(file)
      expect([status, headers.get('content-type')]).toEqual([200, expect.stringMatching(/^(image|video)\//)])
    }
  })

  it('is answered alike where it asks for the head first, as Discourse does', async () => {
    const { gif, gone, pageOf } = product
    for (const url of [pageOf(gif), ...Object.values(gone)]) {
      const [head, whole] = await Promise.all(['HEAD', 'GET'].map((method) => fetch(url, { method })))
      expect([head?.status, head?.headers.get('content-type')]).toEqual([
        whole?.status,
        whole?.headers.get('content-type'),
      ])
    }
  })

  it('a sticker does the same', async () => {
    const { pageOf, sticker } = product
    expect(await shownBy(pageOf(sticker, 'stickers'))).toEqual(shownOf(sticker, [480, 480]))
  })

  it('a video does the same; Mastodon takes its card of oEmbed', async () => {
    const { film, pageOf } = product
    const shown = await shownBy(pageOf(film))
    const { mastodon: player, ...others } = shownOf(film, [480, 270])
    expect(shown).toMatchObject(others)
    expect(shown.mastodon).toMatchObject({
      frame: (player as { frame: object }).frame,
      card: {
        title: film.title,
        author: 'Night Owl',
        site: 'Loopframe',
        image: expect.stringMatching(/_still\.gif$/),
      },
    })
  })

  it('a GIF without a film: Discourse frames it where its address is allowed, else shows its card', async () => {
    const { embedOf, media, pageOf, plain } = product
    const shown = await shownBy(pageOf(plain))
    const { discourse: _, 'discourse, allowed': __, ...others } = shownOf(plain, [480, 270])
    expect(shown).toMatchObject(others)
    expect(shown.discourse).toMatchObject({ as: 'card', card: { title: plain.title, image: media(plain) } })
    expect(shown['discourse, allowed']).toMatchObject({
      as: 'frame',
      frame: {
        src: embedOf(plain),
        width: '480',
        height: '270',
        sandbox: expect.stringMatching(/allow-scripts/),
      },
    })
  })

  it('a story shows its card, or its title as a link', async () => {
    const { gif, media } = product
    const card = {
      title: 'A day at the sea',
      description: 'First the waves.',
      // What moves may be too heavy for a preview.
      image: media(gif, 'original_still.gif'),
      site: 'Loopframe',
    }
    const link: Shown = { as: 'titled link', title: card.title }
    const whole: Shown = { as: 'card', card }
    expect(await shownBy(`${base}/stories/sea`)).toEqual({
      wordpress: link,
      'wordpress, a provider': link,
      ghost: whole,
      discourse: whole,
      'discourse, allowed': whole,
      mastodon: {
        as: 'card',
        card: {
          title: card.title,
          site: card.site,
          author: 'Ida Artist',
          image: expect.stringMatching(/_still\.gif$/),
        },
      },
      synapse: whole,
    })
  })

  it.each(['an unknown id', 'what is hidden', 'what was taken down'] as const)(
    '%s leaves it a link',
    async (what) => {
      const shown = await shownBy(product.gone[what])
      expect(shown).toEqual(Object.fromEntries(Object.keys(HOSTS).map((name) => [name, { as: 'link' }])))
    },
  )
})

describe('WordPress', () => {
  it('gets a frame of the size that its theme has room for', async () => {
    const { gif, pageOf } = product
    const frame = async (width: number) => (await wordpress(pageOf(gif), { width })) as { frame: object }
    expect((await frame(320)).frame).toMatchObject({ width: '320', height: '180' })
    expect((await frame(1200)).frame).toMatchObject({ width: '480', height: '270' })
  })

  it('finds XML too, with the same in it', async () => {
    const { pageOf, sticker } = product
    const { json = '', xml = '' } = await discover(pageOf(sticker, 'stickers'))
    const fields = Object.entries((await (await fetch(json)).json()) as object)
    const asText = Object.fromEntries(fields.map(([name, value]) => [name, String(value)]))
    expect(readXml(await (await fetch(xml)).text())).toEqual(asText)
  })
})

describe('Mastodon', () => {
  it('keeps the endpoint for other addresses of its host; where that has nothing, it reads the page', async () => {
    const { gif, pageOf, sticker } = product
    const endpoint = keptEndpoint(linkOf(await pageAt(pageOf(gif)), 'application/json+oembed') ?? '')
    const status = async (url: string) => (await fetch(endpoint(url))).status
    expect(await status(pageOf(sticker, 'stickers'))).toBe(200)
    expect(await status(`${base}/search/happy`)).toBe(404)
    expect(await mastodon(`${base}/search/happy`)).toMatchObject({ as: 'card', card: { site: 'Loopframe' } })
  })

  it('adds to the player’s address that it shall play', async () => {
    const { embedOf, gif } = product
    const { status, headers } = await fetch(`${embedOf(gif)}?autoplay=1&auto_play=1`)
    expect(status).toBe(200)
    expect(headers.get('content-security-policy')).not.toMatch(/frame-ancestors '(none|self)'/)
    expect(headers.get('x-frame-options')).toBeNull()
  })
})

it('Synapse gives its clients the film’s address and size too', async () => {
  const { embedOf, gif, media, pageOf } = product
  expect(await openGraph(pageOf(gif))).toMatchObject({
    'og:type': 'video.other',
    'og:video': media(gif, 'original.mp4'),
    'og:video:type': 'video/mp4',
    'og:image:width': '480',
    'og:image:height': '270',
    'og:player': embedOf(gif),
  })
})

describe('a library of npm', () => {
  it('@extractus/oembed-extractor, which Ghost has: by discovery, and as a provider of its list', async () => {
    const { embedOf, gif, gone, pageOf } = product
    const item = { title: gif.title, width: 240, height: 135, html: expect.stringContaining(embedOf(gif)) }
    const room = { maxwidth: 240, maxheight: 500 }
    expect(await extract(pageOf(gif), room)).toMatchObject({ ...item, method: 'auto-discovery' })
    expect(await extract(`${base}/stories/sea`)).toMatchObject({ type: 'link', title: 'A day at the sea' })
    for (const url of Object.values(gone)) await expect(extract(url)).rejects.toThrow(/error code 4(04|10)/)

    // It asks providers of its list by https alone.
    const endpoint = { schemes: [`${base}/gifs/*`], url: `${base}/services/oembed`, discovery: true }
    setProviderList([{ provider_name: 'Loopframe', provider_url: base, endpoints: [endpoint] }])
    const overHttp = (url: string | URL | Request) => fetch(String(url).replace('https:', 'http:'))
    expect(await extract(pageOf(gif), room, overHttp)).toMatchObject({ ...item, method: 'provider-api' })
    for (const url of Object.values(gone))
      await expect(extract(url, {}, overHttp)).rejects.toThrow(/error code 4(04|10)/)
  })

  it('unfurl.js', async () => {
    const { embedOf, gone, media, pageOf, sticker } = product
    expect(await unfurl(pageOf(sticker, 'stickers'))).toMatchObject({
      canonical_url: pageOf(sticker, 'stickers'),
      open_graph: {
        title: sticker.title,
        images: [{ url: media(sticker), width: 512, height: 512, type: 'image/gif' }],
        videos: [{ url: media(sticker, 'original.mp4'), type: 'video/mp4', width: 512, height: 512 }],
      },
      twitter_card: { card: 'player', players: [{ url: embedOf(sticker), width: 480, height: 480 }] },
      oEmbed: { type: 'rich', title: sticker.title, html: expect.stringContaining(embedOf(sticker)) },
    })
    expect(await unfurl(`${base}/stories/sea`)).toMatchObject({
      oEmbed: { type: 'link', title: 'A day at the sea', author_name: 'Ida Artist' },
      open_graph: { type: 'article' },
    })
    for (const url of Object.values(gone)) await expect(unfurl(url)).rejects.toThrow()
  })

  it('open-graph-scraper', async () => {
    const { embedOf, film, gone, media, pageOf } = product
    const { result } = await openGraphScraper({ url: pageOf(film) })
    expect(result).toMatchObject({
      success: true,
      ogTitle: film.title,
      ogSiteName: 'Loopframe',
      ogVideo: [{ url: media(film, 'original.mp4'), type: 'video/mp4', width: '640', height: '360' }],
      twitterPlayer: [{ url: embedOf(film), width: '480', height: '270' }],
    })
    for (const url of Object.values(gone))
      await expect(openGraphScraper({ url })).rejects.toMatchObject({ error: true })
  })

  // It refuses addresses of this machine: the page is fetched for it, as its documentation has it.
  it('link-preview-js', async () => {
    const { gif, media, pageOf } = product
    const { html } = await pageAt(pageOf(gif))
    const url = 'https://loop.example/gifs/1'
    const preview = await getPreviewFromContent({ data: html, headers: { 'content-type': 'text/html' }, url })
    expect(preview).toMatchObject({
      title: gif.title,
      siteName: 'Loopframe',
      mediaType: 'video.other',
      images: [media(gif)],
      videos: [{ url: media(gif, 'original.mp4'), type: 'video/mp4', width: '480', height: '270' }],
    })
  })
})
