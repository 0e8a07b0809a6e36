import { describe, expect, it } from 'vitest'
import { foreignId, readForeign } from './foreign-address.ts'

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
