import { expect, it } from 'vitest'
import { newAuthenticator } from '../../test/fixtures/site/authenticator.ts'
import { countOf, readAssertion, readRegistration } from './passkeys.ts'

const expected = { publicUrl: 'https://loop.test', challenge: 'challenge-of-18-bytes' }
const MANY = 5000

it('T73: takes each right signature, also those whose numbers begin with zeros', async () => {
  const authenticator = await newAuthenticator(expected.publicUrl)
  const key = await readRegistration(await authenticator.create(expected), expected)
  // 70 to 72 bytes are usual, and fewer come once in some 500.
  let isShort = false
  for (let n = 2; n < MANY && !isShort; n++) {
    const given = readAssertion(await authenticator.get(expected))
    isShort = given.response.signature.length < 94
    expect(await countOf(given, { ...key, counter: n - 1 }, expected, true)).toBe(n)
  }
  expect(isShort).toBe(true)
})
