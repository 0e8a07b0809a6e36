import { afterEach, expect, it, vi } from 'vitest'
import { injectPixels } from './pixels.ts'

afterEach(() => vi.unstubAllGlobals())

it('T7: §4 loads tracking pixels as pictures in the head, over https alone and with a bare referrer', () => {
  type Pixel = { src: string; remove: () => void; onload: () => void; onerror: () => void }
  const head: Pixel[] = []
  vi.stubGlobal('document', {
    createElement: () => ({
      remove() {
        head.splice(head.indexOf(this as unknown as Pixel), 1)
      },
    }),
    head: { append: (pixel: Pixel) => head.push(pixel) },
  })
  injectPixels(
    ['https://px.test/a?cb=[CACHEBUSTER]', 'http://px.test/b', '<img src="https://px.test/c">'],
    () => 0.5,
  )
  const shared = { referrerPolicy: 'strict-origin', alt: '' }
  expect(head).toMatchObject([
    { ...shared, src: 'https://px.test/a?cb=5000000000' },
    { ...shared, src: 'https://px.test/c' },
  ])
  // Loaded or failed, a pixel goes: a page that stays open gathers none.
  head[0]?.onload()
  expect(head.map(({ src }) => src)).toEqual(['https://px.test/c'])
  head[0]?.onerror()
  expect(head).toEqual([])
})
