import { describe, expect, it } from 'vitest'
import { momentJson, momentOf, NEVER } from './gateway-request.ts'

describe('a point in time of the gateway (§3 publish_datetime, timestamp)', () => {
  it.each([
    ['2026-12-01', '2026-12-01T00:00:00.000Z'],
    ['2026-12-01T10:00:00Z', '2026-12-01T10:00:00.000Z'],
    ['2026-12-01 10:00', '2026-12-01T10:00:00.000Z'],
    ['2026-12-01T10:00:00.5+02:00', '2026-12-01T08:00:00.500Z'],
    ['2026-12-01 10:00:00-0500', '2026-12-01T15:00:00.000Z'],
    ['1790000000', '2026-09-21T14:13:20.000Z'],
    [1790000000, '2026-09-21T14:13:20.000Z'],
    [0, '1970-01-01T00:00:00.000Z'],
  ])('%s is %s', (at, expected) => {
    expect(momentOf(at, 'at')).toBe(expected)
  })

  it.each(['2026-13-01', '2026-02-30T10:00:00Z', '2200-01-01', '1969-12-31', 1e13, '9999999999999'])(
    '%s is refused by the name of its field',
    (at) => {
      expect(() => momentOf(at, 'timestamp')).toThrow('timestamp is no date and time between 1970 and 2199')
    },
  )

  it('never is said as nothing', () => {
    expect([momentJson(NEVER), momentJson('2026-12-01T00:00:00.000Z')]).toEqual([
      '',
      '2026-12-01T00:00:00.000Z',
    ])
  })
})
