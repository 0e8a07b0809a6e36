import type { PingbackEvent } from '../../shared/schema/pingback.ts'

const REMEMBERED = 20_000

/**
 * Leaves out events that this isolate has accepted before: a client that missed our response sends its batch again, and
 * so does one that wants to be counted twice. A repeat is equal in every field; an event without a time is never one.
 */
export function createRecentEvents(max = REMEMBERED) {
  const seen = new Set<string>()

  function isNew(event: PingbackEvent): boolean {
    if (event.ts === undefined) return true
    const key = keyOf(event)
    if (seen.has(key)) return false
    seen.add(key)
    // A set lists its entries in the order they came.
    const [oldest] = seen
    if (seen.size > max && oldest !== undefined) seen.delete(oldest)
    return true
  }

  return {
    withoutRepeats: (events: PingbackEvent[]): PingbackEvent[] => events.filter(isNew),
    forget(events: PingbackEvent[]): void {
      for (const event of events) seen.delete(keyOf(event))
    },
  }
}

/** Two 32-bit hashes (FNV-1a) besides the id: an event's text may be 4 KB, and twenty thousand are remembered. */
function keyOf({
  user_id,
  action_type,
  ts,
  event_type,
  attributes,
  analytics_response_payload,
}: PingbackEvent) {
  const text = `${action_type}|${ts}|${event_type}|${JSON.stringify(attributes)}|${analytics_response_payload}`
  let a = 0x811c9dc5
  let b = 0x9747b28c
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    a = Math.imul(a ^ code, 0x01000193)
    b = Math.imul(b ^ code, 0x5bd1e995)
  }
  return `${user_id}${a}${b}`
}
