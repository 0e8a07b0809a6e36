import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { gifOf } from '../../test/fixtures/library/gif.ts'
import { bestRendition, fitSize, intrinsicSize, pictureSources, srcset } from './renditions.ts'

const rendition = (name: string, width: number, height: number) => [
  name,
  { url: `https://media.test/${name}.gif`, width, height },
]
const imagesOf = (...renditions: ReturnType<typeof rendition>[]) =>
  gifOf({ images: Object.fromEntries(renditions) }).images
const nameOf = (found: { url: string } | undefined) => found && /(\w+)\.gif$/.exec(found.url)?.[1]

const all = imagesOf(
  rendition('original', 480, 270),
  rendition('fixed_width', 200, 113),
  rendition('fixed_height', 356, 200),
  rendition('fixed_width_small', 100, 56),
  rendition('fixed_height_small', 178, 100),
  rendition('original_still', 480, 270),
  rendition('fixed_width_still', 200, 113),
)

describe('§5 Best rendition', () => {
  it.each([
    ['its exact size', 200, 113, 'fixed_width'],
    ['the closest area ratio, though another name comes first', 360, 200, 'fixed_height'],
    ['no candidate that is more than the limit too narrow', 251, 100, 'fixed_height'],
    ['a candidate that is just the limit too narrow', 250, 100, 'fixed_width'],
    ['no candidate that is more than the limit too low', 100, 164, 'fixed_height'],
    ['the largest if none qualifies', 2000, 2000, 'original'],
    ['the smallest for a place of no size', 0, 0, 'fixed_width_small'],
  ])('takes %s', (_which, width, height, name) => {
    expect(nameOf(bestRendition(all, { width, height }))).toBe(name)
  })

  it('changes with the scale-up limit', () => {
    const wanted = { width: 240, height: 135 }
    expect(nameOf(bestRendition(all, wanted))).toBe('fixed_width')
    expect(nameOf(bestRendition(all, wanted, { scaleUpLimit: 0 }))).toBe('fixed_height')
  })

  it('takes the largest, not merely the original, if none qualifies', () => {
    const images = imagesOf(rendition('original', 90, 90), rendition('fixed_width', 200, 200))
    expect(nameOf(bestRendition(images, { width: 800, height: 800 }))).toBe('fixed_width')
  })

  it('takes the first of two that are as good', () => {
    const images = imagesOf(rendition('fixed_width', 200, 200), rendition('fixed_height', 200, 200))
    expect(nameOf(bestRendition(images, { width: 200, height: 200 }))).toBe('fixed_width')
  })

  it('still variants are used when still is requested', () => {
    expect(nameOf(bestRendition(all, { width: 200, height: 113 }, { still: true }))).toBe('fixed_width_still')
    expect(nameOf(bestRendition(all, { width: 900, height: 900 }, { still: true }))).toBe('original_still')
  })

  it('leaves renditions of unknown size out unless nothing else is there', () => {
    const unknown = rendition('original', 0, 0)
    const images = imagesOf(unknown, rendition('fixed_width_small', 100, 56))
    expect(nameOf(bestRendition(images, { width: 480, height: 270 }))).toBe('fixed_width_small')
    expect(nameOf(bestRendition(imagesOf(unknown), { width: 480, height: 270 }))).toBe('original')
  })

  it('takes a rendition of another name where none of the five exists, of the same kind if it can', () => {
    const images = imagesOf(rendition('480w_still', 480, 270), rendition('downsized', 480, 270))
    const wanted = { width: 480, height: 270 }
    expect(nameOf(bestRendition(images, wanted))).toBe('downsized')
    expect(nameOf(bestRendition(images, wanted, { still: true }))).toBe('480w_still')
    expect(nameOf(bestRendition(imagesOf(rendition('original', 9, 9)), wanted, { still: true }))).toBe(
      'original',
    )
    expect(bestRendition({}, wanted)).toBeUndefined()
  })
})

