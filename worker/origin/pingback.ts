import type { D1Database } from '@cloudflare/workers-types'
import * as v from 'valibot'
import { AppError } from '../../shared/errors.ts'
import type { Transport } from '../../shared/net/transport.ts'
import { PingbackBodySchema, type PingbackEvent } from '../../shared/schema/pingback.ts'
import { type CountedEvent, countEvents } from './counters.ts'
import { errorResponse } from './envelope.ts'
import { readPayload } from './payload.ts'

type Deps = { db: D1Database; now?: () => number }

/** The library's `POST /v2/pingback`: counts events about its items and drops others. */
export const pingbackOrigin =
  ({ db, now = Date.now }: Deps): Transport =>
  async (request) => {
    try {
      const result = v.safeParse(PingbackBodySchema, await request.json().catch(() => undefined))
      if (!result.success) throw new AppError('invalid-input', v.summarize(result.issues))
      await countEvents(db, result.output.events.flatMap(toCounted), now())
      return new Response(null, { status: 204 })
    } catch (error) {
      return errorResponse(error)
    }
  }

// Our payload names the item. An event with another payload is not about the library.
function toCounted({ action_type, analytics_response_payload }: PingbackEvent): CountedEvent[] {
  const payload = readPayload(analytics_response_payload)
  return payload ? [{ gifId: payload.id, action: action_type }] : []
}
