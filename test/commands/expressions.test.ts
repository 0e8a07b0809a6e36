import { expect, it } from 'vitest'
import { findVulnerable } from '../../tools/checks/expressions.ts'

it('T37 the exact method finds no regular expression vulnerable', () => {
  expect(findVulnerable()).toEqual([])
})
