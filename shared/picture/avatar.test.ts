import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { avatarUrl, stableIndex, tileColour } from './avatar.ts'

const avatarOf = (avatar_url: string, id = '7', username = 'cats') => avatarUrl({ id, username, avatar_url })

describe('§3 Avatar', () => {
  it.each([
    [
      'https://media.giphy.com/avatars/cats/WahNEDdl.gif',
      'https://media.giphy.com/avatars/cats/WahNEDdl/80h.gif',
    ],
    [
      'https://media.giphy.com/channel_assets/cats/x.y.png?v=1',
      'https://media.giphy.com/channel_assets/cats/x.y/80h.png?v=1',
    ],
    [
      'https://media.giphy.com/avatars/cats/WahNEDdl/80h.gif',
      'https://media.giphy.com/avatars/cats/WahNEDdl/80h.gif',
    ],
  ])('uses the 80-pixel-high variant of %s', (given, variant) => {
    expect(avatarOf(given)).toBe(variant)
  })

  it.each([
    ['another convention', 'https://elsewhere.test/people/cats.gif'],
    ['our own library', 'http://localhost:8787/media/avatars/7.webp'],
    ['a name without an ending', 'https://media.giphy.com/avatars/cats'],
  ])('leaves the address of %s as it is', (_whose, url) => {
    expect(avatarOf(url)).toBe(url)
  })

  it('F19: is otherwise one of five default avatars, always the same one for a user', () => {
    const chosen = Array.from({ length: 50 }, (_, id) => avatarOf('', String(id)))
    expect([...new Set(chosen)].sort()).toEqual([1, 2, 3, 4, 5].map((n) => `/static/avatar-${n}.svg`))
    expect(avatarOf('', '12')).toBe(chosen[12])
    expect(avatarOf('https://[', '12')).toBe(chosen[12])
  })

  it('goes by the username where a user has no id', () => {
    const chosen = new Set(Array.from({ length: 50 }, (_, n) => avatarOf('', '', `user${n}`)))
    expect(chosen.size).toBe(5)
  })
})

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
