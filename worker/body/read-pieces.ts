import { AppError } from '../../shared/errors.ts'
import { claimLarge, isLarge } from './large-body.ts'
import { LEAST_RATE } from './read-request-body.ts'

/** What `within` gives when the time is up. */
const LATE = Symbol('late')

/**
 * The pieces of a request's body as they arrive, within a bound of bytes and at the least rate of all bodies (F34). Only
 * the time counts in which it waits for the sender: whoever stores the pieces may be slow.
 * @throws AppError 'too-large', or 'incomplete' for a body that is too slow or that its sender does not end; UpstreamError
 * 'unavailable' for a large body while another is here.
 */
export async function* readPieces(request: Request, max: number): AsyncGenerator<Uint8Array, void> {
  const declared = Number(request.headers.get('Content-Length'))
  if (declared > max) throw tooLarge(max)
  if (isLarge(declared)) claimLarge(request)
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

const tooLarge = (max: number) =>
  new AppError('too-large', `The body holds at most ${Math.floor(max / 1024)} KB`)

type Read = { done: true; value: undefined } | { done: false; value: Uint8Array }

/** Reads at a least rate: so many bytes in each window of waiting. */
function paced(read: () => Promise<ReadableStreamReadResult<Uint8Array> | Read>) {
  let waited = 0
  let arrived = 0
  return async (length: number) => {
    // F33: nothing but the sender's connection fails here.
    const reading = read().catch((error: unknown) => {
      throw new AppError('incomplete', 'The body ended early', { cause: error })
    })
    for (;;) {
      const start = Date.now()
      const result = await within(LEAST_RATE.windowMs - waited, reading)
      waited += Date.now() - start
      if (result !== LATE) {
        arrived += result.value?.byteLength ?? 0
        if (waited < LEAST_RATE.windowMs || result.done) return result
      }
      if (arrived < (isLarge(length) ? LEAST_RATE.largeBytes : LEAST_RATE.bytes)) {
        throw new AppError('incomplete', 'The body did not arrive in time')
      }
      waited = 0
      arrived = 0
      if (result !== LATE) return result
    }
  }
}

async function within<T>(ms: number, work: Promise<T>): Promise<T | typeof LATE> {
  const { promise: late, resolve } = Promise.withResolvers<typeof LATE>()
  const timer = setTimeout(() => resolve(LATE), Math.max(ms, 0))
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
