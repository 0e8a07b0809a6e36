import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyGif } from '../../test/fixtures/library/any-gif.ts'
import { gifOf } from '../../test/fixtures/library/gif.ts'
import { embedSnippet } from './snippet.ts'

const place = { publicUrl: 'https://loop.test', brand: 'Loopframe' }
const sized = (width: number, height: number) =>
  gifOf({ title: 'Cat', images: { original: { url: 'https://a.test/a.gif', width, height } } })

// One quoted or bare attribute; a snippet must be these four elements, and nothing else.
const ATTRIBUTES = '(?: [a-z]+(?:="[^"<>]*")?)*'
const FRAME = `<iframe${ATTRIBUTES}></iframe>`
const SNIPPET = new RegExp(
  `^(?:${FRAME}|<div${ATTRIBUTES}>${FRAME}</div>)<p><a href="[^"<>]*">via [^<>]*</a></p>$`,
)

describe('§9 Embed snippet', () => {
  it('is the embed in a frame, and ends with a via link', () => {
    expect(embedSnippet(sized(960, 540), place)).toBe(
      '<iframe src="https://loop.test/embed/abc123" width="480" height="270" title="Cat" ' +
        'style="border:0;max-width:100%;height:auto;aspect-ratio:480/270" ' +
        'allow="autoplay; fullscreen; clipboard-write" referrerpolicy="strict-origin-when-cross-origin" ' +
        'loading="lazy"></iframe><p><a href="https://loop.test/gifs/abc123">via Loopframe</a></p>',
    )
  })

  it.each([
    ['landscape down', 1920, 1080, 480, 270],
    ['portrait down', 500, 1000, 240, 480],
    ['a small square up', 100, 100, 480, 480],
    ['a line', 4000, 1, 480, 1],
  ])('scales %s to fit 480x480, keeping the ratio', (_what, width, height, fitWidth, fitHeight) => {
    expect(embedSnippet(sized(width, height), place)).toContain(` width="${fitWidth}" height="${fitHeight}" `)
  })

  it('has a responsive mode with 100% width and a padding-bottom ratio', () => {
    const snippet = embedSnippet(sized(498, 280), { ...place, responsive: true })
    expect(snippet).toMatch(SNIPPET)
    expect(snippet).toContain(
      '<div style="width:100%;height:0;padding-bottom:56.22%;position:relative"><iframe ',
    )
    expect(snippet).toContain(' width="100%" height="100%" ')
  })

  it('T4: escapes what strangers wrote', () => {
    const gif = gifOf({ title: '"><script>alert(1)</script>', url: "https://a.test/'&quot;<b>" })
    const snippet = embedSnippet(gif, { ...place, brand: '<i>&"' })
    expect(snippet).toMatch(SNIPPET)
    expect(snippet).toContain('title="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"')
    expect(snippet).toContain('>via &lt;i&gt;&amp;&quot;</a>')
  })

  it.each([['a b'], ['../admin'], ['"'], ['a'.repeat(65)]])('T4: there is none for the id %j', (id) => {
    expect(embedSnippet(gifOf({ id }), place)).toBeUndefined()
  })

  it('T4: is never anything but a frame and a link, in a box or not', () => {
    fc.assert(
      fc.property(anyGif, fc.boolean(), (gif, responsive) => {
        expect(embedSnippet({ ...gif, id: 'abc123' }, { ...place, responsive })).toMatch(SNIPPET)
      }),
      { numRuns: 1000 },
    )
  })
})
