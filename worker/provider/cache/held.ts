import { type Bad, type Envelope, type Good, isFresh, isUsableStale } from './envelope.ts'
import { isGone, isOutage } from './kept-failure.ts'

/** What is known of one key: the newest copy and, beside it, the newest failure. `goneAt` bars copies from before it. */
export type Held = { good?: Good | undefined; bad?: Bad | undefined; goneAt?: number | undefined }

/** Adds what a layer or the upstream said. What is already superseded changes nothing: the same object comes back. */
export function withEnvelope(held: Held, e: Envelope): Held {
  const { good, bad, goneAt = -Infinity } = held
  const isOlderThan = (other?: Envelope) => other !== undefined && e.t0 < other.t0
  if (e.status === 'ok') {
    if (isOlderThan(good) || e.t0 < goneAt) return held
    // A success ends the failure it comes after; a timeout and its late answer have the same `t0`.
    return { ...held, good: e, bad: bad && bad.t0 > e.t0 ? bad : undefined }
  }
  if (isOlderThan(good) || isOlderThan(bad)) return held
  return isGone(e.err) ? { bad: e, goneAt: e.t0 } : { ...held, bad: e }
}

/** What a reader gets: a copy, or a failure; and where it came from, as `x-cache` says it. */
export type Verdict =
  | { good: Good; state: 'hit' | 'miss' | 'stale' }
  | { good?: undefined; bad: Bad; state: 'miss' | 'error' }

/** After a failure: a copy of at most an hour stands in, but only when the failure says nothing about the content. */
export function afterFailure(
  good: Good | undefined,
  bad: Bad,
  now: number,
  state: 'miss' | 'error',
): Verdict {
  if (good && isOutage(bad.err) && isUsableStale(good, now)) return { good, state: 'stale' }
  return { bad, state }
}

/**
 * The verdict on what is held, or `undefined` while a lower layer or the upstream could give a better one.
 * @param ahead ms the copy must stay fresh for, to count as fresh.
 */
export function verdict({ good, bad }: Held, now: number, ahead = 0): Verdict | undefined {
  if (good && isFresh(good, now + ahead)) return { good, state: 'hit' }
  if (!bad || !isFresh(bad, now)) return undefined
  // Outage without a copy here: a lower layer may have one.
  return good || !isOutage(bad.err) ? afterFailure(good, bad, now, 'error') : undefined
}
