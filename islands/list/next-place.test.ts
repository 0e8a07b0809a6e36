import { expect, it } from 'vitest'
import { gifOf } from '../../test/fixtures/library/gif.ts'
import { nextPlace, packFluid, spanOf } from './places.ts'

// Three columns of 100: 0, 1 and 2 stand side by side; 3 and then 5 are below 1, and 4 is below 2.
const gifs = [300, 100, 150, 100, 200, 100].map((height, id) =>
  gifOf({ id, images: { original: { url: 'https://media.test/a.gif', width: 100, height } } }),
)
const places = packFluid(3, 0, gifs).places.map((place) => ({
  left: place.column,
  top: spanOf(place, 100, 0).start,
}))

it.each([
  ['ArrowRight', 0, 1],
  ['ArrowRight', 1, 2],
  ['ArrowRight', 3, 4],
  ['ArrowRight', 4, undefined],
  ['ArrowLeft', 4, 3],
  ['ArrowLeft', 0, undefined],
  ['ArrowDown', 1, 3],
  ['ArrowDown', 5, undefined],
  ['ArrowUp', 3, 1],
  ['ArrowUp', 1, undefined],
  ['Home', 4, 0],
  ['End', 0, 5],
  ['Tab', 0, undefined],
  ['toString', 0, undefined],
])('%s leads from tile %i to %s', (key, from, to) => {
  expect(nextPlace(places, from, key)).toBe(to)
})
