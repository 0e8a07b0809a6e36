import { AppError, type ErrorKind, RateLimitError, UpstreamError } from '../../../shared/errors.ts'
import { attempt } from '../../../shared/server/deadline.ts'
import { READ_MS } from '../cache/flights.ts'

const FAILING: ReadonlySet<ErrorKind> = new Set([
  'upstream',
  'synthetic',
  'unavailable',
  'rate-limited',
  'not-implemented',
])

/** Whether another provider may have what this one does not give. Our own limit of a visitor holds for all of them (T44). */
const isFailing = (error: unknown): boolean =>
  !(error instanceof RateLimitError) && (!(error instanceof AppError) || FAILING.has(error.kind))

type Settled<T> = { value: T } | { error: unknown }

const settled = <T>(work: Promise<T>): Promise<Settled<T>> =>
  work.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  )

/**
 * The first of these reads that does not fail, begun one after another, within the time of one read: each may take an
 * equal part of what is left before the next begins, and then goes on.
 * @throws what the first that fails throws, or one that fails for what is asked
 */
export async function firstGood<T>(reads: readonly (() => Promise<T>)[]): Promise<T> {
  const end = Date.now() + READ_MS
  const late: Promise<Settled<T>>[] = []
  const errors: unknown[] = []
  for (const [at, read] of reads.entries()) {
    const running = settled(read())
    if (reads.length === 1) return outcomeOf(await running)
    const found = await attempt((end - Date.now()) / (reads.length - at), () => running)
    if (!found) late.push(running)
    else if ('value' in found || !isFailing(found.error)) return outcomeOf(found)
    else errors.push(found.error)
  }
  const last = late.map(async (running) => outcomeOf(await running))
  const found = await attempt(Math.max(end - Date.now(), 0), async () => ({ value: await Promise.any(last) }))
  if (found) return found.value
  throw errors.find((error) => !isLack(error)) ?? errors[0] ?? tooLate()
}

function outcomeOf<T>(found: Settled<T>): T {
  if ('error' in found) throw found.error
  return found.value
}

const isLack = (error: unknown): boolean => error instanceof AppError && error.kind === 'not-implemented'

const tooLate = () => new UpstreamError('The provider did not answer in time')
