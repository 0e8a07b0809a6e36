import { describe, expect, it } from 'vitest'
import { gifOf } from '../../test/fixtures/library/gif.ts'
import { pixelUrls } from './pixels.ts'

const pixelsOf = (...tags: unknown[]) => pixelUrls(gifOf({ bottle_data: { tags } }), () => 0.5)
const HALF = '5000000000'

describe('§3 bottle_data.tags, T7', () => {
  it.each([
    ['an address', 'https://ad.test/p?a=b', 'https://ad.test/p?a=b'],
    ['a tag', '<img src="https://ad.test/p">', 'https://ad.test/p'],
    [
      'a tag as ad servers write it',
      '<IMG  BORDER=0 SRC = \'https://ad.test/p;ord=1\' ALT=""/>',
      'https://ad.test/p;ord=1',
    ],
    ['a bare attribute', '<img width=1 src=https://ad.test/p height=1>', 'https://ad.test/p'],
    ['escaped ampersands', '<img src="https://ad.test/p?a=1&amp;b=2">', 'https://ad.test/p?a=1&b=2'],
    [
      'markup around the picture',
      '<noscript><a href="https://x.test"><img src="https://ad.test/p"></a></noscript>',
      'https://ad.test/p',
    ],
    [
      'a src within another value',
      '<img alt="a src=https://evil.test" src="https://ad.test/p">',
      'https://ad.test/p',
    ],
  ])('reads %s', (_what, tag, url) => {
    expect(pixelsOf(tag)).toEqual([url])
  })

  it.each([
    ['%%CACHEBUSTER%%'],
    ['%%cachebuster%%'],
    ['%25%25CACHEBUSTER%25%25'],
    ['[timestamp]'],
    ['[TIMESTAMP]'],
    ['%5Btimestamp%5D'],
    ['[CACHEBUSTER]'],
    ['[CACHE_BUSTER]'],
    ['[RANDOM]'],
    ['[random_number]'],
    ['[ord]'],
    ['{cachebuster}'],
    ['{{RANDOM}}'],
    ['$' + '{CACHEBUSTER}'],
    ['%7Bcachebuster%7D'],
    ['__RANDOM__'],
    ['__TIMESTAMP__'],
  ])('replaces every %s with a random integer', (placeholder) => {
    expect(pixelsOf(`https://ad.test/${placeholder}/p?a=${placeholder}&b=${placeholder}`)).toEqual([
      `https://ad.test/${HALF}/p?a=${HALF}&b=${HALF}`,
    ])
  })

  it('takes a new number for each tag', () => {
    const numbers = [0.1, 0.2]
    const gif = gifOf({ bottle_data: { tags: ['https://a.test/[random]', 'https://b.test/[random]'] } })
    expect(pixelUrls(gif, () => numbers.shift() ?? 0)).toEqual([
      'https://a.test/1000000000',
      'https://b.test/2000000000',
    ])
  })

  it.each([
    ['http', 'http://ad.test/p'],
    ['http in a tag', '<img src="http://ad.test/p">'],
    ['a script address', 'javascript:alert(1)'],
    ['a script address in a tag', '<img src="javascript:alert(1)">'],
    ['data', 'data:image/gif;base64,AAAA'],
    ['a name and password', 'https://user:pass@ad.test/p'],
    ['an address without a scheme', '//ad.test/p'],
    ['a script', '<script src="https://ad.test/p"></script>'],
    ['a frame', '<iframe src="https://ad.test/p"></iframe>'],
    ['two pictures', '<img src="https://a.test/1"><img src="https://a.test/2">'],
    ['a picture by another name', '<image src="https://ad.test/p"><imgs src="https://ad.test/p">'],
    ['a handler without a source', '<img onerror="src=https://ad.test/p" data-src="https://ad.test/p">'],
    ['a source after the tag has ended', '<img> src="https://ad.test/p"'],
    ['5 kB', `https://ad.test/${'a'.repeat(5000)}`],
    ['nothing', ''],
    ['no text', { src: 'https://ad.test/p' }],
  ])('drops %s', (_what, tag) => {
    expect(pixelsOf(tag)).toEqual([])
  })

  it('loads at most ten', () => {
    expect(pixelsOf(...Array.from({ length: 12 }, (_, n) => `https://ad.test/${n}`))).toHaveLength(10)
  })

  it('loads none for a GIF without bottle_data', () => {
    expect(pixelUrls(gifOf(), Math.random)).toEqual([])
  })

  it('T37: reads a tag made to be slow in no time', () => {
    const start = performance.now()
    pixelsOf(
      `<img ${'a '.repeat(2000)}`,
      `<img ${'a="'.repeat(1300)}`,
      `${'<img '.repeat(800)}`,
      `<img ${'='.repeat(4000)}`,
    )
    expect(performance.now() - start).toBeLessThan(1000)
  })
})
