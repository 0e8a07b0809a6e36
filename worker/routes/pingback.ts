import { bodyLimit } from 'hono/body-limit'
import { createFactory } from 'hono/factory'
import { AppError } from '../../shared/errors.ts'
import { SDK_HEADERS } from '../../shared/net/sdk-headers.ts'
import { PingbackBodySchema } from '../../shared/schema/pingback.ts'
import type { App } from '../app-types.ts'
import { input } from '../http/input.ts'
import { addressOf, networkOf, withinLimit } from '../http/rate-limit.ts'
import { preflight, reply } from '../http/reply.ts'
import type { Route } from '../http/route-table.ts'

const BODY_MAX = 64 * 1024

const tooLarge = () => {
  throw new AppError('too-large', 'A batch of pingbacks holds at most 64 KB')
}

/** `POST /v2/pingback`: events are checked; 204 once they are safe, 503 with `Retry-After` where the sender keeps them. */
export const pingback = {
  OPTIONS: preflight('POST', ['content-type', ...Object.keys(SDK_HEADERS)]),
  POST: [
    withinLimit('PINGBACK_LIMIT'),
    bodyLimit({ maxSize: BODY_MAX, onError: tooLarge }),
    ...createFactory<App>().createHandlers(input('json', PingbackBodySchema), async (c) => {
      const network = networkOf(addressOf(c))
      const sender = { agent: c.req.header('User-Agent'), network, bindings: c.env }
      const { events } = c.req.valid('json')
      const { pingbacks } = c.get('services')
      const accepted = (async () => (await pingbacks()).accept(events, sender))()
      // A page that goes away ends the request, but not the work.
      c.executionCtx.waitUntil(accepted.catch(() => {}))
      await accepted
      return reply(c, null, 204)
    }),
  ],
} satisfies Partial<Route>