const file = (name: string, width = 480, height = 270) => ({
  url: `https://media.test/${name}.gif`,
  webp: `https://media.test/${name}.webp`,
  mp4: `https://media.test/${name}.mp4`,
  width,
  height,
})
const images = {
  original: file('original'),
  fixed_width: file('200w', 200, 113),
  original_still: file('still'),
}

describe('§5 Rendition choice, as markup', () => {
  it('F27: offers a GIF as WebP first, with a plain fallback and its still', () => {
    expect(pictureSources(gifOf({ images }))).toEqual({
      webp: { srcset: 'https://media.test/200w.webp 200w, https://media.test/original.webp 480w' },
      fallback: {
        src: 'https://media.test/original.gif',
        srcset: 'https://media.test/200w.gif 200w, https://media.test/original.gif 480w',
      },
      still: { url: 'https://media.test/still.gif' },
      width: 480,
      height: 270,
    })
  })

  it('offers AVIF by the true widths of its files, each width once', () => {
    const avif = (name: string, width: number) => ({
      [name]: { ...file(name, width, 100), avif: `https://media.test/${name}.avif` },
    })
    const all = {
      ...avif('downsized_large', 960),
      ...avif('original', 480),
      ...avif('downsized', 480),
      ...avif('fixed_height', 356),
      fixed_width: file('200w', 200, 113),
    }
    const rest =
      'https://media.test/fixed_height.avif 356w, https://media.test/original.avif 480w, https://media.test/downsized_large.avif 960w'
    const whole = pictureSources(gifOf({ images: all }))
    expect(whole.fallback.srcset).toBe('')
    expect(whole.avif?.srcset).toBe(`https://media.test/200w.webp 200w, ${rest}`)
    const sticker = pictureSources(gifOf({ images: all, is_sticker: 1 }))
    expect(sticker.avif?.srcset).toBe(`https://media.test/200w.gif 200w, ${rest}`)
    expect(sticker).not.toHaveProperty('webp')
  })

  it('chooses the fallback for the size that is wanted', () => {
    const { fallback } = pictureSources(gifOf({ images }), { width: 190, height: 100 })
    expect(fallback.src).toBe('https://media.test/200w.gif')
  })

  it('offers a sticker without WebP: stickers always use the plain URL', () => {
    expect(pictureSources(gifOf({ images, is_sticker: 1 }))).not.toHaveProperty('webp')
  })

  it.each([
    [
      'its assets',
      { assets: { '360p': { url: 'https://media.test/360p.mp4', width: 640, height: 360 } } },
      '360p.mp4',
    ],
    ['its previews', { previews: { original: file('preview') } }, 'preview.mp4'],
    ['its renditions', { assets: { source: { url: 'https://media.test/x.mov' } } }, 'original.mp4'],
  ])('offers a video as the mp4 of %s', (_where, video, name) => {
    expect(pictureSources(gifOf({ images, video, type: 'video' })).video).toEqual({
      mp4: `https://media.test/${name}`,
    })
    expect(pictureSources(gifOf({ images, video, type: 'gif' }))).not.toHaveProperty('video')
  })

  it('never gives an <img> a film: what lent its mp4 to the URL shows its still', () => {
    const film = { mp4: 'https://media.test/a.mp4', width: 480, height: 270 }
    const { fallback } = pictureSources(gifOf({ images: { original: film, original_still: file('still') } }))
    expect(fallback).toEqual({ src: 'https://media.test/still.gif', srcset: '' })
  })

  it('has nothing but a size where there is no rendition', () => {
    const nothing = { fallback: { src: '', srcset: '' }, still: { url: '' }, width: 480, height: 270 }
    expect(pictureSources(gifOf())).toEqual(nothing)
  })
})

