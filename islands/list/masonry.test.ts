import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type MasonryPlace, pack, update } from './places.ts'

const side = fc.oneof(fc.integer({ min: 1, max: 2000 }), fc.constantFrom(1, 1e6, Number.MAX_SAFE_INTEGER))
const items = fc.array(fc.record({ width: side, height: side }), { maxLength: 60 })
const grids = fc.record({
  columns: fc.integer({ min: 1, max: 6 }),
  gutter: fc.integer({ min: 0, max: 20 }),
  width: fc.integer({ min: 0, max: 2000 }),
})

const square = { width: 1, height: 1 }
const tall = { width: 1, height: 2 }
const embedGrid = { columns: 3, gutter: 6, width: 312 }

const overlap = (a: MasonryPlace, b: MasonryPlace) =>
  a.left < b.left + b.width &&
  b.left < a.left + a.width &&
  a.top < b.top + b.height &&
  b.top < a.top + a.height

describe('§4 masonry', () => {
  it('fills 3 columns with a 6 px gutter from the left (§9)', () => {
    const { places } = pack(embedGrid, [tall, square, square, square])
    expect(places).toEqual([
      { left: 0, top: 0, width: 100, height: 200 },
      { left: 106, top: 0, width: 100, height: 100 },
      { left: 212, top: 0, width: 100, height: 100 },
      { left: 106, top: 106, width: 100, height: 100 },
    ])
  })

  it('keeps a tile between a target’s least height and four times its width', () => {
    const { places } = pack(embedGrid, [
      { width: 5000, height: 1 },
      { width: 1, height: 5000 },
    ])
    expect(places.map(({ height }) => height)).toEqual([24, 400])
  })

  it('never lets two tiles overlap or leave the frame', () => {
    fc.assert(
      fc.property(grids, items, (grid, list) => {
        const { places } = pack(grid, list)
        expect(places).toHaveLength(list.length)
        for (const [at, place] of places.entries()) {
          expect(place.left).toBeGreaterThanOrEqual(0)
          if (place.width > 0) expect(place.left + place.width).toBeLessThanOrEqual(grid.width)
          expect(places.slice(at + 1).some((other) => overlap(place, other))).toBe(false)
        }
      }),
    )
  })

  it('puts each tile under the shortest column, whole pixels everywhere', () => {
    fc.assert(
      fc.property(grids, items, (grid, list) => {
        for (const at of list.keys()) {
          const { ends } = pack(grid, list.slice(0, at))
          const place = pack(grid, list.slice(0, at + 1)).places[at]
          expect(place?.top).toBe(Math.min(...ends))
          expect(Object.values(place ?? {}).every(Number.isInteger)).toBe(true)
        }
      }),
      { numRuns: 30 },
    )
  })

  it('keeps the visual order: line by line, from the left', () => {
    fc.assert(
      fc.property(grids, items, (grid, list) => {
        const { places } = pack(grid, list)
        expect(places).toEqual([...places].sort((a, b) => a.top - b.top || a.left - b.left))
      }),
    )
  })

  it('update places the new ones as if all had been packed, and leaves the old ones alone', () => {
    fc.assert(
      fc.property(grids, items, items, (grid, first, second) => {
        const before = pack(grid, first)
        const after = update(before, [...first, ...second])
        expect(after).toEqual(pack(grid, [...first, ...second]))
        before.places.forEach((place, at) => {
          expect(after.places[at]).toBe(place)
        })
      }),
    )
  })
})
