import { describe, expect, it, vi } from 'vitest'
import { isoOf } from '../admin.tsx'
import { secondsOf } from '../parts/form.tsx'
import { addDays, addMonths, dayOf, isDay, startOf, weeksOf } from './schedule-days.ts'

// The clients of the page's calls are made with its address.
vi.hoisted(() => vi.stubGlobal('location', { origin: 'https://gifs.example' }))

describe('days of a calendar, in the reader’s zone', () => {
  it.each([
    ['2026-11-22', true],
    ['2026-02-30', false],
    ['2026-11', false],
    ['', false],
  ])('%s is a day: %s', (text, expected) => {
    expect(isDay(text)).toBe(expected)
  })

  it('go on over the ends of months and years', () => {
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
    expect(addDays('2026-03-01', -1)).toBe('2026-02-28')
    expect(addMonths('2026-01-31', 1)).toBe('2026-02-28')
    expect(addMonths('2026-01-15', -1)).toBe('2025-12-15')
  })

  it('stand in weeks that begin on the day of the language', () => {
    const november = weeksOf('2026-11-22', 1)
    expect(november[0]).toEqual(['', '', '', '', '', '', '2026-11-01'])
    expect(november).toHaveLength(6)
    expect(weeksOf('2026-11-22', 0)[0]?.[0]).toBe('2026-11-01')
    expect(weeksOf('2026-02-03', 0)).toHaveLength(4)
    expect(november.flat().filter(Boolean)).toHaveLength(30)
  })
})

describe('a time that was chosen', () => {
  it('is theirs, in seconds', () => {
    const at = startOf('2026-11-22')
    expect(secondsOf('2026-11-22T00:00')).toBe(at.getTime() / 1000)
    expect(dayOf(at)).toBe('2026-11-22')
    expect(secondsOf('')).toBeUndefined()
  })

  it('§3 comes as a date or as seconds', () => {
    expect([isoOf('1790000000'), isoOf('2026-12-01T10:00:00.000Z')]).toEqual([
      '2026-09-21T14:13:20.000Z',
      '2026-12-01T10:00:00.000Z',
    ])
  })
})
