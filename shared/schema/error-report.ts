import * as v from 'valibot'
import { ERROR_MONITOR } from '../limits.ts'

/** The limits of a report: its texts in characters, the whole in bytes. */
export const ERROR_REPORT_MAX = { message: 2000, stack: 4000, entry: 300, bytes: 16 * 1024 } as const

const textUpTo = (max: number) => v.pipe(v.string(), v.maxLength(max))

/** §9 A browser error with the log entries before it. Times are milliseconds since navigation. */
export const ErrorReportSchema = v.object({
  message: v.pipe(textUpTo(ERROR_REPORT_MAX.message), v.minLength(1)),
  stack: v.optional(textUpTo(ERROR_REPORT_MAX.stack), ''),
  url: textUpTo(ERROR_MONITOR.urlLength),
  status: v.optional(v.pipe(v.number(), v.integer(), v.minValue(400), v.maxValue(599))),
  entries: v.optional(
    v.pipe(
      v.array(v.object({ at: v.number(), text: textUpTo(ERROR_REPORT_MAX.entry) })),
      v.maxLength(ERROR_MONITOR.entries),
    ),
    [],
  ),
})
export type ErrorReport = v.InferOutput<typeof ErrorReportSchema>
