import { describe, expect, it } from 'vitest'
import { embedQuery } from '../oembed/embed-query.ts'
import { oembedTarget } from './own-address.ts'

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
