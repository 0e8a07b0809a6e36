import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { gifOf } from '../../test/fixtures/library/gif.ts'
import { type FluidPlace, packFluid, spanOf } from './places.ts'

type Size = { width: number; height: number }

const side = fc.oneof(fc.integer({ min: 1, max: 2000 }), fc.constantFrom(1, 1e6, Number.MAX_SAFE_INTEGER))
const items = fc.array(fc.record({ width: side, height: side }), { maxLength: 60 })
const columns = fc.integer({ min: 1, max: 6 })
const gutter = fc.integer({ min: 0, max: 20 })

const square = { width: 1, height: 1 }
const tall = { width: 1, height: 2 }

const gifsOf = (sizes: readonly Size[]) =>
  sizes.map((size, id) => gifOf({ id, images: { original: { url: 'https://media.test/a.gif', ...size } } }))

const pack = (count: number, gap: number, sizes: readonly Size[]) => packFluid(count, gap, gifsOf(sizes))

// At the nominal side and gutter, so that the numbers are those that a tile's column was chosen by.
const startOf = (place: FluidPlace, gap: number) => Math.round(spanOf(place, 1000, gap * 5).start)

describe('§4 masonry', () => {
  it('fills 3 columns from the left (§9)', () => {
    const { places } = pack(3, 6, [tall, square, square, square])
    expect(places).toEqual([
      { column: 0, before: 0, offset: 0, ratio: 2 },
      { column: 1, before: 0, offset: 0, ratio: 1 },
      { column: 2, before: 0, offset: 0, ratio: 1 },
      { column: 1, before: 1, offset: 1, ratio: 1 },
    ])
  })

  it('keeps a tile between a target’s least height and four times its width', () => {
    const { places } = pack(3, 6, [
      { width: 5000, height: 1 },
      { width: 1, height: 5000 },
    ])
    expect(places.map(({ ratio }) => ratio)).toEqual([0.15, 4])
  })

  it('puts each tile under the shortest column', () => {
    fc.assert(
      fc.property(columns, gutter, items, (count, gap, list) => {
        for (const at of list.keys()) {
          const { ends } = pack(count, gap, list.slice(0, at))
          const place = pack(count, gap, list.slice(0, at + 1)).places[at]
          expect(place && startOf(place, gap)).toBe(
            Math.min(...ends.map(({ count, length }) => length + count * gap * 5)),
          )
        }
      }),
      { numRuns: 30 },
    )
  })

  it('keeps the visual order: line by line, from the left', () => {
    fc.assert(
      fc.property(columns, gutter, items, (count, gap, list) => {
        const { places } = pack(count, gap, list)
        const inOrder = [...places].sort((a, b) => startOf(a, gap) - startOf(b, gap) || a.column - b.column)
        expect(places).toEqual(inOrder)
      }),
    )
  })

  it('update places the new ones as if all had been packed, and leaves the old ones alone', () => {
    fc.assert(
      fc.property(columns, gutter, items, items, (count, gap, first, second) => {
        const before = pack(count, gap, first)
        const after = packFluid(count, gap, gifsOf([...first, ...second]), before)
        expect(after).toEqual(pack(count, gap, [...first, ...second]))
        before.places.forEach((place, at) => {
          expect(after.places[at]).toBe(place)
        })
      }),
    )
  })
})
