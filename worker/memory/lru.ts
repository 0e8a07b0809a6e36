export type LruBounds = { entries: number; bytes?: number; bytesEach?: number }

/** Bytes. What an entry takes besides its value and key's characters: its places in the map, its record, its key. */
const ENTRY_BYTES = 150

/** One LRU for each owner, made when it is first asked for; it goes with its owner. */
export function lruOfEach<V>(bounds: LruBounds): (owner: WeakKey) => ReturnType<typeof createLru<V>> {
  const all = new WeakMap<WeakKey, ReturnType<typeof createLru<V>>>()
  return (owner) => {
    const own = all.get(owner) ?? createLru<V>(bounds)
    all.set(owner, own)
    return own
  }
}

/**
 * A map that evicts its least recently used entries. A value over `bytesEach` removes its key and is not stored. Keys
 * count too: a stranger may choose them.
 */
export function createLru<V>({ entries, bytes = Infinity, bytesEach = Infinity }: LruBounds) {
  const kept = new Map<string, { value: V; size: number }>()
  let total = 0

  function remove(key: string): void {
    total -= kept.get(key)?.size ?? 0
    kept.delete(key)
  }

  function evict(): void {
    for (const oldest of kept.keys()) {
      if (kept.size <= entries && total <= bytes) break
      remove(oldest)
    }
  }

  const sizeOf = (key: string, size: number) => size + key.length + ENTRY_BYTES

  return {
    get(key: string): V | undefined {
      const entry = kept.get(key)
      if (entry === undefined) return undefined
      // A Map lists its keys in the order of insertion: inserting this one again makes it the newest.
      kept.delete(key)
      kept.set(key, entry)
      return entry.value
    },

    /** A value, without counting as a use of it. */
    peek: (key: string): V | undefined => kept.get(key)?.value,

    /** @param size the value's bytes in memory. */
    set(key: string, value: V, size = 0): void {
      remove(key)
      if (size > bytesEach) return
      const entry = { value, size: sizeOf(key, size) }
      kept.set(key, entry)
      total += entry.size
      evict()
    },

    /** Changes the size of a stored value, in bytes. One that was evicted or replaced changes nothing. */
    resize(key: string, value: V, size: number): void {
      const entry = kept.get(key)
      if (entry?.value !== value) return
      total += sizeOf(key, size) - entry.size
      entry.size = sizeOf(key, size)
      evict()
    },

    delete: remove,
    size: () => ({ entries: kept.size, bytes: total }),
  }
}
