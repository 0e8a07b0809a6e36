import { DeadlineError, within } from '../upstreams/deadline.ts'
import { claimLarge, isLarge } from './large-body.ts'
import { endedEarly, LEAST_RATE, late, tooLarge } from './read-request-body.ts'

/** The time was up before the next piece. */
const LATE = Symbol('late')

/**
 * Refuses a body by its declared length, before anything of it is read.
 * @throws AppError 'too-large'; UpstreamError 'unavailable' for a large body while another is here.
 */
export function assertDeclared(request: Request, max: number): void {
  const declared = Number(request.headers.get('Content-Length'))
  if (declared > max) throw tooLarge(max)
  if (isLarge(declared)) claimLarge(request)
}

/**
 * The pieces of a request's body as they arrive, within a bound of bytes and at the least rate of all bodies (F34). Only
 * the time counts in which it waits for the sender: whoever stores the pieces may be slow.
 * @throws AppError 'too-large', or 'incomplete' for a body that is too slow or that its sender does not end; UpstreamError
 * 'unavailable' for a large body while another is here.
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
