import { createLru } from '../../memory/lru.ts'
import { addEnvelope, type Entry } from './entry.ts'
import type { Copy, Envelope } from './envelope.ts'

const MB = 1024 * 1024

/** Copies with everything that is made of them (T42): the largest part of what an isolate may take, which is 128 MB. */
const COPY_BOUNDS = { entries: 500, bytes: 64 * MB } as const
const FAILURE_BOUNDS = { entries: 500, bytes: MB } as const

/** Bytes. A larger body is not stored here. */
const BODY_MAX = 256 * 1024
/** Bytes. An envelope without its text, and the head of its bytes. */
const ENVELOPE_BYTES = 500

/**
 * L0: plain data in the isolate's memory, one for all caches. A copy goes together with its parsed forms and rendered
 * pages, in one order. Copies and failures are bounded apart, so that no flood of failures (a scan of unknown ids, say)
 * pushes a copy out.
 */
export function createIsolateStore() {
  const copies = createLru<Copy>(COPY_BOUNDS)
  const failures = createLru<Omit<Entry, 'copy'>>(FAILURE_BOUNDS)

  const get = (key: string): Entry => ({ copy: copies.get(key), ...failures.get(key) })

  function setCopy(key: string, copy: Copy | undefined): void {
    if (copy && copy.bytes <= BODY_MAX) copies.set(key, copy, copy.bytes + ENVELOPE_BYTES)
    else copies.delete(key)
  }

  return {
    get,

    /** What is stored, without counting as a use of it. */
    peek: (key: string): Entry => ({ copy: copies.peek(key), ...failures.peek(key) }),

    /** Stores an envelope; false when something newer is there already. */
    put(key: string, e: Envelope): boolean {
      const before = get(key)
      const after = addEnvelope(before, e)
      if (after === before) return false
      const { copy, failure, goneAt } = after
      if (copy !== before.copy) setCopy(key, copy)
      if (failure || goneAt !== undefined) failures.set(key, { failure, goneAt }, ENVELOPE_BYTES)
      else failures.delete(key)
      return true
    },

    /** Counts what was made of a key's copy (bytes). A copy no longer stored takes it along. */
    resize: (key: string, copy: Copy, made: number): void =>
      copies.resize(key, copy, copy.bytes + ENVELOPE_BYTES + made),

    size: () => ({ copies: copies.size(), failures: failures.size() }),
  }
}

export type IsolateStore = ReturnType<typeof createIsolateStore>
