export type LruBounds = { entries: number; bytes?: number; bytesEach?: number }

/** A map that forgets what was used longest ago. A value over `bytesEach` is not kept, nor is the one it would replace. */
export function createLru<V>(bounds: LruBounds, sizeOf: (value: V) => number = () => 0) {
  const { entries, bytes = Infinity, bytesEach = Infinity } = bounds
  const values = new Map<string, V>()
  let held = 0

  function remove(key: string): void {
    const value = values.get(key)
    if (value !== undefined) held -= sizeOf(value)
    values.delete(key)
  }

  return {
    get(key: string): V | undefined {
      const value = values.get(key)
      if (value === undefined) return undefined
      // A Map lists its keys in the order they came: coming again makes this one the youngest.
      values.delete(key)
      values.set(key, value)
      return value
    },

    set(key: string, value: V): void {
      remove(key)
      if (sizeOf(value) > bytesEach) return
      values.set(key, value)
      held += sizeOf(value)
      for (const oldest of values.keys()) {
        if (values.size <= entries && held <= bytes) break
        remove(oldest)
      }
    },

    delete: remove,
    size: () => ({ entries: values.size, bytes: held }),
  }
}
