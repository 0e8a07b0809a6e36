import { expect, it } from 'vitest'
import { staffLink, whoIs } from './staff-link.ts'

it('takes an address or a username, and nothing that would be more than a value', () => {
  expect([whoIs('ann@example.com'), whoIs('ann')]).toEqual([
    { email: 'ann@example.com' },
    { username: 'ann' },
  ])
  for (const text of ['', '.ann', "a'b", 'a b', 'a@b@c', '; DROP TABLE users']) {
    expect(() => whoIs(text)).toThrow('neither')
  }
})

it('quotes an address with a quote in it', async () => {
  const { statements } = await staffLink({ email: "o'neil@example.com" })
  expect(statements.join()).not.toContain("'o'neil")
  expect(statements[0]).toContain("'o''neil@example.com'")
})

it('has the secret in the link alone', async () => {
  const { statements, path } = await staffLink('first')
  const [, token = ''] = path.split('=')
  expect(path).toMatch(/^\/login\?token=[\w-]{43}$/)
  expect(statements.join()).not.toContain(token)
})
