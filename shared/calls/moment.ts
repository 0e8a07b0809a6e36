const HAS_ZONE = /(Z|[+-]\d\d:?\d\d)$/
const MOMENT = /^\d{4}-\d\d-\d\d([T ]\d\d:\d\d(:\d\d(\.\d{1,6})?)?(Z|[+-]\d\d:?\d\d)?)?$/

/**
 * The milliseconds since 1970 of a point in time: ISO 8601, in UTC where it names no zone, or seconds since 1970. `NaN` for
 * any other text and for a day that is in no calendar.
 */
export function momentMs(at: string | number): number {
  if (/^\d{1,13}$/.test(String(at))) return Number(at) * 1000
  return MOMENT.test(String(at)) ? parseDate(String(at)) : Number.NaN
}

// The platform reads a time without a zone as local, and 30 February as 2 March.
function parseDate(text: string): number {
  const [date = '', time = '00:00Z'] = text.split(/[T ]/)
  const midnight = Date.parse(`${date}T00:00Z`)
  if (Number.isNaN(midnight) || !new Date(midnight).toISOString().startsWith(date)) return Number.NaN
  return Date.parse(`${date}T${HAS_ZONE.test(time) ? time : `${time}Z`}`)
}
