import { describe, expect, it } from 'vitest'
import { fieldProblem } from './builder-problem.ts'

const problemOf = (fields: Record<string, string>) => fieldProblem(new URLSearchParams(fields))

describe('a form of the builder', () => {
  it.each([
    {},
    { size: '640' },
    { size: 'own', width: '100' },
    { width: '99999' },
    { height: '1' },
    { what: 'grid', height: '' },
    { what: 'grid', source: 'q', value: 'cats', columns: '12' },
  ])('%j can be written', (fields) => expect(problemOf(fields)).toBeUndefined())

  it.each([
    [
      { size: 'own', width: '' },
      { field: 'width', text: 'outOfRange', range: [100, 2000] },
    ],
    [
      { size: 'own', width: '5000' },
      { field: 'width', text: 'outOfRange', range: [100, 2000] },
    ],
    [
      { what: 'grid', height: '3' },
      { field: 'height', text: 'outOfRange', range: [40, 1000] },
    ],
    [
      { what: 'grid', columns: '13' },
      { field: 'columns', text: 'outOfRange', range: [1, 12] },
    ],
    [
      { what: 'carousel', limit: '1.5' },
      { field: 'limit', text: 'outOfRange', range: [1, 50] },
    ],
    [
      { what: 'grid', user: 'ann smith' },
      { field: 'user', text: 'valueInvalid' },
    ],
    [
      { what: 'grid', source: 'q', value: ' ' },
      { field: 'value', text: 'valueMissing' },
    ],
    [
      { what: 'grid', source: 'channel', value: 'a/b' },
      { field: 'value', text: 'valueInvalid' },
    ],
  ])('%j is said, not clamped or left out', (fields, problem) => {
    expect(problemOf(fields as Record<string, string>)).toEqual(problem)
  })
})
