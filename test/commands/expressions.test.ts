import { expect, it } from 'vitest'
import { findFaults, findVulnerable } from '../../tools/checks/expressions.ts'

it('T37 every regular expression is listed, and the exact method finds none vulnerable', () => {
  expect([...findFaults(), ...findVulnerable()]).toEqual([])
})
