export type LruBounds = { entries: number; bytes?: number; bytesEach?: number }

/** A map that evicts its least recently used entries. A value over `bytesEach` removes its key and is not stored. */
export function createLru<V>(bounds: LruBounds, sizeOf: (value: V) => number = () => 0) {
  const { entries, bytes = Infinity, bytesEach = Infinity } = bounds
  const values = new Map<string, V>()
  let total = 0

  function remove(key: string): void {
    const value = values.get(key)
    if (value !== undefined) total -= sizeOf(value)
    values.delete(key)
  }

  return {
    get(key: string): V | undefined {
      const value = values.get(key)
      if (value === undefined) return undefined
      // A Map lists its keys in the order of insertion: inserting this one again makes it the newest.
      values.delete(key)
      values.set(key, value)
      return value
    },

    set(key: string, value: V): void {
      remove(key)
      if (sizeOf(value) > bytesEach) return
      values.set(key, value)
      total += sizeOf(value)
      for (const oldest of values.keys()) {
        if (values.size <= entries && total <= bytes) break
        remove(oldest)
      }
    },

    delete: remove,
    size: () => ({ entries: values.size, bytes: total }),
  }
}
