import type { D1Database } from '@cloudflare/workers-types'
import * as v from 'valibot'
import { AppError } from '../shared/errors.ts'
import { COUNTED_BATCH } from '../shared/limits.ts'
import type { Transport } from '../shared/net/transport.ts'
import { type QueuedEvent, QueuedEventSchema } from '../shared/schema/pingback.ts'
import { type CountedEvent, countEvents } from './counters.ts'
import { errorResponse } from './envelope.ts'
import { createPayloads, type Payloads } from './stored-key.ts'

type Deps = { db: D1Database; now?: () => number }

const BodySchema = v.object({
  events: v.pipe(v.array(QueuedEventSchema), v.minLength(1), v.maxLength(COUNTED_BATCH.events)),
})

/** The library's `POST /v2/pingback`: counts events about its items and drops others. */
export function pingbackOrigin({ db, now = Date.now }: Deps): Transport {
  const payloads = createPayloads(db)
  return async (request) => {
    try {
      const result = v.safeParse(BodySchema, await request.json().catch(() => undefined))
      if (!result.success) throw new AppError('invalid-input', v.summarize(result.issues))
      const counted = await Promise.all(
        result.output.events.map((event) => toCounted(payloads, event, now())),
      )
      await countEvents(db, counted.flat(), now())
      return new Response(null, { status: 204 })
    } catch (error) {
      return errorResponse(error)
    }
  }
}

// Our payload names the item. An event with another payload is not about the library.
async function toCounted(payloads: Payloads, event: QueuedEvent, nowMs: number): Promise<CountedEvent[]> {
  const { visitor = '', at = nowMs, site = '', isUntold } = event.door ?? {}
  const gifId = await payloads.read(event.analytics_response_payload, at)
  return gifId === undefined ? [] : [{ gifId, action: event.action_type, visitor, atMs: at, site, isUntold }]
}
