import { describe, expect, it } from 'vitest'
import { gifOf } from '../../test/fixtures/library/gif.ts'
import { bestRendition } from './best-rendition.ts'

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
