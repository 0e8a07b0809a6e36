import type { Context } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import * as v from 'valibot'
import { AppError } from '../../shared/errors.ts'
import { withoutQueries } from '../../shared/net/without-queries.ts'
import { ERROR_REPORT_MAX, type ErrorReport, ErrorReportSchema } from '../../shared/schema/error-report.ts'
import type { App } from '../app-types.ts'
import { withinLimit } from '../http/rate-limit.ts'
import { preflight, reply } from '../http/reply.ts'
import type { Route } from '../http/route-table.ts'

const tooLarge = () => {
  throw new AppError('too-large', 'A report of an error holds at most 16 KB')
}

/**
 * `POST /browser-errors`: logs an error of a visitor's browser (§9) as one line. The body is JSON whatever its content
 * type: as plain text it needs no preflight, for which a closing page has no time.
 */
export const browserErrors = {
  OPTIONS: preflight('POST', ['content-type']),
  POST: [
    withinLimit('ERROR_LIMIT'),
    bodyLimit({ maxSize: ERROR_REPORT_MAX.bytes, onError: tooLarge }),
    async (c: Context<App>) => {
      const report = cleaned(await readReport(c))
      console.warn(JSON.stringify({ kind: 'browser-error', requestId: c.get('requestId'), ...report }))
      c.get('services').monitor?.browserError(c.get('requestId'), report, (work) =>
        c.executionCtx.waitUntil(work),
      )
      return reply(c, null, 204)
    },
  ],
} satisfies Partial<Route>

const BodySchema = v.pipe(v.string(), v.parseJson(), ErrorReportSchema)

async function readReport(c: Context<App>): Promise<ErrorReport> {
  const result = v.safeParse(BodySchema, await c.req.text())
  if (!result.success) throw new AppError('invalid-input', 'This is no report of an error')
  return result.output
}

/** Removes queries from addresses and texts: they may identify the visitor. */
const cleaned = ({ message, stack, url, status, entries }: ErrorReport) => ({
  message: withoutQueries(message),
  url: withoutQueries(url),
  status,
  stack: withoutQueries(stack),
  entries: entries.map(({ at, text }) => ({ at, text: withoutQueries(text) })),
})
