import { expect, it } from 'vitest'
import { gifOf } from '../../test/fixtures/library/gif.ts'
import { pictureSources } from './renditions.ts'
import { sizesInFrame, sizesOnPage, thrifty } from './sizes.ts'

it('is as wide as its frame, or as the frame’s height allows', () => {
  expect(sizesInFrame({ width: 480, height: 270 })).toBe('(max-aspect-ratio:480/270) 100vw,177.8vh')
})

it.each([
  ['a wide picture', { width: 480, height: 270 }, false, 'calc(600px)', 'calc(100vw - 32px)'],
  ['a tall one', { width: 270, height: 480 }, false, 'min(600px,43.9vh)', 'min(100vw - 32px,43.9vh)'],
  ['a sticker', { width: 512, height: 512 }, true, 'min(600px,360px)', 'min(100vw - 32px,360px)'],
])('on a page %s is as wide as its column', (_which, picture, isSticker, beside, alone) => {
  expect(sizesOnPage(picture, isSticker, { from: 900, width: 600 })).toBe(
    `(min-width:900px) ${beside},${alone}`,
  )
})

it('keeps the smallest file of each form for who saves data', () => {
  const plain = (name: string, width: number) => ({
    url: `https://media.test/${name}.gif`,
    width,
    height: width,
  })
  const gif = pictureSources(gifOf({ images: { original: plain('a', 480), fixed_width: plain('w', 200) } }))
  expect(thrifty(gif).fallback).toEqual({ ...gif.fallback, srcset: 'https://media.test/w.gif 200w' })

  const file = (name: string, width: number) => {
    const [url, avif, webp] = ['gif', 'avif', 'webp'].map((format) => `https://media.test/${name}.${format}`)
    return { url, avif, webp, width, height: width }
  }
  const whole = pictureSources(gifOf({ images: { original: file('a', 480), fixed_width: file('w', 200) } }))
  expect(thrifty(whole)).toEqual({
    ...whole,
    avif: { srcset: 'https://media.test/w.avif 200w' },
    webp: { srcset: 'https://media.test/w.webp 200w' },
  })
})
