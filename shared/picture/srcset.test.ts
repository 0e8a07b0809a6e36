import { describe, expect, it } from 'vitest'
import { gifOf } from '../../test/fixtures/library/gif.ts'
import { srcset } from './srcset.ts'

const imagesOf = (images: unknown) => gifOf({ images }).images
const url = (path: string) => ({ url: `https://media.test/${path}` })

describe('§9 Srcset widths', () => {
  it('are 200w, 480w, and 500w for the downsized_large alternative', () => {
    const images = imagesOf({
      downsized_large: url('c.gif'),
      original: url('b.gif'),
      fixed_width: url('a.gif'),
    })
    expect(srcset(images, 'url')).toBe(
      'https://media.test/a.gif 200w, https://media.test/b.gif 480w, https://media.test/c.gif 500w',
    )
  })

  it('stand beside renditions that exist in the format, and beside a GIF that has no WebP', () => {
    const images = imagesOf({ fixed_width: url('a.gif'), original: { webp: 'https://media.test/b.webp' } })
    expect(srcset(images, 'url')).toBe('https://media.test/a.gif 200w')
    expect(srcset(images, 'webp')).toBe('https://media.test/a.gif 200w, https://media.test/b.webp 480w')
    expect(srcset(imagesOf({ fixed_width: url('a.gif') }), 'webp')).toBe('')
    expect(srcset({}, 'webp')).toBe('')
  })

  it('name equal URLs once', () => {
    const images = imagesOf({
      fixed_width: url('a.gif'),
      original: url('a.gif'),
      downsized_large: url('a.gif'),
    })
    expect(srcset(images, 'url')).toBe('https://media.test/a.gif 200w')
  })

  it('cannot be broken by spaces and commas in a URL', () => {
    const images = imagesOf({ original: url('a b,c.gif?d=e, f 9w#g, h') })
    expect(srcset(images, 'url')).toBe('https://media.test/a%20b%2Cc.gif?d=e%2C%20f%209w#g%2C%20h 480w')
  })

  it('leave out what no picture can show: a film, a URL that is none', () => {
    const images = imagesOf({
      original: { mp4: 'https://media.test/a.mp4' },
      fixed_width: { url: 'https://[' },
    })
    expect(srcset(images, 'url')).toBe('')
  })
})
