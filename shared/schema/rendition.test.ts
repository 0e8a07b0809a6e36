import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { ImagesSchema, RenditionSchema } from './rendition.ts'

describe('§3 Rendition', () => {
  it('has url, webp, mp4, and integer width and height', () => {
    const url = 'https://media.test/a.gif'
    expect(v.parse(RenditionSchema, { url, width: '480', height: 270.5, size: '9' })).toEqual({
      url,
      webp: '',
      mp4: '',
      width: 480,
      height: 270,
    })
  })

  it("a rendition's URL falls back to the mp4 when there is no url", () => {
    const mp4 = 'https://media3.giphy.com/a.mp4'
    expect(v.parse(RenditionSchema, { mp4 }).url).toBe('https://media.giphy.com/a.mp4')
    expect(v.parse(RenditionSchema, { mp4, url: 'https://media.test/a.gif' }).url).toBe(
      'https://media.test/a.gif',
    )
  })

  it('media host names carrying a number are normalised to the plain media host', () => {
    const url = 'https://media1.giphy.com/a'
    const plain = 'https://media.giphy.com/a'
    expect(v.parse(RenditionSchema, { url, webp: url, mp4: url })).toMatchObject({
      url: plain,
      webp: plain,
      mp4: plain,
    })
  })
})

describe('§3 images: a map of renditions', () => {
  it('keeps every name, and leaves out what is no rendition or has no file', () => {
    const file = { url: 'https://media.test/a.gif' }
    const images = v.parse(ImagesSchema, {
      original: file,
      hd: { width: 9 },
      a: null,
      b: 'x',
      odd_name: file,
    })
    expect(Object.keys(images)).toEqual(['original', 'odd_name'])
  })

  it.each([[null], [undefined], ['x'], [7], [[]]])('is empty where it is %j', (given) => {
    expect(v.parse(ImagesSchema, given)).toEqual({})
  })

  it('T9: takes __proto__ for a name like any other', () => {
    const images = v.parse(ImagesSchema, JSON.parse('{"__proto__":{"url":"https://media.test/a.gif"}}'))
    expect(Object.getPrototypeOf(images)).toBe(Object.prototype)
    expect(Object.keys(images)).toEqual(['__proto__'])
  })
})
