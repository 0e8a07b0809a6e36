import { type AppError, UpstreamError } from '../../shared/errors.ts'
import { networkFailure } from '../../shared/net/transport.ts'
import { OPEN_S } from './breaker.ts'
import { publicText } from './public-text.ts'

/** Why an upstream gave no whole response. */
export type Fault = {
  name: string
  /** Whether its failures are ours: then one that is late is a sick store, as one that fails is. */
  failsAsOurs?: boolean
  reason: 'unreachable' | 'late' | 'too-large' | 'open'
  /** The response's, where one began. */
  status?: number | undefined
  cause?: unknown
}

const WORDS: Record<Fault['reason'], string> = {
  unreachable: 'could not be reached',
  late: 'did not answer in time',
  'too-large': 'answered with more than is taken',
  open: 'is failing; it is asked again in a few seconds',
}

/** A fault in words of our own: an upstream's may hold its address. `unavailable` for what passes. */
export function serviceFailure({ name, failsAsOurs, reason, status, cause }: Fault): UpstreamError {
  const message = `The ${name} service ${WORDS[reason]}`
  const isPassing = reason === 'open' || (reason === 'late' && failsAsOurs)
  if (!isPassing) return new UpstreamError(message, { status, kind: 'upstream' }, { cause })
  return new UpstreamError(message, { status: 503, kind: 'unavailable', retryAfter: OPEN_S }, { cause })
}

/** §8 A provider's network failure carries that failure's own message, without addresses. */
export function providerFailure(fault: Fault): AppError {
  const { cause } = fault
  if (cause === undefined) return serviceFailure(fault)
  const error = networkFailure(cause)
  return error === cause ? error : new UpstreamError(publicText(error.message, []), {}, { cause })
}
