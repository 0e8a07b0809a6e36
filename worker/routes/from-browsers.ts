import * as v from 'valibot'
import { AppError } from '../../shared/errors.ts'
import { ERROR_REPORT_MAX, type ErrorReport, ErrorReportSchema } from '../../shared/schema/error-report.ts'
import { PingbackBodySchema, type PingbackEvent } from '../../shared/schema/pingback.ts'
import { readRequestBody, readRequestText } from '../../shared/server/body/read-request-body.ts'
import { type InTime, inSteps } from '../../shared/server/steps.ts'
import { type AppContext, optsOut, reply, requestOrigin } from '../http/context.ts'
import { sessionCookies } from '../http/credentials.ts'
import { addressOf, assertWithinLimit, networkOf } from '../http/rate-limit.ts'
import { cleanReport } from '../report/clean-report.ts'

const PINGBACK_MAX = 64 * 1024

/** `POST /v2/pingback`: events are checked; 204 once they are safe, 503 with `Retry-After` where the sender keeps them. */
export async function takePingbacks(c: AppContext): Promise<Response> {
  assertService(c)
  await assertWithinLimit(c, 'PINGBACK_LIMIT')
  const steps = inSteps()
  const accepted = acceptEvents(c, steps.inTime).finally(steps.end)
  // A page that goes away ends the request, but not the work.
  c.executionCtx.waitUntil(accepted.catch(() => {}))
  await accepted
  return reply(c, null, 204)
}

async function acceptEvents(c: AppContext, inTime: InTime): Promise<void> {
  const events = await readEvents(c, inTime)
  const network = networkOf(addressOf(c))
  const person = await personOf(c)
  const isUntold = optsOut(c)
  const sender = { agent: c.req.header('User-Agent'), network, person, isUntold, bindings: c.env, inTime }
  const { pingbacks } = c.get('services')
  await (await pingbacks()).accept(events, sender)
}

/**
 * The id of who is signed in at the embedded site, for a request of our own pages with their cookie; a frame on another
 * site has none. It comes from the session alone (T26). Events of someone who cannot be looked up are a visitor's.
 */
async function personOf(c: AppContext): Promise<string | undefined> {
  const { identify } = c.get('services')
  const cookie = c.req.header('Cookie')
  if (!identify || !cookie || c.req.header('Sec-Fetch-Site') !== 'same-origin') return undefined
  const session = sessionCookies(cookie, c.get('publicUrl')).sessionid
  if (!session) return undefined
  const identified = await identify({ session }).catch(() => undefined)
  return identified?.actor.id
}

/** @throws AppError 'unavailable' where no event could go anywhere: the body is not read then. */
function assertService(c: AppContext): void {
  const { pingback } = c.get('services').upstreams
  if (pingback.keepsCounters && !c.env.DB && !c.env.PINGBACKS) {
    throw new AppError('unavailable', 'Pingbacks have no service here')
  }
}

const JSON_TYPE = /^application\/([\w.-]+\+)?json[ \t]*(;|$)/i

const EventsSchema = v.pipe(v.string(), v.parseJson(undefined, 'The body is no JSON'), PingbackBodySchema)

async function readEvents(c: AppContext, inTime: InTime): Promise<PingbackEvent[]> {
  if (!JSON_TYPE.test(c.req.header('Content-Type') ?? '')) {
    throw new AppError('invalid-input', 'Pingbacks must be JSON')
  }
  const result = v.safeParse(EventsSchema, await readRequestText(c.req.raw, PINGBACK_MAX, inTime))
  if (!result.success) throw new AppError('invalid-input', result.issues[0].message)
  return result.output.events
}

const notOurs = () => new AppError('forbidden', 'Only pages of this site report errors here')

const ownOrigins = (c: AppContext) => [requestOrigin(c.req.url), c.get('publicUrl')]

/** What a sandboxed frame sends for its origin: anybody can have one, so it may report only pages that are framed. */
const NO_ORIGIN = 'null'
const FRAMED = /^\/(embed|widgets)\//

/**
 * `POST /browser-errors`: logs an error of a visitor's browser (§9) as one line. The body is JSON of any content
 * type: as plain text it needs no preflight, for which a closing page has no time.
 * @param routeOf finds the pattern of a path.
 */
export async function takeBrowserError(c: AppContext, routeOf: (path: string) => string): Promise<Response> {
  const origin = c.req.header('Origin') ?? ''
  // Before the body is read. Browsers name the origin of a POST.
  if (origin !== NO_ORIGIN && !ownOrigins(c).includes(origin)) throw notOurs()
  await assertWithinLimit(c, 'ERROR_LIMIT')
  const report = cleanReport(await readReport(c), ownOrigins(c), routeOf)
  if (origin === NO_ORIGIN && !FRAMED.test(report.url)) throw notOurs()
  console.warn(JSON.stringify({ kind: 'browser-error', requestId: c.get('requestId'), ...report }))
  const { monitor } = c.get('services')
  monitor?.browserError(c.get('requestId'), report, (work) => c.executionCtx.waitUntil(work))
  return reply(c, null, 204)
}

const ReportSchema = v.pipe(v.string(), v.parseJson(), ErrorReportSchema)

async function readReport(c: AppContext): Promise<ErrorReport> {
  const bytes = await readRequestBody(c.req.raw, ERROR_REPORT_MAX.bytes)
  const result = v.safeParse(ReportSchema, new TextDecoder().decode(bytes))
  if (!result.success) throw new AppError('invalid-input', 'This is no report of an error')
  return result.output
}
