import { UpstreamError } from '../../errors.ts'

const LARGE_BYTES = 1024 * 1024

// Longer than a window of the slowest body, and than any upstream's deadline (`worker/upstreams/upstreams.ts`).
const LEASE_MS = 30_000
const TRY_AGAIN_S = 10

let holder: { request: Request; until: number } | undefined

export const isLarge = (bytes: number): boolean => bytes > LARGE_BYTES

/**
 * T42: an isolate has one large body at a time, because a few would fill its memory. Each call renews the claim: that of
 * a request which the platform has ended, whose `finally` never runs, ends 30 s after its last piece.
 * @throws UpstreamError 'unavailable' with `retryAfter` while another request has it.
 */
export function claimLarge(request: Request): void {
  const now = Date.now()
  if (holder && holder.request !== request && now < holder.until) {
    throw new UpstreamError('Another large upload is under way: try again in a few seconds', {
      kind: 'unavailable',
      retryAfter: TRY_AGAIN_S,
    })
  }
  holder = { request, until: now + LEASE_MS }
}

/** Ends a request's claim; without one, nothing happens. */
export function releaseLarge(request: Request): void {
  if (holder?.request === request) holder = undefined
}
