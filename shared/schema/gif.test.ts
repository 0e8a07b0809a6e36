import fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { anyRawGif } from '../../test/fixtures/library/any-gif.ts'
import { gifOf } from '../../test/fixtures/library/gif.ts'
import { GifSchema, ImagesSchema, RenditionSchema, UserSchema } from './gif.ts'

const FLAGS = [
  'is_anonymous',
  'is_community',
  'is_featured',
  'is_hidden',
  'is_indexable',
  'is_preserve_size',
  'is_realtime',
  'is_removed',
  'is_sticker',
  'is_dynamic',
] as const

describe('§3 GIF', () => {
  it('id: coerced to string', () => {
    expect(gifOf({ id: 7 }).id).toBe('7')
  })

  it('tags: strings or objects with text, normalised to strings', () => {
    const tags = ['cat', { text: 'dog' }, { text: '' }, {}, null, 7, { text: { text: 'deep' } }]
    expect(gifOf({ tags }).tags).toEqual(['cat', 'dog', '7'])
  })

  it.each(FLAGS)('%s: normalised to true or false', (flag) => {
    expect([1, '1', true, 0, '0', null].map((given) => gifOf({ [flag]: given })[flag])).toEqual([
      true,
      true,
      true,
      false,
      false,
      false,
    ])
    expect(gifOf()[flag]).toBe(false)
  })

  it('what is missing is empty, and never undefined text', () => {
    expect(gifOf()).toMatchObject({
      title: '',
      url: '',
      tags: [],
      images: {},
      analytics_response_payload: '',
    })
  })

  it('user, external_media, bottle_data and video: absent where they are null or of a wrong shape', () => {
    for (const part of [null, 'x', 0, false]) {
      const gif = gifOf({ user: part, external_media: part, bottle_data: part, video: part })
      expect(gif).toMatchObject({
        user: undefined,
        external_media: undefined,
        bottle_data: undefined,
        video: undefined,
      })
    }
  })

  it('external media: provider_name, asset_uid and a start time', () => {
    const external_media = { provider_name: 'vimeo', asset_uid: 76979871, start_time: '12' }
    expect(gifOf({ external_media }).external_media).toMatchObject({ asset_uid: '76979871', start_time: 12 })
  })

  it('video: carries previews', () => {
    const video = { previews: { original: { mp4: 'https://media2.giphy.com/a.mp4' } } }
    expect(gifOf({ video }).video?.previews.original?.mp4).toBe('https://media.giphy.com/a.mp4')
  })

  it('keeps the markup of bottle_data.tags as it is: they are parsed where they are used', () => {
    const tags = ['<img src="https://ad.test/%%CACHEBUSTER%%">', 7]
    expect(gifOf({ bottle_data: { tags } }).bottle_data?.tags).toEqual(tags.slice(0, 1))
  })

  it('F35: reads 40 tags, 10 pixels and texts of a bounded length', () => {
    const many = Array.from({ length: 100 }, (_, n) => `t${n}`)
    const gif = gifOf({
      tags: many,
      bottle_data: { tags: ['x'.repeat(5000), ...many] },
      slug: 's'.repeat(300),
      url: `https://a.test/${'u'.repeat(3000)}`,
    })
    expect(gif).toMatchObject({ tags: many.slice(0, 40), slug: '', url: '' })
    expect(gif.bottle_data?.tags).toEqual(many.slice(0, 10))
    expect(v.safeParse(GifSchema, { id: 'x'.repeat(257) }).success).toBe(false)
  })

  it('F8: anything with an id is accepted', { timeout: 30_000 }, () => {
    fc.assert(
      fc.property(anyRawGif, (raw) => {
        expect(v.safeParse(GifSchema, raw).success).toBe(true)
      }),
      { numRuns: 1000 },
    )
  })
})

describe('§3 Rendition', () => {
  it('has url, avif, webp, mp4, and integer width and height', () => {
    const url = 'https://media.test/a.gif'
    expect(v.parse(RenditionSchema, { url, width: '480', height: 270.5, size: '9' })).toEqual({
      url,
      avif: '',
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

describe('§3 User', () => {
  it('is_verified, is_public and suppress_chrome are booleans', () => {
    expect(v.parse(UserSchema, { is_verified: 1, is_public: '0', suppress_chrome: 'true' })).toMatchObject({
      is_verified: true,
      is_public: false,
      suppress_chrome: true,
    })
  })

  it('is not public where the provider says nothing of it', () => {
    expect(v.parse(UserSchema, {})).toMatchObject({
      is_verified: false,
      is_public: false,
      suppress_chrome: false,
    })
  })

  it('id and names are text, links are links or nothing', () => {
    const user = { id: 7, username: null, display_name: ' A\u202eB ', profile_url: 'javascript:alert(1)' }
    expect(v.parse(UserSchema, user)).toMatchObject({
      id: '7',
      username: '',
      display_name: 'A B',
      attribution_display_name: '',
      profile_url: '',
      avatar_url: '',
    })
  })
})
