import { expect, it } from 'vitest'
import { ofRounds, ratioOfRounds, verdict } from './figure.ts'

const figure = { what: 'something', unit: 'of another', budget: { max: 1 } }

it('takes the median of rounds, and their quartiles', () => {
  expect(ofRounds([5, 1, 4, 2, 3])).toEqual({ value: 3, spread: [2, 4] })
  expect(ratioOfRounds([2, 9, 8], [1, 3, 2])).toEqual({ value: 3, spread: [2, 4] })
  const never = Number.POSITIVE_INFINITY
  expect(ratioOfRounds([2, 1, never], [1, never, 1])).toEqual({ value: 2, spread: [2, never] })
})

it.each([
  ['OK', { value: 1, spread: [0.9, 1.2] }],
  ['within noise', { value: 1.1, spread: [1, 1.3] }],
  ['OVER', { value: 1.1, spread: [1.01, 1.3] }],
  ['OVER', { value: 1.1 }],
  ['not measured', { value: Number.NaN }],
] as const)('judges by the median and by three quarters of the rounds: %s', (wanted, measured) => {
  expect(verdict({ ...figure, ...measured })).toBe(wanted)
})

it('judges a minimum likewise', () => {
  const least = { ...figure, budget: { min: 0.65 } }
  expect(verdict({ ...least, value: 0.6, spread: [0.5, 0.66] })).toBe('within noise')
  expect(verdict({ ...least, value: 0.6, spread: [0.5, 0.64] })).toBe('OVER')
})
