import { CACHE_COUNTS, type CachedCopy, type Health } from '../../shared/schema/own/staff.ts'
import { attempt } from '../../shared/server/deadline.ts'
import type { Diagnostics } from '../../shared/server/origin.ts'
import { isoTime } from '../../shared/time.ts'
import type { Upstream, Upstreams } from '../upstreams/upstreams.ts'
import { type Copy, isFresh, isUsableStale } from './cache/envelope.ts'
import type { CachedLayer, createCounts, IsolateStore, OuterStore } from './cache/stores.ts'
import type { Layer, ReadContext } from './layer.ts'

type DiagnosticsDeps = {
  upstreams: Upstreams
  /** The other providers than the one of `upstreams`, by the names that staff see. */
  others: ReadonlyMap<string, Upstream>
  provider: Layer
  isolate: IsolateStore
  outer: readonly OuterStore[]
  counts: ReturnType<typeof createCounts>
  waitUntil: ReadContext['waitUntil']
  /** ms. When the isolate's services were made. */
  startedAt: number
}

/** ms that a refresh waits for the outer layers. */
const WRITES_MS = 1000

const maybeTime = (ms: number | undefined) => (ms === undefined ? null : isoTime(ms))

/** What staff see of an isolate, and do with its caches. Loaded when someone looks. */
export function createDiagnostics(deps: DiagnosticsDeps): Diagnostics {
  const { provider, waitUntil } = deps
  return {
    health: async () => ({
      started_at: isoTime(deps.startedAt),
      // Of itself it says nothing: it answers.
      upstreams: [
        ...Object.values(deps.upstreams)
          .filter(({ name }) => name !== 'worker')
          .map((upstream) => upstreamJson(upstream)),
        ...[...deps.others].map(([name, upstream]) => upstreamJson(upstream, name)),
      ],
      caches: cachesJson(deps),
      reads: Object.fromEntries(
        CACHE_COUNTS.map((event) => [event, deps.counts.of(event)]),
      ) as Health['reads'],
    }),

    async cachedCopies({ call, input, publicUrl }) {
      const copies = await provider.cachedCopies(call, input, { publicUrl, waitUntil })
      return copies.map(({ address, layers }) => ({
        address,
        layers: layers.map((layer) => layerJson(layer)),
      }))
    },

    async renew({ call, input, publicUrl }) {
      const writes: Promise<unknown>[] = []
      const noted = (work: Promise<unknown>) => {
        writes.push(work)
        waitUntil(work)
      }
      await provider.renew(call, input, { publicUrl, waitUntil: noted })
      // Who looks next sees the new copies, unless a layer is slow.
      await attempt(WRITES_MS, () => Promise.allSettled(writes))
    },
  }
}

function upstreamJson(upstream: Upstream, name: string = upstream.name): Health['upstreams'][number] {
  const { transport, failsAsOurs, log } = upstream
  const breaker = (upstream.breaker ?? upstream.cacheBreaker)?.state()
  return {
    name,
    place: transport === undefined ? 'missing' : failsAsOurs ? 'embedded' : 'elsewhere',
    breaker: breaker?.state ?? 'none',
    since: maybeTime(breaker?.since),
    answered_at: maybeTime(log.answeredAt),
    failed: log.failed
      ? { reason: log.failed.reason, status: log.failed.status ?? null, at: isoTime(log.failed.at) }
      : null,
  }
}

function cachesJson({ isolate, outer, counts }: DiagnosticsDeps): Health['caches'] {
  const { entries, bytes } = isolate.size().copies
  return [
    { layer: 'memory', is_there: true, copies: entries, bytes, faults: 0 },
    ...outer.map(({ layer, isThere }) => ({
      layer,
      is_there: isThere,
      copies: null,
      bytes: null,
      faults: counts.of(`${layer}-fault`),
    })),
  ]
}

function layerJson({ layer, isThere, copy, failure }: CachedLayer): CachedCopy['layers'][number] {
  return {
    layer,
    is_there: isThere,
    copy: copy ? copyJson(copy) : null,
    // One that is over is forgotten by the next read.
    failure:
      failure && isFresh(failure)
        ? {
            kind: failure.err.kind,
            status: failure.err.status ?? null,
            message: failure.err.message,
            failed_at: isoTime(failure.t0),
            until: isoTime(failure.soft),
          }
        : null,
  }
}

const copyJson = (copy: Copy) => ({
  state: isFresh(copy) ? ('fresh' as const) : isUsableStale(copy) ? ('stale' as const) : ('expired' as const),
  fetched_at: isoTime(copy.t0),
  fresh_until: isoTime(copy.soft),
  kept_until: isoTime(copy.hard),
  bytes: copy.bytes,
})
