import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type FluidPlace, indexesIn, rangeFor, spanOf } from './places.ts'

const view = fc
  .record({ from: fc.integer({ min: -5000, max: 500_000 }), length: fc.integer({ min: 1, max: 4000 }) })
  .map(({ from, length }) => ({ from, to: from + length }))

/** Two thousand tiles in a row of three columns' height. */
const places: FluidPlace[] = Array.from({ length: 2000 }, (_, at) => ({
  column: at % 3,
  before: Math.floor(at / 3),
  offset: Math.floor(at / 3) * 0.75,
  ratio: 0.75,
}))

describe('what of a long list is drawn', () => {
  it('is all that is in view, and as much again on either side', () => {
    fc.assert(
      fc.property(view, ({ from, to }) => {
        const range = rangeFor({ from, to })
        const ahead = Math.min(to - from, 1500)
        expect(range.from).toBeLessThanOrEqual(from - ahead)
        expect(range.to).toBeGreaterThanOrEqual(to + ahead)
        expect(range.to - range.from).toBeLessThanOrEqual((to - from) * 2 + 2 * ahead + 1)
      }),
    )
  })

  it('is drawn anew at most once per half a view', () => {
    const ranges = new Set<string>()
    for (let from = 0; from < 8000; from += 10) ranges.add(JSON.stringify(rangeFor({ from, to: from + 800 })))
    expect(ranges.size).toBeLessThanOrEqual(8000 / 400 + 1)
  })

  it('holds exactly the tiles that it touches, and the one that is kept', () => {
    fc.assert(
      fc.property(
        view,
        fc.integer({ min: 50, max: 400 }),
        fc.integer({ min: 0, max: 20 }),
        fc.integer({ min: -1, max: 1999 }),
        (range, sidePx, gutterPx, kept) => {
          const drawn = new Set(indexesIn(places, range, sidePx, gutterPx, kept))
          for (const [at, place] of places.entries()) {
            const { start, end } = spanOf(place, sidePx, gutterPx)
            expect(drawn.has(at)).toBe(at === kept || (end >= range.from && start <= range.to))
          }
        },
      ),
      { numRuns: 25 },
    )
  })

  it('is bounded however long the list is', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100_000 }), (from) => {
        const drawn = indexesIn(places, rangeFor({ from, to: from + 800 }), 200, 6)
        // A view, the same on either side, and the steps: five views of five rows of three.
        expect(drawn.length).toBeLessThanOrEqual(3 * (Math.ceil((800 * 4) / 156) + 2))
      }),
    )
  })
})
