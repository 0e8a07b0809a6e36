import { describe, expect, it } from 'vitest'
import { embedQuery } from '../oembed.ts'
import { foreignId, oembedTarget, readForeign } from './address.ts'

const OWN = ['https://loop.test', 'http://127.0.0.1:8788']
const read = (url: string) => {
  const target = oembedTarget(url, OWN)
  return target.kind === 'item' ? target.id : target.kind
}

describe('what an oEmbed url means', () => {
  it.each([
    ['an item', 'https://loop.test/gifs/happy-cat-abc123'],
    ['a sticker', 'https://loop.test/stickers/happy-cat-abc123'],
    ['an embed', 'https://loop.test/embed/abc123?theme=dark#top'],
    ['a short URL', 'https://loop.test/gifs/abc123'],
    ['a file', 'https://loop.test/media/abc123/original.gif'],
    ['a slash at the end', 'https://loop.test/gifs/happy-cat-abc123/'],
    ['the other scheme', 'http://loop.test/gifs/abc123'],
    ['the host that is asked', 'http://127.0.0.1:8788/gifs/abc123'],
    ['a host in capitals', 'HTTPS://LOOP.TEST/gifs/abc123'],
    ['a slug in another script', 'https://loop.test/gifs/%E7%8C%AB-abc123'],
  ])('%s is the item', (_what, url) => expect(read(url)).toBe('abc123'))

  it.each(['https://loop.test/stories/happy-cats', 'http://loop.test/stories/happy-cats/?lang=de'])(
    '%s is a story',
    (url) => expect(oembedTarget(url, OWN)).toEqual({ kind: 'story', slug: 'happy-cats' }),
  )

  it.each([
    'https://loop.test/',
    'https://loop.test/gifs',
    'https://loop.test/gifs/a-%24',
    'https://loop.test/media/abc123',
    'https://loop.test/v1/gifs/abc123',
    'https://loop.test/gifs/abc123/more',
    'https://loop.test/stories',
    'https://loop.test/stories/a/b',
  ])('%s is nothing to embed', (url) => expect(read(url)).toBe('unknown'))

  it.each([
    'abc123',
    '//loop.test/gifs/abc123',
    'https://evil.test/gifs/abc123',
    'https://loop.test.evil.test/gifs/abc123',
    'https://evil.test/https://loop.test/gifs/abc123',
    'https://loop.test@evil.test/gifs/abc123',
    'https://user:secret@loop.test/gifs/abc123',
    'https://loop.test:8443/gifs/abc123',
    'https://loop.test\\@evil.test/gifs/abc123',
    'ftp://loop.test/gifs/abc123',
    'javascript://loop.test/gifs/abc123',
    'data:text/html,https://loop.test/gifs/abc123',
    'http://169.254.169.254/gifs/abc123',
    'http://[::ffff:127.0.0.1]:8788/gifs/abc123',
  ])('T10: %s is foreign', (url) =>
    expect(read(url)).toBe(url.startsWith('https://loop.test\\') ? 'unknown' : 'foreign'),
  )
})

describe('the query that goes on to the embed', () => {
  const asQuery = (asked: Record<string, string>, given = '') =>
    embedQuery(asked, new URLSearchParams(given)).toString()

  it('takes what is asked before what the address says', () => {
    expect(asQuery({ theme: 'dark' }, 'theme=light&lang=de&autoplay=0')).toBe('theme=dark&lang=de&autoplay=0')
  })
  it('takes no value that is none, and no other name', () => {
    expect(asQuery({ theme: 'x', lang: '"><b>' }, 'lang=pt-BR&id=9&debug')).toBe('lang=pt-BR')
  })
})

describe('an address of another service', () => {
  it.each([
    ['https://giphy.com/gifs/happy-cat-l0HlBO7eyXzSZkJri', 'giphy-l0HlBO7eyXzSZkJri'],
    ['https://giphy.com/gifs/l0HlBO7eyXzSZkJri?utm_source=x#top', 'giphy-l0HlBO7eyXzSZkJri'],
    ['http://www.giphy.com/stickers/cat-abc123/', 'giphy-abc123'],
    ['https://giphy.com/clips/cat-abc123', 'giphy-abc123'],
    ['https://giphy.com/embed/abc123', 'giphy-abc123'],
    ['https://giphy.com/embed/abc123/video', 'giphy-abc123'],
    ['https://media.giphy.com/media/abc123/giphy.gif', 'giphy-abc123'],
    ['https://media4.giphy.com/media/v1.Y2lkPTc5MGI3/abc123/200w.webp?cid=1', 'giphy-abc123'],
    ['https://i.giphy.com/abc123.gif', 'giphy-abc123'],
    ['https://i.giphy.com/media/abc123/giphy.mp4', 'giphy-abc123'],
    ['https://tenor.com/view/happy-cat-gif-5709035038960353291', 'tenor-5709035038960353291'],
    ['https://tenor.com/en-GB/view/happy-cat-gif-123', 'tenor-123'],
    ['https://tenor.com/es/view/happy-cat-gif-123', 'tenor-123'],
    ['https://tenor.com/view/123', 'tenor-123'],
    ['https://tenor.com/embed/123', 'tenor-123'],
    ['https://klipy.com/gifs/adios-16', 'klipy-adios-16'],
    ['https://klipy.com/stickers/hello', 'klipy-hello'],
    ['https://klipy.com/gifs/mudae-bot-7--k01KPYA1G9S58VZDBY15HN6EDKZ', 'klipy-mudae-bot-7'],
  ])('%s is %s', (address, id) => expect(foreignId(address)).toBe(id))

  it.each([
    ['https://gph.is/g/4VBY7qD', 'GIPHY'],
    ['https://giphy.com/', 'GIPHY'],
    ['https://giphy.com/gifs/', 'GIPHY'],
    ['https://media.tenor.com/FCGqBpSjkP4AAAAC/cat.gif', 'Tenor'],
    ['https://tenor.com/bXyZ.gif', 'Tenor'],
    ['https://static.klipy.com/ii/c3a19a0b/b5/53/ko2unoLp.gif', 'KLIPY'],
    ['https://imgur.com/a/abc', 'Imgur'],
  ])('%s has no id that can be read', (address, service) => {
    expect(readForeign(address)).toEqual({ service })
  })

  it.each([
    'https://notgiphy.com/gifs/abc123',
    'https://giphy.com.evil.test/gifs/abc123',
    'ftp://giphy.com/gifs/abc123',
    'javascript:giphy.com/gifs/abc123',
    'giphy',
    '',
    `https://giphy.com/gifs/${'a-'.repeat(2000)}abc`,
  ])('%s is none', (address) => expect(readForeign(address)).toBeUndefined())
})
