import fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { anyRawGif } from '../../test/fixtures/library/any-gif.ts'
import { gifOf } from '../../test/fixtures/library/gif.ts'
import { GifSchema } from './gif.ts'

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
