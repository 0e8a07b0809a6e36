import { describe, expect, it } from 'vitest'
import { root } from '../steps/run-step.ts'
import { findExpressionFaults, weaknessOf } from './expressions.ts'
import { readExpressions } from './read-expressions.ts'

describe('T37: regular expressions', () => {
  it('every one of the product is safe by the checker, and listed', () => {
    expect(findExpressionFaults()).toEqual([])
  })

  it.each<[string, RegExp]>([
    ['that tries every start', /([\w-]+)\/?$/],
    ['of two parts that match the same', /^\w+\d+!/],
    ['with a loop in a loop', /^(a+)+$/],
  ])('one %s is refused', (_name, { source, flags }) => {
    expect(weaknessOf({ source, flags })).toMatch(/polynomial|exponential/)
  })

  it.each([/^[\w-]{1,128}$/, /[^/?#]*/g, /mobi|iphone|ipod/i])('%s is taken', ({ source, flags }) => {
    expect(weaknessOf({ source, flags })).toBe('')
  })

  it('are read from the syntax: literals, and what constants make', () => {
    const read = (path: string) => readExpressions(root, ['shared/tsconfig.json'], [path])
    expect(read('shared/gif/item-path.ts')).toContainEqual({
      path: 'shared/gif/item-path.ts',
      source: '^\\w{1,64}$',
      flags: '',
    })
    const [placeholder] = read('shared/gif/pixels.ts')
    expect(placeholder).toMatchObject({ flags: 'gi', source: /^%%\(\?:cache.*%7D\(\?:%7D\)\?$/ })
    expect(read('shared/public/builder-snippet.ts')).toContainEqual({
      path: 'shared/public/builder-snippet.ts',
      unknown: 'new RegExp(field.pattern)',
    })
  })
})
