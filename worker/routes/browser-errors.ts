import * as v from 'valibot'
import { AppError } from '../../shared/errors.ts'
import { ERROR_REPORT_MAX, type ErrorReport, ErrorReportSchema } from '../../shared/schema/error-report.ts'
import { readRequestBody } from '../../shared/server/body/read-request-body.ts'
import { type AppContext, preflight, reply } from '../http/context.ts'
import { requestOrigin } from '../http/every-request.ts'
import { withinLimit } from '../http/rate-limit.ts'
import type { Route } from '../http/routing/route-table.ts'
import { cleanReport } from '../report/clean-report.ts'

const notOurs = () => new AppError('forbidden', 'Only pages of this site report errors here')

const ownOrigins = (c: AppContext) => [requestOrigin(c.req.url), c.get('publicUrl')]

/** What a sandboxed frame sends for its origin: anybody can have one, so it may report only pages that are framed. */
const NO_ORIGIN = 'null'
const FRAMED = /^\/(embed|widgets)\//

/** Refuses a report, before its body is read, that does not come from our pages. Browsers name the origin of a POST. */
async function fromOwnPage(c: AppContext, next: () => Promise<void>): Promise<void> {
  const origin = c.req.header('Origin') ?? ''
  if (origin !== NO_ORIGIN && !ownOrigins(c).includes(origin)) throw notOurs()
  await next()
}

/**
 * `POST /browser-errors`: logs an error of a visitor's browser (§9) as one line. The body is JSON of any content
 * type: as plain text it needs no preflight, for which a closing page has no time.
 */
export const browserErrors = (routeOf: (path: string) => string) =>
  ({
    OPTIONS: preflight('POST', ['content-type']),
    POST: [
      fromOwnPage,
      withinLimit('ERROR_LIMIT'),
      async (c: AppContext) => {
        const report = cleanReport(await readReport(c), ownOrigins(c), routeOf)
        if (c.req.header('Origin') === NO_ORIGIN && !FRAMED.test(report.url)) throw notOurs()
        console.warn(JSON.stringify({ kind: 'browser-error', requestId: c.get('requestId'), ...report }))
        c.get('services').monitor?.browserError(c.get('requestId'), report, (work) =>
          c.executionCtx.waitUntil(work),
        )
        return reply(c, null, 204)
      },
    ],
  }) satisfies Partial<Route>

const BodySchema = v.pipe(v.string(), v.parseJson(), ErrorReportSchema)

async function readReport(c: AppContext): Promise<ErrorReport> {
  const bytes = await readRequestBody(c.req.raw, ERROR_REPORT_MAX.bytes)
  const result = v.safeParse(BodySchema, new TextDecoder().decode(bytes))
  if (!result.success) throw new AppError('invalid-input', 'This is no report of an error')
  return result.output
}
