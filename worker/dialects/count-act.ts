import { PINGBACK_ID_LENGTH } from '../../shared/limits.ts'
import { hex } from '../../shared/net/bytes.ts'
import type { PingbackEvent } from '../../shared/schema/pingback.ts'
import { type AppContext, optsOut } from '../http/context.ts'
import { addressOf, assertWithinLimit, networkOf } from '../http/rate-limit.ts'
import type { Item } from './item.ts'

/**
 * Counts what a client says was done with an item, as a pingback: limited, queued and counted once an hour for a network as
 * those are. The event has the payload that the provider gave with the item, and names no one.
 * @throws what `find` throws; RateLimitError, or UpstreamError 'unavailable' where the event is not safe
 */
export async function countAct(
  c: AppContext,
  find: () => Promise<{ item: Item }>,
  action_type: PingbackEvent['action_type'],
): Promise<void> {
  await assertWithinLimit(c, 'PINGBACK_LIMIT')
  const { item } = await find()
  if (optsOut(c)) return
  const event: PingbackEvent = {
    ts: Date.now(),
    user_id: hex(crypto.getRandomValues(new Uint8Array(PINGBACK_ID_LENGTH / 2))),
    action_type,
    attributes: {},
    analytics_response_payload: item.analytics_response_payload,
  }
  const sender = { agent: c.req.header('User-Agent'), network: networkOf(addressOf(c)), bindings: c.env }
  const accepted = (async () => (await c.get('services').pingbacks()).accept([event], sender))()
  // A client that goes away ends the request, but not the work.
  c.executionCtx.waitUntil(accepted.catch(() => {}))
  await accepted
}
