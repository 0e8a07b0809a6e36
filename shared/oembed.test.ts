import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyGif } from '../test/fixtures/library/any-gif.ts'
import { gifOf } from '../test/fixtures/library/gif.ts'
import { type OembedPlace, oembedXml, toOembed } from './oembed.ts'

const place: OembedPlace = {
  publicUrl: 'https://loop.test',
  brand: 'Loopframe',
  max: {},
  embedQuery: new URLSearchParams(),
}

const rendition = (name: string, width: number, height: number) => ({
  [name]: { url: `https://a.test/${name}.gif`, width, height },
})

const cat = gifOf({
  title: 'Cat',
  images: {
    ...rendition('original', 960, 540),
    ...rendition('original_still', 960, 540),
    ...rendition('fixed_width_still', 200, 113),
    ...rendition('fixed_width_small_still', 100, 56),
  },
})

const FRAME = /^<iframe(?: [a-z]+(?:="[^"<>]*")?)*><\/iframe>$/

describe('oEmbed of a GIF', () => {
  it('has a frame, a still for cards and the picture itself', () => {
    expect(toOembed(cat, place)).toEqual({
      version: '1.0',
      type: 'rich',
      title: 'Cat',
      provider_name: 'Loopframe',
      provider_url: 'https://loop.test',
      cache_age: 86_400,
      html:
        '<iframe src="https://loop.test/embed/abc123" width="480" height="270" title="Cat" ' +
        'style="border:0;max-width:100%;height:auto;aspect-ratio:480/270" frameborder="0" allow="autoplay; fullscreen; clipboard-write" ' +
        'referrerpolicy="strict-origin-when-cross-origin" loading="lazy"></iframe>',
      width: 480,
      height: 270,
      url: 'https://a.test/original.gif',
      thumbnail_url: 'https://a.test/original_still.gif',
      thumbnail_width: 960,
      thumbnail_height: 540,
    })
  })

  it('is called as its page is; the frame has the words for those who do not see it', () => {
    const answer = toOembed({ ...cat, alt_text: 'A cat waves' }, place)
    expect(answer.title).toBe('Cat')
    expect(answer.html).toContain(' title="A cat waves" ')
    expect(toOembed({ ...cat, title: '', alt_text: 'A cat waves' }, place).title).toBe('A cat waves')
  })

  it('says video of a film, and names its author', () => {
    const film = gifOf({
      type: 'video',
      images: { original: { mp4: 'https://a.test/a.mp4', width: 640, height: 360 } },
      user: { username: 'ann', display_name: 'Ann', profile_url: 'https://a.test/ann' },
    })
    expect(toOembed(film, place)).toMatchObject({
      type: 'video',
      author_name: 'Ann',
      author_url: 'https://a.test/ann',
    })
  })

  it.each([
    [{ width: 320 }, [320, 180], 200],
    [{ height: 90 }, [160, 90], 100],
    [{ width: 4000, height: 4000 }, [480, 270], 960],
    [{ width: 1, height: 1 }, [1, 1], undefined],
  ])('keeps within %j, its thumbnail too', (max, [width, height], thumbnail) => {
    const answer = toOembed(cat, { ...place, max })
    expect(answer).toMatchObject({ width, height })
    expect(answer.html).toContain(` width="${width}" height="${height}" `)
    expect(answer.thumbnail_width).toBe(thumbnail)
  })

  it('passes looks on to the address of the embed, escaped', () => {
    const embedQuery = new URLSearchParams({ theme: 'dark', lang: 'de' })
    expect(toOembed(cat, { ...place, embedQuery }).html).toContain(
      'src="https://loop.test/embed/abc123?theme=dark&amp;lang=de"',
    )
  })

  it('T4: for any GIF and bounds the html is one plain frame within them', () => {
    const bound = fc.option(fc.integer({ min: 1, max: 3000 }), { nil: undefined })
    fc.assert(
      fc.property(anyGif, bound, bound, (gif, width, height) => {
        const max = { ...(width && { width }), ...(height && { height }) }
        const answer = toOembed({ ...gif, id: 'abc123' }, { ...place, max })
        expect(answer.html).toMatch(FRAME)
        for (const side of [answer.width, answer.height]) expect(side).toBeGreaterThanOrEqual(1)
        for (const shown of [answer.width, answer.thumbnail_width ?? 1])
          expect(shown).toBeLessThanOrEqual(width ?? Infinity)
        for (const shown of [answer.height, answer.thumbnail_height ?? 1])
          expect(shown).toBeLessThanOrEqual(height ?? Infinity)
        expect(JSON.stringify(answer)).not.toMatch(/:null|NaN|undefined/)
      }),
    )
  })
})

const DOCUMENT =
  /^<\?xml version="1\.0" encoding="utf-8" standalone="yes"\?>\n<oembed>(?:<([a-z_]+)>(?:[^<>&"']|&(?:amp|lt|gt|quot|#39);)*<\/\1>)*<\/oembed>\n$/
// https://www.w3.org/TR/xml/#charsets
const CHARACTERS = /^[\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]*$/u

const SIGNS: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'" }
const read = (text: string) => text.replace(/&(?:amp|lt|gt|quot|#39);/g, (sign) => SIGNS[sign] ?? '')

describe('oEmbed as XML', () => {
  it('is a flat document; what is absent is absent', () => {
    expect(oembedXml({ version: '1.0', title: 'a < b & "c"', width: 480, author_name: undefined })).toBe(
      '<?xml version="1.0" encoding="utf-8" standalone="yes"?>\n<oembed><version>1.0</version>' +
        '<title>a &lt; b &amp; &quot;c&quot;</title><width>480</width></oembed>\n',
    )
  })

  it('leaves out what XML cannot hold', () => {
    expect(oembedXml({ title: 'a\0b\u001bc\ufffed\ud800e👋' })).toContain('<title>abcde👋</title>')
  })

  it('is well formed for any text, and reads back as it was', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (title) => {
        const xml = oembedXml({ title })
        expect(xml).toMatch(DOCUMENT)
        expect(xml).toMatch(CHARACTERS)
        if (CHARACTERS.test(title)) expect(read(/<title>(.*)<\/title>/su.exec(xml)?.[1] ?? '')).toBe(title)
      }),
    )
  })

  it('is well formed for any GIF', () => {
    const place = { publicUrl: 'https://loop.test', brand: '<&>', max: {}, embedQuery: new URLSearchParams() }
    fc.assert(fc.property(anyGif, (gif) => void expect(oembedXml(toOembed(gif, place))).toMatch(DOCUMENT)))
  })
})
