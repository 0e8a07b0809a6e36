import { expect, it } from 'vitest'
import { codeOf, stepAt, stepOf, toBase32 } from './totp.ts'

// RFC 6238, appendix B: the secret is 12345678901234567890, and its codes are cut to 6 digits.
const SECRET = toBase32(new TextEncoder().encode('12345678901234567890'))

it.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_234_567_890, '005924'],
  [20_000_000_000, '353130'],
])('T72: at %i s the code is %s', async (s, code) => {
  expect(await codeOf(SECRET, stepAt(s * 1000))).toBe(code)
})

it('T72: takes the step before and after, and none twice', async () => {
  const now = 1_234_567_890_000
  const step = stepAt(now)
  const at = (of: number, used = 0) => codeOf(SECRET, of).then((code) => stepOf(SECRET, code, now, used))
  expect(await Promise.all([at(step - 1), at(step), at(step + 1)])).toEqual([step - 1, step, step + 1])
  expect(await Promise.all([at(step - 2), at(step + 2), at(step, step), at(step - 1, step)])).toEqual(
    Array(4).fill(undefined),
  )
})
