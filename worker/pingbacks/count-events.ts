import type { AnalyticsEngineDataset } from '@cloudflare/workers-types'
import type { PingbackEvent } from '../../shared/schema/pingback.ts'

/** What became of events, as the counters name it. */
type Outcome = 'accepted' | 'bot' | 'repeated' | 'delivered' | 'refused' | 'retried' | 'returned'

/** Adds to the counters of Analytics Engine: `double1` events of `blob1` (an action, or all) that were `blob2`. */
export function countOutcome(
  dataset: AnalyticsEngineDataset | undefined,
  outcome: Outcome,
  count: number,
  action = 'ALL',
): void {
  if (count === 0) return
  try {
    dataset?.writeDataPoint({ indexes: [action], blobs: [action, outcome], doubles: [count] })
  } catch (error) {
    // Counting must never cost an event.
    console.error('not counted', outcome, error)
  }
}

/** Counts accepted events, one point per action: a request may write few points. */
export function countAccepted(dataset: AnalyticsEngineDataset | undefined, events: PingbackEvent[]): void {
  const counts = new Map<string, number>()
  for (const { action_type } of events) counts.set(action_type, (counts.get(action_type) ?? 0) + 1)
  for (const [action, count] of counts) countOutcome(dataset, 'accepted', count, action)
}
