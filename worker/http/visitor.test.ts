import { expect, it } from 'vitest'
import { layoutOf } from './visitor.ts'

it('T37: reads no more of a user agent than its first 512 characters, however long one is made', () => {
  const agent = (start: string) => new Headers({ 'User-Agent': `${start} iPhone` })
  expect(layoutOf(agent('x'.repeat(500)))).toBe('mobile')
  expect(layoutOf(agent('x'.repeat(16_000)))).toBe('desktop')
})
