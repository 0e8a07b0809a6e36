import { expect, it } from 'vitest'
import { isDue } from './schedule.ts'

it.each([
  ['* * * * *', '2026-11-28T02:03:00Z', true],
  ['17 4 * * *', '2026-11-28T04:17:59Z', true],
  ['17 4 * * *', '2026-11-28T04:18:00Z', false],
  ['*/15 * * * *', '2026-11-28T04:30:00Z', true],
  ['*/15 * * * *', '2026-11-28T04:31:00Z', false],
  ['0 9-17/4 * * *', '2026-11-28T13:00:00Z', true],
  ['0 9-17/4 * * *', '2026-11-28T14:00:00Z', false],
  ['0 0 1,15 * *', '2026-11-15T00:00:00Z', true],
  ['0 0 * * 0', '2026-11-28T00:00:00Z', false],
])('a cron expression %s at %s: %s', (cron, at, due) => {
  expect(isDue(cron, new Date(at))).toBe(due)
})
