import { AppError } from '../../errors.ts'
import { DeadlineError, inTime, within } from '../deadline.ts'
import type { InTime } from '../steps.ts'
import { HeldBytes } from './held-bytes.ts'
import { holdOf } from './hold.ts'

export type Bytes = Uint8Array<ArrayBuffer>

const LARGE_BYTES = 1024 * 1024

const isLarge = (bytes: number): boolean => bytes > LARGE_BYTES

/** F34: how much of a body must arrive in each window, so that a slow upload goes on and a drip ends. */
const KB = 1024
const LEAST_RATE = {
  windowMs: 10_000,
  bytes: 10 * KB,
  // A large body takes room from others (`Hold`): 16 KB/s.
  largeBytes: 160 * KB,
} as const

type Reading = {
  /** Whose body it is: a person or a network (`Hold`). */
  by?: string | undefined
  /** May throw to refuse the rest. */
  onPiece?: (piece: Uint8Array) => void
}

/**
 * Reads a request's body within a bound of bytes and at a least rate. What it takes is counted until `releaseBody`.
 * @throws AppError 'too-large', 'incomplete' (slow, or without an end); UpstreamError 'unavailable' as `Hold.take`
 */
export async function readRequestBody(
  request: Request,
  max: number,
  { by, onPiece }: Reading = {},
): Promise<Bytes> {
  const declared = declaredLength(request)
  if (declared > max) await request.body?.cancel()
  assertDeclared(request, max)
  if (isSmall(declared) && !onPiece) return readSmall(request, max)
  const held = new HeldBytes(holdOf(request, by), max)
  const reader = request.body?.getReader()
  const pace = startPace()
  try {
    for (;;) {
      const { value } = await pace.orLate(reader?.read())
      if (!value) return held.bytes
      const length = held.length + value.byteLength
      if (length > max) throw tooLarge(max)
      pace.count(value.byteLength, isLarge(length))
      onPiece?.(value)
      await pace.except(held.append(value))
    }
  } catch (error) {
    // F33: nothing but the sender's connection fails here, and that is not our error.
    throw error instanceof AppError ? error : endedEarly(error)
  } finally {
    pace.stop()
    reader?.cancel().catch(() => {})
  }
}

/** The same as text, for types whose bodies are texts: of others the platform warns. @param within counts the time of a small body */
export async function readRequestText(request: Request, max: number, within = inTime): Promise<string> {
  const declared = declaredLength(request)
  if (isSmall(declared) && declared <= max) return inOneWindow(() => request.text(), within)
  return new TextDecoder().decode(await readRequestBody(request, max))
}

const declaredLength = ({ headers }: Request): number => Number(headers.get('Content-Length'))

/** Whether one window must bring a body whole, as most pingbacks. It ends at its declared length. */
const isSmall = (declared: number): boolean => declared > 0 && declared <= LEAST_RATE.bytes

async function readSmall(request: Request, max: number): Promise<Bytes> {
  const bytes = await inOneWindow(async () => new Uint8Array(await request.arrayBuffer()), inTime)
  if (bytes.byteLength > max) throw tooLarge(max)
  return bytes
}

async function inOneWindow<T>(read: () => Promise<T>, within: InTime): Promise<T> {
  try {
    return await within(LEAST_RATE.windowMs, read)
  } catch (error) {
    throw error instanceof DeadlineError ? late() : endedEarly(error)
  }
}

const late = () => new AppError('incomplete', 'The body did not arrive in time')
const endedEarly = (cause: unknown) => new AppError('incomplete', 'The body ended early', { cause })
const tooLarge = (max: number) =>
  new AppError('too-large', `The body holds at most ${Math.floor(max / KB)} KB`)

/** Checks at the end of each window how much has arrived in it. */
function startPace() {
  const { promise: tooSlow, reject } = Promise.withResolvers<never>()
  tooSlow.catch(() => {})
  let arrived = 0
  let needed = LEAST_RATE.bytes
  // The sender is not slow while its body waits for room.
  let isWaiting = false
  let hasWaited = false
  const timer = setInterval(() => {
    if (arrived < needed && !isWaiting && !hasWaited) reject(late())
    arrived = 0
    hasWaited = isWaiting
  }, LEAST_RATE.windowMs)
  return {
    orLate: async (reading: Promise<ReadableStreamReadResult<Uint8Array>> | undefined) => {
      reading?.catch(() => {})
      return (await Promise.race([reading, tooSlow])) ?? { value: undefined }
    },
    async except(waiting: Promise<boolean>) {
      isWaiting = true
      hasWaited = (await waiting.finally(() => (isWaiting = false))) || hasWaited
    },
    count(bytes: number, isLarge: boolean) {
      arrived += bytes
      if (isLarge) needed = LEAST_RATE.largeBytes
    },
    stop: () => clearInterval(timer),
  }
}

/** The time was up before the next piece. */
const LATE = Symbol('late')

/** Refuses a body by its declared length. @throws AppError 'too-large' */
export function assertDeclared(request: Request, max: number): void {
  if (declaredLength(request) > max) throw tooLarge(max)
}

/**
 * A body's pieces as they arrive, within a bound and at the least rate (F34) while it waits for the sender, not the reader.
 * @throws AppError as `readRequestBody`
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
