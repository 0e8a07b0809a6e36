/** The time was up. It reads as the platform's own timeout does. */
export class DeadlineError extends Error {
  override readonly name = 'TimeoutError'

  constructor() {
    super('The operation was aborted due to timeout')
  }
}

/**
 * Does work within `ms`. When the time is up, or when `outer` aborts, the work's signal aborts and the caller stops
 * waiting: work that ignores its signal makes no one wait, and what it yields later is dropped.
 * @throws DeadlineError when the time is up, else what the work throws.
 */
export function within<T>(
  ms: number,
  work: (signal: AbortSignal) => Promise<T>,
  outer?: AbortSignal,
): Promise<T> {
  const own = new AbortController()
  return race(
    ms,
    () => work(own.signal),
    (reason) => own.abort(reason),
    outer,
  )
}

/** The same for work without a signal, which is made by `within` alone. @throws DeadlineError, what the work throws */
export const inTime = <T>(ms: number, work: () => Promise<T>): Promise<T> => race(ms, work)

/** Two steps under one signal: the first within `begin` ms, both within `whole`. @throws DeadlineError, what they throw */
export const withinBoth = <Head, T>(
  { begin, whole }: { begin: number; whole: number },
  first: (signal: AbortSignal) => Promise<Head>,
  rest: (head: Head) => Promise<T>,
): Promise<T> =>
  within(whole, async (signal) =>
    rest(begin < whole ? await within(begin, first, signal) : await first(signal)),
  )

/** As `within`, for work without a signal. A throw, a rejection and a hang are `undefined`, after one `onFault` each. */
export async function attempt<T>(
  ms: number,
  work: () => Promise<T>,
  onFault?: () => void,
): Promise<T | undefined> {
  try {
    return await race(ms, work)
  } catch {
    onFault?.()
    return undefined
  }
}

// Cached reads come here several times each: a signal, which costs more than the rest, is made by `within` alone.
async function race<T>(
  ms: number,
  work: () => Promise<T>,
  abort?: (reason: unknown) => void,
  outer?: AbortSignal,
): Promise<T> {
  const { promise: stopped, reject } = Promise.withResolvers<never>()
  const stop = (reason: unknown) => {
    reject(reason)
    abort?.(reason)
  }
  const timer = setTimeout(() => stop(new DeadlineError()), ms)
  if (outer?.aborted) stop(outer.reason)
  // It stays after the work: a response's body is read under the same signal.
  else outer?.addEventListener('abort', () => stop(outer.reason), { once: true })
  try {
    return await Promise.race([stopped, start(work)])
  } finally {
    clearTimeout(timer)
  }
}

/** Starts work: asynchronous, so that a throw at once is a rejection like any other. */
export const start = async <T>(work: () => Promise<T>) => work()
