import {
  type CachedFailure,
  type Copy,
  type Envelope,
  isFresh,
  isGone,
  isOutage,
  isUsableStale,
} from './envelope.ts'

/** One key's entry: the newest copy and, next to it, the newest failure. No copy from before `goneAt` is taken. */
export type Entry = {
  copy?: Copy | undefined
  failure?: CachedFailure | undefined
  goneAt?: number | undefined
}

/** Adds an envelope from a layer or the upstream. One that is already superseded changes nothing: the same entry is returned. */
export function addEnvelope(entry: Entry, e: Envelope): Entry {
  const { copy, failure, goneAt = -Infinity } = entry
  const isOlderThan = (other?: Envelope) => other !== undefined && e.t0 < other.t0
  if (e.status === 'ok') {
    if (isOlderThan(copy) || e.t0 < goneAt) return entry
    // A success ends the failure it comes after; a timeout and its late response have the same `t0`.
    return { ...entry, copy: e, failure: failure && failure.t0 > e.t0 ? failure : undefined }
  }
  if (isOlderThan(copy) || isOlderThan(failure)) return entry
  return isGone(e.err) ? { failure: e, goneAt: e.t0 } : { ...entry, failure: e }
}

/** What a read comes to: a copy or a failure, and its source as `x-cache` names it. */
export type Outcome = (
  | { copy: Copy; state: 'hit' | 'miss' | 'stale' }
  | { copy?: undefined; failure: CachedFailure; state: 'miss' | 'error' }
) & {
  /** The upstream was not called, because of who reads. Others who wait for this outcome must not get it. */
  isRefused?: boolean
}

/** After a failure: a copy of at most an hour is used, unless the failure says something about the content. */
export function afterFailure(
  copy: Copy | undefined,
  failure: CachedFailure,
  now: number,
  state: 'miss' | 'error',
): Outcome {
  if (copy && isOutage(failure.err) && isUsableStale(copy, now)) return { copy, state: 'stale' }
  return { failure, state }
}

/**
 * What an entry alone comes to; `undefined` where a lower layer or the upstream could give something better.
 * @param ahead ms the copy must stay fresh for, to count as fresh.
 */
export function outcomeOf({ copy, failure }: Entry, now: number, ahead = 0): Outcome | undefined {
  if (copy && isFresh(copy, now + ahead)) return { copy, state: 'hit' }
  if (!failure || !isFresh(failure, now)) return undefined
  // An outage without a copy here: a lower layer may have one.
  return copy || !isOutage(failure.err) ? afterFailure(copy, failure, now, 'error') : undefined
}
