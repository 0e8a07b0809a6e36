import { createLru } from '../../memory/lru.ts'
import { addEnvelope, type Entry } from './entry.ts'
import type { Copy, Envelope } from './envelope.ts'

const COPY_BOUNDS = { entries: 500, bytes: 16 * 1024 * 1024, bytesEach: 256 * 1024 } as const
const FAILURE_BOUNDS = { entries: 500 } as const

/**
 * L0: plain data in the isolate's memory. Copies and failures are bounded apart, so that no flood of failures
 * (a scan of unknown ids, say) pushes a copy out.
 */
export function createIsolateStore() {
  const copies = createLru<Copy>(COPY_BOUNDS, (copy) => copy.bytes)
  const failures = createLru<Omit<Entry, 'copy'>>(FAILURE_BOUNDS)

  const get = (key: string): Entry => ({ copy: copies.get(key), ...failures.get(key) })

  return {
    get,

    /** Stores an envelope; false when something newer is there already. */
    put(key: string, e: Envelope): boolean {
      const before = get(key)
      const after = addEnvelope(before, e)
      if (after === before) return false
      const { copy, failure, goneAt } = after
      if (copy !== before.copy) copy ? copies.set(key, copy) : copies.delete(key)
      if (failure || goneAt !== undefined) failures.set(key, { failure, goneAt })
      else failures.delete(key)
      return true
    },

    size: () => ({ copies: copies.size(), failures: failures.size() }),
  }
}

export type IsolateStore = ReturnType<typeof createIsolateStore>
