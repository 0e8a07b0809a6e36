import { createLru } from '../../memory/lru.ts'
import type { Envelope, Good } from './envelope.ts'
import { type Held, withEnvelope } from './held.ts'

const GOOD_BOUNDS = { entries: 500, bytes: 16 * 1024 * 1024, bytesEach: 256 * 1024 } as const
const FAILURE_BOUNDS = { entries: 500 } as const

/**
 * L0: plain data in the isolate's memory. Copies and failures are bounded apart, so that no flood of failures
 * (a scan of unknown ids, say) pushes a good copy out.
 */
export function createIsolateStore() {
  const copies = createLru<Good>(GOOD_BOUNDS, (good) => good.bytes)
  const failures = createLru<Omit<Held, 'good'>>(FAILURE_BOUNDS)

  const get = (key: string): Held => ({ good: copies.get(key), ...failures.get(key) })

  return {
    get,

    /** Keeps an envelope; false when something newer is held already. */
    put(key: string, e: Envelope): boolean {
      const before = get(key)
      const after = withEnvelope(before, e)
      if (after === before) return false
      const { good, bad, goneAt } = after
      if (good !== before.good) good ? copies.set(key, good) : copies.delete(key)
      if (bad || goneAt !== undefined) failures.set(key, { bad, goneAt })
      else failures.delete(key)
      return true
    },

    size: () => ({ copies: copies.size(), failures: failures.size() }),
  }
}

export type IsolateStore = ReturnType<typeof createIsolateStore>
