import type { Envelope } from './envelope.ts'

/** A layer outside the isolate. It never throws and never hangs: a fault is a miss, and is counted. */
export type OuterStore = {
  /** Its name for staff, and whether it is set up. */
  layer: 'edge' | 'kv'
  isThere: boolean
  /** A key's copy, its failure, both or none; the caller judges their times. */
  get(key: string): Promise<Envelope[]>
  /** Stores an envelope; a failure that means 'gone' removes the copy. `force`: also where the layer would save a write. */
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
export type CacheCounter = (event: CacheEvent) => void

/** A write may take longer than a read, since nobody waits for it. */
export const WRITE_MS = 2000
