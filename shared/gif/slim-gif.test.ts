import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyGif } from '../../test/fixtures/library/any-gif.ts'
import { gifOf } from '../../test/fixtures/library/gif.ts'
import { bestRendition } from '../picture/renditions.ts'
import { altText, playerAttribution } from './gif-texts.ts'
import { fullGif, slimGif, slimJson } from './slim-gif.ts'

describe('a slim GIF', () => {
  it('comes back from its JSON as it was', () => {
    fc.assert(
      fc.property(anyGif, (gif) => {
        const slim = slimGif(gif)
        expect(fullGif(JSON.parse(JSON.stringify(slimJson(slim))))).toEqual(JSON.parse(JSON.stringify(slim)))
      }),
    )
  })

  it('shows and says what the whole GIF does', () => {
    fc.assert(
      fc.property(anyGif, fc.nat(600), fc.nat(600), (gif, width, height) => {
        const slim = slimGif(gif)
        expect(altText(slim)).toBe(altText(gif))
        expect(playerAttribution(slim)).toEqual(playerAttribution(gif))
        const ofFive = ['original', 'fixed_width', 'fixed_height', 'fixed_width_small', 'fixed_height_small']
        if (!ofFive.some((name) => gif.images[name])) return
        const url = bestRendition(gif.images, { width, height })
        const slimUrl = bestRendition(slim.images, { width, height })
        expect([slimUrl?.url, slimUrl?.webp]).toEqual([url?.url, url?.webp])
      }),
    )
  })

  it('has a still whenever the GIF has one', () => {
    const still = { url: 'https://media.test/s.gif', width: 100, height: 100 }
    const gif = gifOf({
      images: { original: { ...still, url: 'https://media.test/a.gif' }, fixed_width_small_still: still },
    })
    expect(slimGif(gif).images.fixed_width_small_still).toBeDefined()
  })

  it('is whole as long as it was never JSON', () => {
    const slim = slimGif(gifOf({}))
    expect(fullGif(slim)).toBe(slim)
  })

  it('is short: nothing of it is empty', () => {
    expect(slimJson(slimGif(gifOf({ title: 'Cat' })))).toEqual({ id: 'abc123', title: 'Cat', images: {} })
  })
})
