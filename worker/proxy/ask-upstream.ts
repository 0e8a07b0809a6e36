import { UpstreamError } from '../../shared/errors.ts'
import { bytesUpTo } from '../../shared/net/bytes-up-to.ts'
import type { Bytes } from './read-fields.ts'
import { notConfigured, type ProxiedUpstream } from './upstreams.ts'

/** An upstream's answer, read to its end. */
export type Answered = { status: number; statusText: string; headers: Headers; bytes: Bytes }

const ANSWER_MAX = 4 * 1024 * 1024
const OPEN_FOR_S = 6

/** How a failure reads. An upstream's own words for it may tell its address, and so are not passed on. */
const failure = ({ name }: ProxiedUpstream, what: string, cause?: unknown) =>
  new UpstreamError(`The ${name} service ${what}`, { kind: 'upstream' }, { cause })

/**
 * Sends a request and reads the answer, within the upstream's deadlines. What is safe to repeat is sent once more when
 * the connection failed before an answer began. The breaker hears of every outcome.
 * @throws UpstreamError: 'unavailable' while the breaker is open, else 'upstream'.
 */
export async function askUpstream(
  upstream: ProxiedUpstream,
  make: (signal: AbortSignal) => Request,
  repeatable: boolean,
): Promise<Answered> {
  const { transport, breaker, name } = upstream
  if (!transport) throw notConfigured(name)
  if (!breaker.allows()) {
    throw new UpstreamError(`The ${name} service is failing; it is asked again in a few seconds`, {
      status: 503,
      kind: 'unavailable',
      retryAfter: OPEN_FOR_S,
    })
  }
  const time = startTime(upstream)
  try {
    const response = await answer(() => transport(make(time.signal)), repeatable, time.signal)
    time.answered()
    const bytes = await bytesUpTo(response, ANSWER_MAX)
    breaker.report(response.status < 500)
    if (!bytes) throw failure(upstream, 'answered with more than is taken')
    const { status, statusText, headers } = response
    return { status, statusText, headers, bytes }
  } catch (error) {
    // Of our own making: it has been counted.
    if (error instanceof UpstreamError) throw error
    breaker.report(false)
    throw failure(upstream, time.signal.aborted ? 'did not answer in time' : 'could not be reached', error)
  } finally {
    time.end()
  }
}

async function answer(
  send: () => Promise<Response>,
  repeatable: boolean,
  signal: AbortSignal,
): Promise<Response> {
  try {
    return await inTime(send(), signal)
  } catch (error) {
    if (!repeatable || signal.aborted) throw error
    return inTime(send(), signal)
  }
}

/** A transport that does not heed its signal must not make anybody wait for it. */
function inTime<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
  return Promise.race([promise, aborted])
}

/** Two deadlines on one signal: until the answer begins, and until it has ended. */
function startTime({ deadlines }: ProxiedUpstream) {
  const abort = new AbortController()
  const give = () => abort.abort(new Error('deadline'))
  const begins = setTimeout(give, deadlines.answer)
  const ends = setTimeout(give, deadlines.whole)
  return {
    signal: abort.signal,
    answered: () => clearTimeout(begins),
    end: () => {
      clearTimeout(begins)
      clearTimeout(ends)
    },
  }
}
