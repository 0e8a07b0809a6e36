import { UpstreamError } from '../../shared/errors.ts'
import { retryAfterOf, SDK_HEADERS } from '../../shared/net/headers.ts'
import { forElsewhere, type QueuedEvent } from '../../shared/schema/pingback.ts'
import { send } from '../upstreams/send.ts'
import type { Upstream } from '../upstreams/upstreams.ts'

/** A batch that did not get there. @param failure with the upstream's status and `Retry-After`, where it gave them. */
export const undelivered = (
  why: string,
  failure: { status?: number; retryAfter?: number | undefined } = {},
) => new UpstreamError(`The pingback upstream ${why}`, failure)

/**
 * Sends one batch on (§7): the SDK's headers, our own key, and nothing of the request that brought the events.
 * @throws UpstreamError of `undelivered`
 */
export type Forward = (events: QueuedEvent[]) => Promise<void>

/** `key` is ours at the upstream; '' sends none. Who brought an event is for the library alone. */
export function createForward(upstream: Upstream, key: string): Forward {
  const query = key && `?${new URLSearchParams({ apikey: key })}`
  const url = `${upstream.base}/v2/pingback${query}`
  return async (events) => {
    const sent = upstream.keepsCounters ? events : events.map(forElsewhere)
    const make = (signal: AbortSignal) =>
      new Request(url, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', ...SDK_HEADERS },
        body: JSON.stringify({ events: sent }),
        redirect: 'manual',
        signal,
      })
    const { ok, status, headers } = await send(upstream, make).catch(() => {
      throw undelivered('could not be reached')
    })
    if (!ok) throw undelivered(`answered ${status}`, { status, retryAfter: retryAfterOf(headers) })
  }
}
