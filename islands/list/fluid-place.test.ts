import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { gifOf } from '../../test/fixtures/library/gif.ts'
import { type FluidPlace, fluidLength, packFluid, rowPlaces, spanOf } from './places.ts'

const side = fc.oneof(fc.integer({ min: 1, max: 2000 }), fc.constantFrom(1, 1e6))
const gifs = fc
  .array(fc.record({ width: side, height: side }), { maxLength: 40 })
  .map((sizes) =>
    sizes.map((size, id) =>
      gifOf({ id, images: { original: { url: 'https://media.test/a.gif', ...size } } }),
    ),
  )
const columns = fc.integer({ min: 1, max: 8 })
const gutter = fc.integer({ min: 0, max: 40 })

/** Where a place is in a grid whose columns are `sidePx` wide, as the style has it. */
const boxOf = (place: FluidPlace, sidePx: number, gutterPx: number) => ({
  left: place.column * (sidePx + gutterPx),
  ...spanOf(place, sidePx, gutterPx),
})

describe('places in a grid of whatever width', () => {
  it('never overlap, and no tile is flatter or longer than a hand can bear', () => {
    fc.assert(
      fc.property(gifs, columns, gutter, fc.integer({ min: 1, max: 900 }), (list, count, gap, sidePx) => {
        const boxes = packFluid(count, gap, list).places.map((place) => boxOf(place, sidePx, gap))
        for (const [at, box] of boxes.entries()) {
          expect(box.end - box.start).toBeGreaterThanOrEqual(0.14 * sidePx)
          expect(box.end - box.start).toBeLessThanOrEqual(4.01 * sidePx)
          for (const other of boxes.slice(at + 1)) {
            if (other.left === box.left) expect(other.start).toBeGreaterThanOrEqual(box.end + gap - 0.001)
          }
        }
      }),
      { numRuns: 60 },
    )
  })

  it('stay where they are when a page is added', () => {
    fc.assert(
      fc.property(gifs, gifs, columns, gutter, (first, second, count, gap) => {
        const before = packFluid(count, gap, first)
        const after = packFluid(count, gap, [...first, ...second], before)
        expect(after.places.slice(0, first.length)).toEqual(before.places)
        expect(after).toEqual(packFluid(count, gap, [...first, ...second]))
      }),
    )
  })

  it('are as long together as the longest column, for style', () => {
    const list = [
      gifOf({ id: 1, images: { original: { url: 'https://media.test/a.gif', width: 100, height: 200 } } }),
      gifOf({ id: 2, images: { original: { url: 'https://media.test/a.gif', width: 100, height: 100 } } }),
      gifOf({ id: 3, images: { original: { url: 'https://media.test/a.gif', width: 100, height: 50 } } }),
    ]
    const { places } = packFluid(2, 6, list)
    expect(fluidLength(places)).toBe(
      'max(0px,2*var(--side) + 0*var(--gutter),1.5*var(--side) + 1*var(--gutter))',
    )
    expect(fluidLength([])).toBe('0px')
  })
})

describe('places in a row', () => {
  it('follow each other, a gutter between them', () => {
    fc.assert(
      fc.property(gifs, gutter, fc.integer({ min: 20, max: 400 }), (list, gap, heightPx) => {
        const spans = rowPlaces(list).map((place) => spanOf(place, heightPx, gap))
        spans.slice(1).forEach((span, at) => {
          expect(span.start - (spans[at]?.end ?? 0)).toBeCloseTo(gap, 3)
        })
      }),
    )
  })
})
