import * as v from 'valibot'
import { FilledText, IsoTime, NaturalNumber } from '../vocabulary.ts'

/** Where copies are: this server's memory, the data centre's cache, the store of all data centres. The nearest first. */
export const CACHE_LAYERS = ['memory', 'edge', 'kv'] as const
export type CacheLayer = (typeof CACHE_LAYERS)[number]

/** `expired`: it is still stored, and is not used any more. */
export const COPY_STATES = ['fresh', 'stale', 'expired'] as const

const Held = v.strictObject({
  layer: v.picklist(CACHE_LAYERS),
  /** Whether the layer is set up. */
  is_there: v.boolean(),
  copy: v.nullable(
    v.strictObject({
      state: v.picklist(COPY_STATES),
      fetched_at: IsoTime,
      /** From then on it is read anew, and stands in for a failing upstream until `kept_until`. */
      fresh_until: IsoTime,
      kept_until: IsoTime,
      bytes: NaturalNumber,
    }),
  ),
  /** A failure that is given again instead of calling the upstream. */
  failure: v.nullable(
    v.strictObject({
      kind: FilledText,
      status: v.nullable(v.number()),
      message: v.string(),
      failed_at: IsoTime,
      until: IsoTime,
    }),
  ),
})

/** What the caches hold for a call: each copy that it is made of, by its address, in each layer. */
export const OwnCached = v.strictObject({
  call: FilledText,
  copies: v.array(v.strictObject({ address: FilledText, layers: v.array(Held) })),
})
export type Cached = v.InferOutput<typeof OwnCached>
export type CachedCopy = Cached['copies'][number]

/** Where calls of an upstream go: to a part of the product, to an address, or nowhere. */
export const PLACES = ['embedded', 'elsewhere', 'missing'] as const

/** `none`: it has no breaker. */
export const BREAKER_STATES = ['open', 'half-open', 'closed', 'none'] as const

/** Why a call came to nothing; `status`: its response said so. */
export const FAILURE_REASONS = ['unreachable', 'late', 'too-large', 'status'] as const

/** How reads of the caches ended, and how often a layer failed. */
export const CACHE_COUNTS = ['hit', 'miss', 'stale', 'error', 'load'] as const

/** What one server of many knows of its upstreams and caches since it was started. */
export const OwnHealth = v.strictObject({
  started_at: IsoTime,
  upstreams: v.array(
    v.strictObject({
      name: v.string(),
      place: v.picklist(PLACES),
      breaker: v.picklist(BREAKER_STATES),
      /** Since when the breaker is so; null where it was never anything else. */
      since: v.nullable(IsoTime),
      answered_at: v.nullable(IsoTime),
      failed: v.nullable(
        v.strictObject({
          reason: v.picklist(FAILURE_REASONS),
          status: v.nullable(v.number()),
          at: IsoTime,
        }),
      ),
    }),
  ),
  caches: v.array(
    v.strictObject({
      layer: v.picklist(CACHE_LAYERS),
      is_there: v.boolean(),
      /** Copies in this server's memory, and their bytes; null where nobody can count. */
      copies: v.nullable(NaturalNumber),
      bytes: v.nullable(NaturalNumber),
      /** Reads and writes of the layer that failed or were late. */
      faults: NaturalNumber,
    }),
  ),
  reads: v.strictObject(v.entriesFromList(CACHE_COUNTS, NaturalNumber)),
})
export type Health = v.InferOutput<typeof OwnHealth>
