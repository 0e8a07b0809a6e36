import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fitSize } from './fit-size.ts'

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
