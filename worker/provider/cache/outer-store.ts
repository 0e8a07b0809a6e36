import type { Envelope } from './envelope.ts'

/** A layer outside the isolate. It never throws and never hangs: whatever goes wrong in it is a miss, and counted. */
export type OuterStore = {
  /** What it holds of a key: a copy, a failure, both or none; the caller judges their times. */
  get(key: string): Promise<Envelope[]>
  /** Keeps an envelope; one that says 'gone' removes the copy. `force` overrides the layer's own thrift. */
  put(key: string, envelope: Envelope, force?: boolean): Promise<void>
}

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
export type Count = (event: CacheEvent) => void

/** A write may take longer than a read, since nobody waits for it. */
export const WRITE_MS = 2000
