/** A day of the reader's calendar: `2026-11-22`. A month is its first seven characters. */
export type Day = string

const two = (part: number): string => String(part).padStart(2, '0')

/** The day of a time in the reader's zone. */
export const dayOf = (at: Date): Day => `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`

/** Whether a text, as of an address, is a day of the calendar. */
export const isDay = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(text) && dayOf(startOf(text)) === text

/** A day's midnight in the reader's zone. */
export function startOf(day: Day): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date)
}

/** So many days later. */
export function addDays(day: Day, days: number): Day {
  const at = startOf(day)
  at.setDate(at.getDate() + days)
  return dayOf(at)
}

/** The same day so many months later, or the last of a shorter month. */
export function addMonths(day: Day, months: number): Day {
  const at = startOf(day)
  const last = new Date(at.getFullYear(), at.getMonth() + months + 1, 0)
  return dayOf(new Date(last.getFullYear(), last.getMonth(), Math.min(at.getDate(), last.getDate())))
}

/** A day's month as weeks of seven days; days of other months are ''. @param first the first day of a week, 0 for Sunday */
export function weeksOf(day: Day, first: number): Day[][] {
  const at = startOf(day)
  const [year, month] = [at.getFullYear(), at.getMonth()]
  const ahead = (new Date(year, month, 1).getDay() - first + 7) % 7
  const length = new Date(year, month + 1, 0).getDate()
  return Array.from({ length: Math.ceil((ahead + length) / 7) }, (_, week) =>
    Array.from({ length: 7 }, (_, column) => {
      const date = week * 7 + column - ahead + 1
      return date >= 1 && date <= length ? dayOf(new Date(year, month, date)) : ''
    }),
  )
}
