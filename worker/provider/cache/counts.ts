import type { CacheCounter, CacheEvent } from './outer-store.ts'

/** Counts what the caches of an isolate do, for staff. */
export function createCounts(): { count: CacheCounter; of: (event: CacheEvent) => number } {
  const counts = new Map<CacheEvent, number>()
  const of = (event: CacheEvent) => counts.get(event) ?? 0
  return { count: (event) => void counts.set(event, of(event) + 1), of }
}
