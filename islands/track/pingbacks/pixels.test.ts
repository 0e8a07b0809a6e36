import { afterEach, expect, it, vi } from 'vitest'
import { injectPixels } from './pixels.ts'

afterEach(() => vi.unstubAllGlobals())

it('T7: §4 loads tracking pixels as pictures in the head, over https alone and with a bare referrer', () => {
  const head: object[] = []
  vi.stubGlobal('document', {
    createElement: () => ({}),
    head: { append: (pixel: object) => head.push(pixel) },
  })
  injectPixels(
    ['https://px.test/a?cb=[CACHEBUSTER]', 'http://px.test/b', '<img src="https://px.test/c">'],
    () => 0.5,
  )
  const shared = { referrerPolicy: 'strict-origin', alt: '' }
  expect(head).toEqual([
    { ...shared, src: 'https://px.test/a?cb=5000000000' },
    { ...shared, src: 'https://px.test/c' },
  ])
})
