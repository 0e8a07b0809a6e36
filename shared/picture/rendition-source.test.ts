import { describe, expect, it } from 'vitest'
import { gifOf } from '../../test/fixtures/library/gif.ts'
import { intrinsicSize, pictureSources, renditionUrl } from './rendition-source.ts'

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

describe('§5 Rendition choice, of one rendition', () => {
  it.each([
    ['the plain URL where WebP is not supported', {}, 'original.gif'],
    ['WebP where it is supported', { webp: true }, 'original.webp'],
    ['a still always plain', { webp: true, still: true }, 'original.gif'],
    ['a sticker always plain', { webp: true, sticker: true }, 'original.gif'],
    ['video as mp4', { webp: true, video: true }, 'original.mp4'],
    ['the still of a video plain', { video: true, still: true }, 'original.gif'],
  ])('shows %s', (_what, showing, name) => {
    expect(renditionUrl(file('original'), showing)).toBe(`https://media.test/${name}`)
  })

  it('shows the plain URL where the preferred format is missing', () => {
    const plain = { ...file('original'), webp: '', mp4: '' }
    expect(renditionUrl(plain, { webp: true })).toBe(plain.url)
    expect(renditionUrl(plain, { video: true })).toBe(plain.url)
  })
})

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
