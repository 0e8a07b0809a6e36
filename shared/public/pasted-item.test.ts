import { describe, expect, it } from 'vitest'
import { readPasted } from './pasted-item.ts'

const OWN = ['https://loop.test', 'http://localhost:8787']

describe('what somebody pastes into the builder', () => {
  it.each([
    ['abc123', 'abc123'],
    [' happy-cat-abc123 ', 'abc123'],
    ['https://loop.test/gifs/happy-cat-abc123?utm_source=x#top', 'abc123'],
    ['https://loop.test/stickers/happy-cat-abc123', 'abc123'],
    ['https://loop.test/embed/abc123/', 'abc123'],
    ['https://loop.test/media/abc123/original.gif', 'abc123'],
    ['loop.test/gifs/abc123', 'abc123'],
    ['localhost:8787/gifs/abc123', 'abc123'],
  ])('%j names %s', (text, id) => expect(readPasted(text, OWN)).toEqual({ id }))

  it.each([
    ['https://giphy.com/gifs/cat-hello-abc123', 'GIPHY'],
    ['https://media2.giphy.com/media/abc123/giphy.gif', 'GIPHY'],
    ['https://tenor.com/view/cat-gif-123', 'Tenor'],
    ['https://klipy.com/gifs/cat', 'KLIPY'],
    ['https://i.imgur.com/abc123.gif', 'Imgur'],
  ])('%s is an address of %s, which the library may know an item by', (address, service) => {
    expect(readPasted(address, OWN)).toEqual({ text: 'itemService', service, address })
    const bare = address.replace('https://', '')
    expect(readPasted(bare, OWN)).toEqual({ text: 'itemService', service, address })
  })

  it.each([
    ['', 'itemEmpty'],
    ['  ', 'itemEmpty'],
    ['<script>', 'itemInvalid'],
    ['a b', 'itemInvalid'],
    ['https://loop.test/', 'itemInvalid'],
    ['javascript:alert(1)', 'itemInvalid'],
    ['https://evil.test/gifs/abc123', 'itemForeign'],
    ['https://notgiphy.com/gifs/abc123', 'itemForeign'],
    ['https://loop.test.evil.test/gifs/abc123', 'itemForeign'],
  ])('%j is no GIF of ours: %s', (text, problem) =>
    expect(readPasted(text, OWN)).toMatchObject({ text: problem }),
  )

  it.each([`${'a'.repeat(60_000)}!`, '-'.repeat(60_000), `/${'a/'.repeat(30_000)}`, 'a.'.repeat(1000)])(
    'T37 60 KB name none, at once (%#)',
    (text) => {
      const started = performance.now()
      expect(readPasted(text, OWN)).toEqual({ text: 'itemInvalid' })
      expect(performance.now() - started).toBeLessThan(1000)
    },
  )
})
