import { AppError } from '../../shared/errors.ts'
import { bytesUpTo } from '../../shared/net/bytes.ts'
import { DeadlineError, withinBoth } from '../../shared/server/deadline.ts'
import { type Actor, type Origin, VISITOR } from '../../shared/server/origin.ts'
import { type BreakerCall, isDownStatus } from './breaker.ts'
import type { Fault } from './failure.ts'
import { ERROR_MAX, type Upstream, type UpstreamFailure, type UpstreamLog } from './upstreams.ts'

type Bytes = Uint8Array<ArrayBuffer>

/** An upstream's response, read to its end; empty where its row reads no body, or the caller streams it. */
export type UpstreamResponse = Pick<Response, 'ok' | 'status' | 'statusText' | 'headers'> & {
  bytes: Bytes
  stream?: ReadableStream<Uint8Array>
}

/** A response's body as text. */
export const textOf = ({ bytes }: UpstreamResponse): string => new TextDecoder().decode(bytes)

/** Takes how long an upstream took for a request, in ms, however that ended. */
export type NoteTime = (name: string, ms: number) => void

/** Makes the request for one attempt. Its signal ends with the deadline. */
type Make = (signal: AbortSignal) => Request

type SendOptions = {
  /** Passed to an embedded origin. A visitor, unless the caller knows better. */
  actor?: Actor
  /** Likewise: a form's file, which its request then does not have. */
  file?: File | undefined
  /** Whether it only reads: some upstreams have less time for that. */
  isRead?: boolean
  /** ms, where the caller waits less long than the row allows. */
  deadline?: number | undefined
  noteTime?: NoteTime | undefined
  /** Whether a good response of an embedded origin is passed on as it is made. It makes no more than is read. */
  streams?: boolean
  /** What the breaker counts it as, where the row has one. */
  breakerCall?: BreakerCall
}

/**
 * Sends a request by the rules of the upstream's row. A status is no failure here.
 * @throws AppError: what the row's `failure` makes of a fault, or 'unavailable' where nothing is configured
 */
export async function send(
  upstream: Upstream,
  make: Make,
  options: SendOptions = {},
): Promise<UpstreamResponse> {
  const start = Date.now()
  try {
    return await guarded(upstream, make, options)
  } finally {
    options.noteTime?.(upstream.name, Date.now() - start)
  }
}

const NO_CALL: BreakerCall = { family: '', request: '' }

async function guarded(upstream: Upstream, make: Make, options: SendOptions): Promise<UpstreamResponse> {
  const { name, failsAsOurs, breaker, log } = upstream
  const fail = (fault: Omit<Fault, 'name' | 'failsAsOurs'>) => {
    if (fault.reason !== 'open') noteFailure(log, fault.reason, fault.status)
    return upstream.failure({ name, failsAsOurs, ...fault })
  }
  assertConfigured(upstream)
  const { breakerCall = NO_CALL } = options
  if (breaker?.allows(breakerCall) === false) throw fail({ reason: 'open' })
  const { head, bytes } = await exchange(upstream, make, options).catch((cause) => {
    // A failure that an embedded origin throws is its response.
    breaker?.report(breakerCall, !(cause instanceof AppError))
    if (cause instanceof AppError) {
      if (cause.kind === 'unavailable') noteFailure(log, 'status', UNAVAILABLE)
      throw cause
    }
    throw fail({ reason: cause instanceof DeadlineError ? 'late' : 'unreachable', cause })
  })
  const { ok, status, statusText, headers } = head
  breaker?.report(breakerCall, isDownStatus(status))
  if (!bytes) throw fail({ reason: 'too-large', status })
  if (status >= 500) noteFailure(log, 'status', status)
  else log.answeredAt = Date.now()
  const { body } = head
  return {
    ok,
    status,
    statusText,
    headers,
    bytes,
    ...(body && mayStream(upstream, head, options) && { stream: body }),
  }
}

/** An upstream that can be reached. */
export type ConfiguredUpstream = Upstream & { transport: Origin }

/** @throws AppError 'unavailable' for an upstream that is neither configured nor embedded. */
export function assertConfigured(upstream: Upstream): asserts upstream is ConfiguredUpstream {
  if (upstream.transport) return
  const { name, variable } = upstream
  throw new AppError(
    'unavailable',
    `The ${name} calls have no service here: ${variable ?? 'a database'} is not configured`,
  )
}

/** The status of an embedded origin whose store does not respond. */
const UNAVAILABLE = 503

function noteFailure(log: UpstreamLog, reason: UpstreamFailure['reason'], status?: number): void {
  log.failed = { reason, status, at: Date.now() }
}

const mayStream = (upstream: Upstream, { ok }: Response, { streams = false }: SendOptions): boolean =>
  upstream.streams && ok && streams

/** The response with its body, within both deadlines; without `bytes` where they are too many. */
function exchange(
  upstream: ConfiguredUpstream,
  make: Make,
  options: SendOptions,
): Promise<{ head: Response; bytes: Bytes | undefined }> {
  const { actor = VISITOR, file, deadline = Infinity, isRead = false } = options
  const { begin, whole } = (isRead && upstream.readDeadlines) || upstream.deadlines
  return withinBoth(
    { begin, whole: Math.min(whole, deadline) },
    (signal) => fetchHead(upstream, make, signal, (request) => upstream.transport(request, actor, file)),
    async (head) => ({
      head,
      bytes: mayStream(upstream, head, options) ? new Uint8Array() : await readBody(upstream, head),
    }),
  )
}

/** Resolves when the response's head arrives. A safe request is sent once more if the connection failed. */
async function fetchHead(
  upstream: ConfiguredUpstream,
  make: Make,
  signal: AbortSignal,
  transport: (request: Request) => Promise<Response>,
): Promise<Response> {
  const request = make(signal)
  try {
    return await transport(request)
  } catch (error) {
    const mayRepeat = upstream.repeats === 'reads' && request.method === 'GET'
    // What an embedded origin throws on purpose is its response, not a connection.
    if (!mayRepeat || signal.aborted || error instanceof AppError) throw error
    return transport(make(signal))
  }
}

/** Reads a response's body within the row's bound; undefined if it is longer. An error's status counts without its body. */
async function readBody({ body }: Upstream, response: Response): Promise<Bytes | undefined> {
  if (body && response.ok) return bytesUpTo(response, body.max)
  if (body?.of === 'all') return (await bytesUpTo(response, ERROR_MAX)) ?? new Uint8Array()
  await response.body?.cancel()
  return new Uint8Array()
}
