/**
 * Runs a task under a deadline. A throw, a rejection and a hang are all `undefined`: for a cache they mean the same.
 * `onFault` hears of each. The task itself is not stopped; what it says later is dropped.
 */
export async function within<T>(
  ms: number,
  task: () => Promise<T>,
  onFault?: () => void,
): Promise<T | undefined> {
  const { promise: deadline, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error('deadline')), ms)
  try {
    return await Promise.race([task(), deadline])
  } catch {
    onFault?.()
    return undefined
  } finally {
    clearTimeout(timer)
  }
}
