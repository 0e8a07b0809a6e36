import { expect, it } from 'vitest'
import { nextInRow } from './view-rows.tsx'

it.each([
  ['ArrowRight', 0, 1],
  ['ArrowRight', 2, 0],
  ['ArrowLeft', 0, 2],
  ['ArrowDown', 1, 2],
  ['ArrowUp', 1, 0],
  ['Home', 2, 0],
  ['End', 0, 2],
  ['Enter', 1, undefined],
])('%s leads from %i to %s of three', (key, from, to) => {
  expect(nextInRow(key, from, 3)).toBe(to)
})
