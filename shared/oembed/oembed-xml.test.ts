import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyGif } from '../../test/fixtures/library/any-gif.ts'
import { toOembed } from './oembed.ts'
import { oembedXml } from './oembed-xml.ts'

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
