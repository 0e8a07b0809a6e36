import { heapSizeOf } from './heap-size.ts'
import { createLru } from './lru.ts'

/** What was made of one copy: parsed forms and rendered pages, by name. They are shared, so no one may change them. */
export type Made = {
  get<T>(name: string): T | undefined
  set(name: string, value: unknown): void
  /** The value of that name, made if it is not there. */
  once<T>(name: string, make: () => T): T
}

/** Of one copy: a stranger chooses its variants (languages, layouts, options). */
const BOUNDS = { entries: 40, bytes: 2 * 1024 * 1024, bytesEach: 1024 * 1024 } as const

/** @param onSize gets the bytes of everything that is stored, whenever they change. */
export function createMade(onSize: (bytes: number) => void): Made {
  // Most copies are read in one form, many in none.
  let values: ReturnType<typeof createLru<unknown>> | undefined

  // Each name is read and written by one module, which knows its type.
  const get = <T>(name: string) => values?.get(name) as T | undefined

  function set(name: string, value: unknown): void {
    values ??= createLru<unknown>(BOUNDS)
    values.set(name, value, heapSizeOf(value))
    onSize(values.size().bytes)
  }

  return {
    get,
    set,
    once<T>(name: string, make: () => T): T {
      const found = get<{ value: T }>(name)
      if (found) return found.value
      const made = { value: make() }
      set(name, made)
      return made.value
    },
  }
}
