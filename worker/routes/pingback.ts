import type { Next } from 'hono'
import * as v from 'valibot'
import { AppError } from '../../shared/errors.ts'
import { SDK_HEADERS } from '../../shared/net/headers.ts'
import { PingbackBodySchema, type PingbackEvent } from '../../shared/schema/pingback.ts'
import { readRequestBody } from '../../shared/server/body/read-request-body.ts'
import { type AppContext, preflight, reply } from '../http/context.ts'
import { sessionCookies } from '../http/credentials.ts'
import { addressOf, networkOf, withinLimit } from '../http/rate-limit.ts'
import type { Route } from '../http/routing/route-table.ts'

const BODY_MAX = 64 * 1024

/** `POST /v2/pingback`: events are checked; 204 once they are safe, 503 with `Retry-After` where the sender keeps them. */
export const pingback = {
  OPTIONS: preflight('POST', ['content-type', ...Object.keys(SDK_HEADERS)]),
  POST: [
    hasService,
    withinLimit('PINGBACK_LIMIT'),
    async (c: AppContext) => {
      const events = await readEvents(c)
      const network = networkOf(addressOf(c))
      const person = await personOf(c)
      const sender = { agent: c.req.header('User-Agent'), network, person, bindings: c.env }
      const { pingbacks } = c.get('services')
      const accepted = (async () => (await pingbacks()).accept(events, sender))()
      // A page that goes away ends the request, but not the work.
      c.executionCtx.waitUntil(accepted.catch(() => {}))
      await accepted
      return reply(c, null, 204)
    },
  ],
} satisfies Partial<Route>

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
async function hasService(c: AppContext, next: Next): Promise<void> {
  const { pingback } = c.get('services').upstreams
  if (pingback.keepsCounters && !c.env.DB && !c.env.PINGBACKS) {
    throw new AppError('unavailable', 'Pingbacks have no service here')
  }
  await next()
}

const JSON_TYPE = /^application\/([\w.-]+\+)?json[ \t]*(;|$)/i

const BodySchema = v.pipe(v.string(), v.parseJson(undefined, 'The body is no JSON'), PingbackBodySchema)

async function readEvents(c: AppContext): Promise<PingbackEvent[]> {
  if (!JSON_TYPE.test(c.req.header('Content-Type') ?? '')) {
    throw new AppError('invalid-input', 'Pingbacks must be JSON')
  }
  const bytes = await readRequestBody(c.req.raw, BODY_MAX)
  const result = v.safeParse(BodySchema, new TextDecoder().decode(bytes))
  if (!result.success) throw new AppError('invalid-input', result.issues[0].message)
  return result.output.events
}
