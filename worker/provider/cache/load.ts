import { UpstreamError } from '../../../shared/errors.ts'
import { badEnvelope, type Envelope, goodEnvelope } from './envelope.ts'
import { keepFailure } from './kept-failure.ts'

/**
 * Asks the upstream: the answer's text, or a typed error; anything else thrown counts as a network failure.
 * The signal is the flight's, not the visitor's: one who leaves must not leave a failure behind for the others.
 */
export type Load = (signal: AbortSignal) => Promise<string>

// Late answers still fill the cache, up to here; the platform itself ends what a request leaves after 30 s.
const LOAD_MS = 20_000

/** The load's outcome as data, dated from its start. Never throws. */
export async function answerOf(load: Load, t0: number): Promise<Envelope> {
  const abort = new AbortController()
  const timer = setTimeout(() => abort.abort(), LOAD_MS)
  try {
    return goodEnvelope(await load(abort.signal), t0)
  } catch (error) {
    const retryAfter = error instanceof UpstreamError ? error.retryAfter : undefined
    return badEnvelope(keepFailure(error), t0, retryAfter)
  } finally {
    clearTimeout(timer)
  }
}
