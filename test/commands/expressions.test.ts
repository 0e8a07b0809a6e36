import { expect, it } from 'vitest'
import { checkOwn } from '../../tools/checks/expressions.ts'

it('T37 every regular expression is safe when all are checked anew', { timeout: 600_000 }, () => {
  expect(checkOwn({ anew: true }).faults).toEqual([])
})
