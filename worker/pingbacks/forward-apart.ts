import { UpstreamError } from '../../shared/errors.ts'
import type { PingbackEvent } from '../../shared/schema/pingback.ts'
import { type Forward, undelivered } from './forward.ts'

/** An event, and what its caller knows it by. */
type Entry = { event: PingbackEvent }

/** What became of entries: `left` did not get there and may be tried again, because of `failure`. */
export type Outcome<E extends Entry> = {
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

/**
 * Forwards events. Of a batch that the upstream refuses for good, each half is sent by itself, until the refused events
 * are alone: all others arrive. Another failure ends it, and what was not sent yet is left.
 */
export async function forwardApart<E extends Entry>(
  forward: Forward,
  entries: readonly E[],
  budget: Budget = createBudget(),
): Promise<Outcome<E>> {
  const outcome: Outcome<E> = { delivered: [], refused: [], left: [], failure: undefined }
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
