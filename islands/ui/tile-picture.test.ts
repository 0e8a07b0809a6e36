import { describe, expect, it } from 'vitest'
import { gifOf } from '../../test/fixtures/library/gif.ts'
import { tilePicture, tileSources } from './tile-picture.ts'

const at = (name: string, width: number) => ({
  url: `https://media.test/${name}.gif`,
  webp: `https://media.test/${name}.webp`,
  width,
  height: width,
})
const images = {
  original: at('original', 480),
  fixed_width: at('fixed_width', 200),
  fixed_width_small: at('small', 100),
  original_still: { ...at('original_still', 480), webp: '' },
  fixed_width_still: { ...at('fixed_width_still', 200), webp: '' },
}
const wanted = { width: 199, height: 199 }

describe('§2 a tile’s picture', () => {
  it('has a WebP source and a fallback, both of the best rendition (§5)', () => {
    expect(tilePicture(gifOf({ images }), wanted, false)).toEqual({
      webp: 'https://media.test/fixed_width.webp',
      src: 'https://media.test/fixed_width.gif',
    })
  })

  it('may be smaller than the tile by 50 pixels, or by as many as the page says (§9)', () => {
    const bySize = (width: number, limit?: number) =>
      tileSources(gifOf({ images }), { width }, 'play', limit).at(-1)?.url
    expect([bySize(240), bySize(240, 20)]).toEqual([images.fixed_width.url, images.original.url])
    expect([bySize(320), bySize(320, 200)]).toEqual([images.original.url, images.fixed_width.url])
  })

  it('is plain for a sticker (§5)', () => {
    const picture = tilePicture(gifOf({ images, is_sticker: 1 }), wanted, false)
    expect(picture).toEqual({ webp: '', src: 'https://media.test/fixed_width.gif' })
  })

  it('is a plain still where stillness is asked for (§5)', () => {
    const picture = tilePicture(gifOf({ images }), wanted, true)
    expect(picture).toEqual({ webp: '', src: 'https://media.test/fixed_width_still.gif' })
  })

  it('never moves where stillness is asked for and there is no still', () => {
    const picture = tilePicture(gifOf({ images: { original: images.original } }), wanted, true)
    expect(picture).toEqual({ webp: '', src: '' })
  })

  it.each([
    ['no renditions', {}],
    ['a film alone', { original: { mp4: 'https://media.test/a.mp4', width: 200, height: 200 } }],
    ['a script for a picture', { original: { url: 'javascript:alert(1)', width: 200, height: 200 } }],
  ])('is nothing for %s', (_name, images) => {
    expect(tilePicture(gifOf({ images }), wanted, false)).toEqual({ webp: '', src: '' })
  })

  it('cannot break out of its srcset', () => {
    const url = 'https://media.test/a b.webp 2x, https://elsewhere.test/b.webp,'
    const { webp } = tilePicture(
      gifOf({ images: { original: { ...at('a', 200), webp: url } } }),
      wanted,
      false,
    )
    expect(webp).not.toMatch(/[\s,]/)
  })
})

describe('a tile whose width only style knows', () => {
  const wide = { width: 199, wide: { minWidth: 763, width: 500 } }

  it('has a larger picture for frames in which it may be larger', () => {
    expect(tileSources(gifOf({ images }), wide, 'auto')).toEqual([
      { url: 'https://media.test/fixed_width_still.gif', media: '(prefers-reduced-motion: reduce)' },
      { url: 'https://media.test/original.webp', media: '(min-width:763px)', type: 'image/webp' },
      { url: 'https://media.test/fixed_width.webp', type: 'image/webp' },
      { url: 'https://media.test/fixed_width.gif' },
    ])
  })

  it('has it once where there is only one', () => {
    const sources = tileSources(gifOf({ images: { original: images.original } }), wide, 'auto')
    expect(sources.map(({ media }) => media)).toEqual([
      '(prefers-reduced-motion: reduce)',
      undefined,
      undefined,
    ])
  })

  it('never moves where motion is unwanted and there is no still', () => {
    const [still] = tileSources(gifOf({ images: { original: images.original } }), wide, 'still')
    expect(still).toMatchObject({ media: 'all' })
    expect(still?.url).toMatch(/^data:image\/gif/)
  })
})
