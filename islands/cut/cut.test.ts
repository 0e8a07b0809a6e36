import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LIMITS } from '../../shared/media/limits.ts'
import {
  type Box,
  type Corner,
  filmMarks,
  filmRate,
  framesWithin,
  moveBox,
  ratioBox,
  resizeBox,
  resultSize,
  timesOf,
} from './cut.ts'
import { partOf } from './fields.ts'

const side = fc.integer({ min: 1, max: LIMITS.side })
const picture = fc.record({ width: side, height: side })
const by = fc.integer({ min: -5000, max: 5000 })
const corner = fc.constantFrom<Corner>('nw', 'ne', 'sw', 'se')

/** A crop somewhere in a picture. */
const cropped = fc
  .tuple(picture, fc.tuple(...Array.from({ length: 4 }, () => fc.double({ min: 0, max: 1, noNaN: true }))))
  .map(([size, [w = 0, h = 0, x = 0, y = 0]]) => {
    const width = Math.max(1, Math.round(w * size.width))
    const height = Math.max(1, Math.round(h * size.height))
    const box = {
      width,
      height,
      x: Math.floor(x * (size.width - width + 1)),
      y: Math.floor(y * (size.height - height + 1)),
    }
    return { size, box: moveBox(box, 0, 0, size) }
  })

const isWithin = (box: Box, size: { width: number; height: number }) => {
  expect(Object.values(box).every(Number.isInteger)).toBe(true)
  expect([box.x, box.y, box.width - 1, box.height - 1].every((value) => value >= 0)).toBe(true)
  expect([box.x + box.width <= size.width, box.y + box.height <= size.height]).toEqual([true, true])
}

describe('a crop', () => {
  it('stays within its picture, however it is moved and resized', () => {
    const ratio = fc.option(fc.constantFrom(1, 4 / 3, 16 / 9), { nil: undefined })
    fc.assert(
      fc.property(cropped, corner, by, by, ratio, ({ size, box }, at, dx, dy, wanted) => {
        isWithin(moveBox(box, dx, dy, size), size)
        const resized = resizeBox(box, at, dx, dy, size, wanted)
        isWithin(resized, size)
        // The corner across stays.
        if (at.endsWith('e')) expect(resized.x).toBe(box.x)
        else expect(resized.x + resized.width).toBe(box.x + box.width)
        if (at.startsWith('s')) expect(resized.y).toBe(box.y)
        else expect(resized.y + resized.height).toBe(box.y + box.height)
      }),
    )
  })

  it('of a ratio is the largest one, in the middle', () => {
    expect(ratioBox({ width: 480, height: 270 }, 1)).toEqual({ x: 105, y: 0, width: 270, height: 270 })
    expect(ratioBox({ width: 300, height: 300 }, 16 / 9)).toEqual({ x: 0, y: 66, width: 300, height: 169 })
    fc.assert(
      fc.property(picture, fc.constantFrom(1, 4 / 3, 16 / 9), (size, ratio) =>
        isWithin(ratioBox(size, ratio), size),
      ),
    )
  })
})

describe('a time line', () => {
  const { frames, marks } = timesOf([100, 40, 200, 60])

  it('has the beginning of each frame, and the end', () => {
    expect(marks).toEqual([0, 0.1, 0.14, 0.34, 0.4])
    expect(filmMarks(0.34)).toEqual([0, 0.1, 0.2, 0.34])
    expect(filmMarks(0.02)).toEqual([0, 0.02])
  })

  it('chooses whole frames, with their own times', () => {
    expect(framesWithin(frames, 0, 0.4)).toEqual([0, 1, 2, 3])
    expect(framesWithin(frames, 0.1, 0.34)).toEqual([1, 2])
    expect(framesWithin(frames, 0.2, 0.21)).toEqual([2])
    expect(framesWithin([], 0, 1)).toEqual([])
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 20, max: 2000 }), { minLength: 1, maxLength: 50 }),
        fc.nat(),
        fc.nat(),
        (delays, a, b) => {
          const clip = timesOf(delays)
          const [from, to] = partOf(
            a % delays.length,
            b % (delays.length + 1),
            delays.length,
            LIMITS.frames,
            'start',
          )
          const found = framesWithin(clip.frames, clip.marks[from] ?? 0, clip.marks[to] ?? 0)
          expect(found).toEqual(Array.from({ length: to - from }, (_, i) => from + i))
        },
      ),
    )
  })

  it('keeps one frame at least between its handles, and no more than there may be', () => {
    expect(partOf(3, 3, 10, 100, 'start')).toEqual([3, 4])
    expect(partOf(10, 10, 10, 100, 'start')).toEqual([9, 10])
    expect(partOf(5, 2, 10, 100, 'end')).toEqual([1, 2])
    expect(partOf(5, 0, 10, 100, 'end')).toEqual([0, 1])
    expect(partOf(0, 90, 100, 20, 'end')).toEqual([70, 90])
    expect(partOf(0, 90, 100, 20, 'start')).toEqual([0, 20])
  })
})

describe('T27: what is made', () => {
  it('is within the limits of a file, whatever is chosen', () => {
    fc.assert(
      fc.property(
        picture,
        fc.integer({ min: 1, max: LIMITS.frames }),
        fc.boolean(),
        (crop, frames, isFilm) => {
          const { width, height } = resultSize(crop, frames, isFilm)
          expect(Math.max(width, height)).toBeLessThanOrEqual(LIMITS.side)
          expect(width * height).toBeLessThanOrEqual(LIMITS.pixels)
          if (Math.min(width, height) > 2)
            expect(width * height * frames).toBeLessThanOrEqual(LIMITS.framePixels)
          expect(isFilm ? [width % 2, height % 2] : [0, 0]).toEqual([0, 0])
        },
      ),
    )
    expect(resultSize({ width: 481, height: 271 }, 60, false)).toEqual({ width: 481, height: 271 })
    expect(resultSize({ width: 481, height: 271 }, 60, true)).toEqual({ width: 480, height: 270 })
    expect([filmRate(60, 2), filmRate(25, 2), filmRate(30, 50)]).toEqual([30, 25, 19.96])
  })
})
