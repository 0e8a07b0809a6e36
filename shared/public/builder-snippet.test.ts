import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SURFACES } from '../widgets/option-row.ts'
import { BUILDER_FIELDS } from './builder-fields.data.ts'
import { builderSnippet } from './builder-snippet.ts'

const item = {
  slug: 'happy-cat-abc123',
  itemUrl: 'https://loop.test/gifs/happy-cat-abc123',
  title: 'Happy "Cat"',
  width: 960,
  height: 540,
}
const place = {
  publicUrl: 'https://loop.test',
  brand: 'Loop & Frame',
  item,
  title: 'GIFs',
}
const build = (fields: Record<string, string>) => builderSnippet(new URLSearchParams(fields), place)

describe('the snippet builder', () => {
  it('starts with the snippet of §9: the GIF in 480×480, with a via link', () => {
    const { html, src, width, height } = build({})
    expect([src, width, height]).toEqual(['/embed/happy-cat-abc123', 480, 270])
    expect(html).toContain('<iframe src="https://loop.test/embed/happy-cat-abc123" width="480" height="270"')
    expect(html).toContain('title="Happy &quot;Cat&quot;"')
    expect(html).toMatch(
      /<a href="https:\/\/loop\.test\/gifs\/happy-cat-abc123">via Loop &amp; Frame<\/a><\/p>$/,
    )
  })

  it('keeps a GIF’s ratio at the width that is asked for, and as wide as its place', () => {
    const own = build({ size: 'own', width: '800' })
    expect(own).toMatchObject({ width: 800, height: 450 })
    expect(own.html).toContain('width="800" height="450"')
    expect(build({ size: '640' })).toMatchObject({ width: 640, height: 360 })
    expect(build({ size: '320', width: '800' })).toMatchObject({ width: 320, height: 180 })
    expect(build({ size: 'responsive' }).html).toContain('padding-bottom:56.25%')
  })

  it('writes an embed’s options, and none that only widgets have', () => {
    const fields = {
      frameTheme: 'dark',
      frameLang: 'ja',
      paused: 'on',
      columns: '4',
      q: 'x',
      source: 'q',
      value: 'cats',
    }
    expect(build(fields).src).toBe('/embed/happy-cat-abc123?theme=dark&lang=ja&autoplay=0')
  })

  it('writes every option of a widget that differs from what happens anyway', () => {
    const fields = {
      what: 'grid',
      source: 'q',
      value: ' happy cats ',
      type: 'stickers',
      columns: '4',
      gutter: '6',
      borderRadius: '0',
      frameTheme: 'light',
      frameLang: '',
      hideAttribution: 'on',
      noLink: 'on',
      limit: '12',
      rating: 'pg-13',
      tabIndex: '-1',
      noResultsMessage: 'Nix da',
      user: 'visitor1',
    }
    expect(Object.fromEntries(new URL(build(fields).src, 'https://x.test').searchParams)).toEqual({
      q: 'happy cats',
      type: 'stickers',
      columns: '4',
      borderRadius: '0',
      theme: 'light',
      hideAttribution: '1',
      noLink: '1',
      limit: '12',
      rating: 'pg-13',
      tabIndex: '-1',
      noResultsMessage: 'Nix da',
      user: 'visitor1',
    })
  })

  it('a carousel fills its frame, so its height is the frame’s alone', () => {
    const { src, html } = build({ what: 'carousel', height: '160', size: 'responsive' })
    expect(src).toBe('/widgets/carousel')
    expect(html).toContain('width="100%" height="160"')
  })

  it.each([
    [
      {},
      '<loop-embed gif="happy-cat-abc123" width="480" style="display:block;width:480px;max-width:100%;aspect-ratio:960/540">' +
        '<a href="https://loop.test/gifs/happy-cat-abc123">Happy &quot;Cat&quot;</a></loop-embed>',
    ],
    [
      { size: 'responsive', paused: 'on' },
      '<loop-embed gif="happy-cat-abc123" autoplay="0" ratio="960/540" style="display:block;max-width:100%;aspect-ratio:960/540">' +
        '<a href="https://loop.test/gifs/happy-cat-abc123">Happy &quot;Cat&quot;</a></loop-embed>',
    ],
    [
      {
        what: 'grid',
        source: 'channel',
        value: 'ann',
        hideAttribution: 'on',
        borderRadius: '0',
        size: 'responsive',
      },
      '<loop-grid channel="ann" border-radius="0" hide-attribution height="480" style="display:block;max-width:100%;height:480px">' +
        '<a href="https://loop.test/">GIFs: ann</a></loop-grid>',
    ],
  ])('is also an element with the line that brings it', (fields, element) => {
    expect(build({ ...fields, as: 'element' }).html).toBe(
      `<script async src="https://loop.test/loopframe.js"></script>\n${element}`,
    )
  })

  it('a picker in a frame copies; as an element it has a listener', () => {
    const fields = { what: 'picker', source: 'q', value: 'cats', rating: 'pg', size: '320' }
    expect(build(fields).html).toContain('src="https://loop.test/widgets/picker?rating=pg&amp;pick=copy"')
    const { html, src } = build({ ...fields, as: 'element' })
    expect(src).toBe('/widgets/picker?rating=pg&pick=copy')
    const [loads, element, ...listener] = html.split('\n')
    expect(loads).toBe('<script async src="https://loop.test/loopframe.js"></script>')
    expect(element).toBe(
      '<loop-picker inline rating="pg" width="320" height="440" style="display:block;width:320px;max-width:100%;height:440px">' +
        '<a href="https://loop.test/">GIFs</a></loop-picker>',
    )
    expect(listener.join('\n')).toMatch(/^<script>[^<]*'loop-pick'[^<]*<\/script>$/)
  })

  it('T4: whatever is typed, the snippet is the same few elements and its frame stays with us', () => {
    const names = [...BUILDER_FIELDS.map(({ name }) => name), 'value', 'width', 'height', 'size']
    const typed = fc.oneof(fc.constantFrom('"><script>', '-1', '1e9', '../..', '\\'), fc.string())
    fc.assert(
      fc.property(
        fc.constantFrom(...SURFACES),
        fc.constantFrom('frame', 'element'),
        fc.constantFrom('trending', 'q', 'related', 'channel', 'ids'),
        fc.dictionary(fc.constantFrom(...names), typed),
        (what, as, source, fields) => {
          const { src, html, width, height } = build({ ...fields, what, as, source })
          expect(new URL(src, 'https://loop.test').origin).toBe('https://loop.test')
          expect(html.match(/<\w[\w-]*/g)?.join()).toMatch(
            /^(<div,)?<iframe,<p,<a$|^<script,<loop-\w+,<a(,<script)?$/,
          )
          expect(width > 0 && height > 0).toBe(true)
        },
      ),
    )
  })
})
