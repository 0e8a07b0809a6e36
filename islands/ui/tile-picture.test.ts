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
      avif: '',
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
    expect(picture).toEqual({ avif: '', webp: '', src: 'https://media.test/fixed_width.gif' })
  })

  it('is a plain still where stillness is asked for (§5)', () => {
    const picture = tilePicture(gifOf({ images }), wanted, true)
    expect(picture).toEqual({ avif: '', webp: '', src: 'https://media.test/fixed_width_still.gif' })
  })

  it('never moves where stillness is asked for and there is no still', () => {
    const picture = tilePicture(gifOf({ images: { original: images.original } }), wanted, true)
    expect(picture).toEqual({ avif: '', webp: '', src: '' })
  })

  it.each([
    ['no renditions', {}],
    ['a film alone', { original: { mp4: 'https://media.test/a.mp4', width: 200, height: 200 } }],
    ['a script for a picture', { original: { url: 'javascript:alert(1)', width: 200, height: 200 } }],
  ])('is nothing for %s', (_name, images) => {
    expect(tilePicture(gifOf({ images }), wanted, false)).toEqual({ avif: '', webp: '', src: '' })
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

const asAvif = Object.fromEntries(
  Object.entries(images).map(([name, image]) => [
    name,
    { ...image, avif: `https://media.test/${name}.avif` },
  ]),
)
const typesOf = (sources: ReturnType<typeof tileSources>) => sources.map(({ type, url }) => type ?? url)

describe('a tile’s AVIF', () => {
  it.each([
    ['first for a GIF, of the size that fits', 0, ['image/avif', 'image/webp']],
    ['first for a sticker, which has no WebP', 1, ['image/avif']],
  ])('is offered %s', (_how, is_sticker, types) => {
    const sources = tileSources(gifOf({ images: asAvif, is_sticker }), { width: 199 }, 'play')
    expect(typesOf(sources)).toEqual([
      'https://media.test/fixed_width_still.gif',
      ...types,
      'https://media.test/fixed_width.gif',
    ])
    expect(sources[1]?.url).toBe('https://media.test/fixed_width.avif')
  })

  it('is never a still', () => {
    expect(tilePicture(gifOf({ images: asAvif }), wanted, true).avif).toBe('')
  })
})

describe('a tile whose width only style knows', () => {
  const wide = { width: 199, wide: { minWidth: 763, width: 500 } }

  it('has the larger picture in the first form that there is', () => {
    const [, larger] = tileSources(gifOf({ images: asAvif }), wide, 'auto')
    expect(larger).toEqual({
      url: 'https://media.test/original.avif',
      media: '(min-width:763px)',
      type: 'image/avif',
    })
  })

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
