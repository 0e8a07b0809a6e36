import { describe, expect, it } from 'vitest'
import { type FavoriteEvent, type FavoriteState, nextFavorite } from './favorite-button.tsx'

describe('§4 the favorite button', () => {
  it.each<[string, FavoriteState, FavoriteEvent[], FavoriteState]>([
    ['is one where it was found stored', 'favorite', ['keep'], 'unfavorite'],
    ['shows its animation when pressed', 'favorite', ['press'], 'active'],
    ['then offers the way back', 'favorite', ['press', 'settle'], 'unfavorite'],
    ['takes it back without an animation', 'unfavorite', ['press'], 'favorite'],
    ['takes it back within the animation', 'favorite', ['press', 'press', 'settle'], 'favorite'],
    ['is what it was where it was refused', 'favorite', ['press', 'settle', 'refuse'], 'favorite'],
    ['is what it was where that was refused at once', 'favorite', ['press', 'refuse', 'settle'], 'favorite'],
    ['stays a favorite where the way back was refused', 'unfavorite', ['press', 'refuse'], 'unfavorite'],
  ])('%s', (_name, from, events, to) => {
    expect(events.reduce(nextFavorite, from)).toBe(to)
  })
})