describe('the size that is kept free', () => {
  it.each([
    ['the original', { original: file('a', 300, 500), fixed_width: file('b', 200, 333) }, 300, 500],
    ['another rendition', { fixed_width: file('b', 200, 333) }, 200, 333],
    ['the default where nothing is known', { original: file('a', 0, 500) }, 480, 270],
  ])('is that of %s', (_which, sizes, width, height) => {
    expect(intrinsicSize(gifOf({ images: sizes }).images)).toMatchObject({ width, height })
  })
})

const wideImagesOf = (images: unknown) => gifOf({ images }).images
const url = (path: string) => ({ url: `https://media.test/${path}` })

describe('§9 Srcset widths', () => {
  it('are 200w, 480w, and 500w for the downsized_large alternative', () => {
    const images = wideImagesOf({
      downsized_large: url('c.gif'),
      original: url('b.gif'),
      fixed_width: url('a.gif'),
    })
    expect(srcset(images, 'url')).toBe(
      'https://media.test/a.gif 200w, https://media.test/b.gif 480w, https://media.test/c.gif 500w',
    )
  })

  it('stand beside renditions that exist in the format, and beside a GIF that has no WebP', () => {
    const images = wideImagesOf({
      fixed_width: url('a.gif'),
      original: { webp: 'https://media.test/b.webp' },
    })
    expect(srcset(images, 'url')).toBe('https://media.test/a.gif 200w')
    expect(srcset(images, 'webp')).toBe('https://media.test/a.gif 200w, https://media.test/b.webp 480w')
    expect(srcset(wideImagesOf({ fixed_width: url('a.gif') }), 'webp')).toBe('')
    expect(srcset({}, 'webp')).toBe('')
  })

  it('name equal URLs once', () => {
    const images = wideImagesOf({
      fixed_width: url('a.gif'),
      original: url('a.gif'),
      downsized_large: url('a.gif'),
    })
    expect(srcset(images, 'url')).toBe('https://media.test/a.gif 200w')
  })

  it('cannot be broken by spaces and commas in a URL', () => {
    const images = wideImagesOf({ original: url('a b,c.gif?d=e, f 9w#g, h') })
    expect(srcset(images, 'url')).toBe('https://media.test/a%20b%2Cc.gif?d=e%2C%20f%209w#g%2C%20h 480w')
  })

  it('leave out what no picture can show: a film, a URL that is none', () => {
    const images = wideImagesOf({
      original: { mp4: 'https://media.test/a.mp4' },
      fixed_width: { url: 'https://[' },
    })
    expect(srcset(images, 'url')).toBe('')
  })
})

const side = fc.integer({ min: 1, max: 10_000 })
const anySize = fc.record({ width: side, height: side })

describe('a size in a box', () => {
  it.each([
    ['landscape down', [1920, 1080], [480, 480], [480, 270]],
    ['portrait by its width', [270, 480], [200, 480], [200, 356]],
    ['a small square up', [100, 100], [480, 300], [300, 300]],
    ['a line, never to nothing', [4000, 1], [480, 480], [480, 1]],
  ])('fits %s', (_what, [width = 0, height = 0], [boxWidth = 0, boxHeight = 0], fits) => {
    const { width: w, height: h } = fitSize({ width, height }, { width: boxWidth, height: boxHeight })
    expect([w, h]).toEqual(fits)
  })

  it('is at least 1 px, never larger than its box, fills it, and keeps the ratio to within a pixel', () => {
    fc.assert(
      fc.property(anySize, anySize, (size, box) => {
        const { width, height } = fitSize(size, box)
        expect(Math.min(width, height)).toBeGreaterThanOrEqual(1)
        expect(width <= box.width && height <= box.height).toBe(true)
        expect(width === box.width || height === box.height).toBe(true)
        const ratio = size.width / size.height
        const isWithinPixel = Math.abs(width - height * ratio) <= Math.max(1, ratio)
        expect(isWithinPixel || width === 1 || height === 1).toBe(true)
      }),
    )
  })
})
