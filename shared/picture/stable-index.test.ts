import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { stableIndex } from './stable-index.ts'
import { tileColour } from './tile-colour.ts'

describe('a stable index', () => {
  it("F19: is FNV-1a's, by its published vectors, so the same on every machine", () => {
    expect(stableIndex('', 2 ** 32)).toBe(0x811c9dc5)
    expect(stableIndex('a', 2 ** 32)).toBe(0xe40c292c)
    expect(stableIndex('foobar', 2 ** 32)).toBe(0xbf9cf968)
  })

  it('is a whole number below the count', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.integer({ min: 1, max: 1000 }), (text, count) => {
        const index = stableIndex(text, count)
        expect(Number.isInteger(index) && index >= 0 && index < count).toBe(true)
      }),
      { numRuns: 1000 },
    )
  })

  it('§2 Tile: uses each of the five brand colours about as often', () => {
    const counts = new Map<number, number>()
    for (let id = 0; id < 5000; id++) {
      const colour = tileColour(`gif${id}`)
      counts.set(colour, (counts.get(colour) ?? 0) + 1)
    }
    expect([...counts.keys()].sort()).toEqual([0, 1, 2, 3, 4])
    for (const count of counts.values()) expect(Math.abs(count - 1000)).toBeLessThan(150)
  })
})
