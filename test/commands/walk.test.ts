import { expect, it } from 'vitest'
import { walk } from './walk.ts'

it(
  'an operator gets from an empty account to one machine and back, and 300 addresses answer the same',
  {
    timeout: 1_200_000,
  },
  async () => expect(await walk(() => {})).toBeGreaterThan(300),
)
