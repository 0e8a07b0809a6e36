import { UpstreamError } from '../../shared/errors.ts'
import { retryAfterOf, SDK_HEADERS } from '../../shared/net/headers.ts'
import { forElsewhere, type PingbackEvent, type QueuedEvent } from '../../shared/schema/pingback.ts'
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

/** An event, and what its caller knows it by. */
type Entry = { event: PingbackEvent }

/** What became of entries: `left` did not get there and may be tried again, because of `failure`. */
export type Forwarded<E extends Entry> = {
  delivered: E[]
  refused: { entry: E; reason: string }[]
  left: E[]
  failure: UpstreamError | undefined
}

/** How many requests one batch of the queue may cost: the platform allows a Worker a thousand. */
export const createBudget = (requests = 400) => ({ requests })
export type Budget = ReturnType<typeof createBudget>

const NOT_FINAL = new Set([408, 425, 429])

/** The same request will be refused again, whenever it is sent. */
const isFinal = ({ status = 0 }: UpstreamError) => status >= 400 && status < 500 && !NOT_FINAL.has(status)

/** Forwards events. A batch that is refused for good is halved until its bad events are alone; another failure ends it. */
export async function forwardApart<E extends Entry>(
  forward: Forward,
  entries: readonly E[],
  budget: Budget = createBudget(),
): Promise<Forwarded<E>> {
  const outcome: Forwarded<E> = { delivered: [], refused: [], left: [], failure: undefined }
  const parts = [[...entries]]
  for (let part = parts.pop(); part; part = parts.pop()) {
    if (part.length === 0) continue
    if (outcome.failure) {
      outcome.left.push(...part)
      continue
    }
    const failure = await failureOf(forward, part, budget)
    if (!failure) outcome.delivered.push(...part)
    else if (!isFinal(failure)) {
      outcome.failure = failure
      outcome.left.push(...part)
    } else if (part.length === 1) {
      outcome.refused.push(...part.map((entry) => ({ entry, reason: failure.message })))
    } else {
      const middle = part.length >> 1
      // The first half is on top, so that the order stays.
      parts.push(part.slice(middle), part.slice(0, middle))
    }
  }
  return outcome
}

async function failureOf(forward: Forward, part: readonly Entry[], budget: Budget) {
  if (budget.requests-- <= 0) return undelivered('refused too much at once')
  return forward(part.map(({ event }) => event)).then(
    () => undefined,
    (error) => (error instanceof UpstreamError ? error : undelivered('failed')),
  )
}
