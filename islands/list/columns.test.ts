import fc from 'fast-check'
import { expect, it } from 'vitest'
import { COLUMN_MAX_PX, columnsIn, widthFor } from './places.ts'

it('as many columns as were asked for, whatever the width', () => {
  expect(columnsIn(5, 100, 6)).toBe(5)
})

it.each([
  [320, 2],
  [506, 2],
  [507, 3],
  [768, 4],
  [1040, 5],
  [1440, 6],
  [3000, 6],
])('as many as fit %i px: %i', (width, columns) => {
  expect(columnsIn(undefined, width, 6)).toBe(columns)
})

it('no column of fewer than six is wider than the smallest rendition may be stretched to (§9)', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1500 }), fc.integer({ min: 0, max: 40 }), (width, gutter) => {
      const columns = columnsIn(undefined, width, gutter)
      const side = (width - gutter * (columns - 1)) / columns
      if (columns < 6) expect(side).toBeLessThanOrEqual(COLUMN_MAX_PX)
      expect(width > widthFor(columns, gutter)).toBe(columns === 6 && width > widthFor(6, gutter))
    }),
  )
})
