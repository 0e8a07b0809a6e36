/** What the cache counts, for the bench and `/healthz`. */
export type CacheEvent =
  | 'hit'
  | 'miss'
  | 'stale'
  | 'error'
  | 'load'
  | 'edge-fault'
  | 'kv-fault'
  | 'kv-write'
  | 'dead-flight'
export type CacheCounter = (event: CacheEvent) => void

/** Counts what the caches of an isolate do, for staff. */
export function createCounts(): { count: CacheCounter; of: (event: CacheEvent) => number } {
  const counts = new Map<CacheEvent, number>()
  const of = (event: CacheEvent) => counts.get(event) ?? 0
  return { count: (event) => void counts.set(event, of(event) + 1), of }
}
