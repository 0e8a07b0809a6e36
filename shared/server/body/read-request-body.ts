import { AppError, UpstreamError } from '../../errors.ts'
import { bytesUpTo } from '../../net/bytes.ts'
import { DeadlineError, within } from '../deadline.ts'

export type Bytes = Uint8Array<ArrayBuffer>

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

/** F34: how much of a body must arrive in each window, so that a slow upload goes on and a drip ends. */
const KB = 1024
const LEAST_RATE = {
  windowMs: 10_000,
  bytes: 10 * KB,
  // A large body keeps others out (`claimLarge`): 16 KB/s.
  largeBytes: 160 * KB,
} as const

/**
 * Reads a request's body within a bound of bytes and at a least rate. @param onPiece may throw to refuse the rest
 * @throws AppError 'too-large', 'incomplete' (slow, or without an end); UpstreamError 'unavailable' as `claimLarge`
 */
export async function readRequestBody(
  request: Request,
  max: number,
  onPiece?: (piece: Uint8Array) => void,
): Promise<Bytes> {
  const declared = Number(request.headers.get('Content-Length'))
  if (declared > 0 && declared <= Math.min(max, LEAST_RATE.bytes) && !onPiece) return readSmall(request, max)
  if (isLarge(declared) && declared <= max) claimLarge(request)
  const pace = startPace()
  const reading = bytesUpTo(request, max, {
    signal: pace.signal,
    inPlace: isLarge(declared),
    onPiece(piece, length) {
      if (isLarge(length)) claimLarge(request)
      pace.count(piece.byteLength, isLarge(length))
      onPiece?.(piece)
    },
  })
  try {
    const bytes = await Promise.race([reading, pace.tooSlow])
    if (bytes) return bytes
  } catch (error) {
    reading.catch(() => {})
    // F33: nothing but the sender's connection fails here, and that is not our error.
    throw error instanceof AppError ? error : endedEarly(error)
  } finally {
    pace.stop()
  }
  throw tooLarge(max)
}

/** A body that one window must bring whole, under one timer, as most pingbacks. It ends at its declared length. */
async function readSmall(request: Request, max: number): Promise<Bytes> {
  const bytes = await within(
    LEAST_RATE.windowMs,
    async () => new Uint8Array(await request.arrayBuffer()),
  ).catch((error: unknown) => {
    throw error instanceof DeadlineError ? late() : endedEarly(error)
  })
  if (bytes.byteLength > max) throw tooLarge(max)
  return bytes
}

const late = () => new AppError('incomplete', 'The body did not arrive in time')
const endedEarly = (cause: unknown) => new AppError('incomplete', 'The body ended early', { cause })
const tooLarge = (max: number) =>
  new AppError('too-large', `The body holds at most ${Math.floor(max / KB)} KB`)

/** Checks at the end of each window how much has arrived in it. */
function startPace() {
  const stop = new AbortController()
  const { promise: tooSlow, reject } = Promise.withResolvers<never>()
  tooSlow.catch(() => {})
  let arrived = 0
  let needed = LEAST_RATE.bytes
  const timer = setInterval(() => {
    if (arrived < needed) {
      const error = late()
      reject(error)
      stop.abort(error)
    }
    arrived = 0
  }, LEAST_RATE.windowMs)
  return {
    signal: stop.signal,
    tooSlow,
    count(bytes: number, isLarge: boolean) {
      arrived += bytes
      if (isLarge) needed = LEAST_RATE.largeBytes
    },
    stop: () => clearInterval(timer),
  }
}

/** The time was up before the next piece. */
const LATE = Symbol('late')

/** Refuses a body by its declared length. @throws AppError 'too-large', UpstreamError 'unavailable' as `claimLarge` */
export function assertDeclared(request: Request, max: number): void {
  const declared = Number(request.headers.get('Content-Length'))
  if (declared > max) throw tooLarge(max)
  if (isLarge(declared)) claimLarge(request)
}

/**
 * A body's pieces as they arrive, within a bound and at the least rate (F34) while it waits for the sender, not the reader.
 * @throws as `readRequestBody`
 */
export async function* readPieces(request: Request, max: number): AsyncGenerator<Uint8Array, void> {
  const reader = request.body?.getReader()
  const next = paced(async () => reader?.read() ?? { done: true as const, value: undefined })
  try {
    for (let length = 0; ; ) {
      const { done, value } = await next(length)
      if (done) return
      length += value.byteLength
      if (length > max) throw tooLarge(max)
      if (isLarge(length)) claimLarge(request)
      yield value
    }
  } finally {
    reader?.cancel().catch(() => {})
  }
}

type Read = { done: true; value: undefined } | { done: false; value: Uint8Array }

/** Reads at a least rate: so many bytes in each window of waiting. */
export function paced(read: () => Promise<ReadableStreamReadResult<Uint8Array> | Read>) {
  let waited = 0
  let arrived = 0
  return async (length: number) => {
    // F33: nothing but the sender's connection fails here.
    const reading = read().catch((error: unknown) => {
      throw endedEarly(error)
    })
    for (;;) {
      const start = Date.now()
      const result = await within(LEAST_RATE.windowMs - waited, () => reading).catch(lateOrThrow)
      waited += Date.now() - start
      if (result !== LATE) {
        arrived += result.value?.byteLength ?? 0
        if (waited < LEAST_RATE.windowMs || result.done) return result
      }
      if (arrived < (isLarge(length) ? LEAST_RATE.largeBytes : LEAST_RATE.bytes)) {
        throw late()
      }
      waited = 0
      arrived = 0
      if (result !== LATE) return result
    }
  }
}

function lateOrThrow(error: unknown): typeof LATE {
  if (error instanceof DeadlineError) return LATE
  throw error
}
