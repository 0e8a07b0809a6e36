type LruBounds = { entries: number; bytes?: number; bytesEach?: number }

/** Bytes. What an entry takes besides its value and key's characters: its places in the map, its record, its key. */
const ENTRY_BYTES = 150

const sizeWithKey = (key: string, size: number) => size + key.length + ENTRY_BYTES

type Entry<V> = { value: V; size: number; isUsed: boolean }

/**
 * A map that evicts what was not used lately. A value over `bytesEach` removes its key and is not stored. Keys count too: a
 * stranger may choose them. A use only marks its entry, since to move it each time costs more than the rest of a look; an entry
 * whose turn comes to go, and is marked, goes to the end without its mark.
 */
export class Lru<V> {
  readonly #kept = new Map<string, Entry<V>>()
  readonly #max: Required<LruBounds>
  #total = 0

  constructor({ entries, bytes = Infinity, bytesEach = Infinity }: LruBounds) {
    this.#max = { entries, bytes, bytesEach }
  }

  get(key: string): V | undefined {
    const entry = this.#kept.get(key)
    if (entry === undefined) return undefined
    entry.isUsed = true
    return entry.value
  }

  /** A value, without counting as a use of it. */
  peek(key: string): V | undefined {
    return this.#kept.get(key)?.value
  }

  /** @param size the value's bytes in memory. */
  set(key: string, value: V, size = 0): void {
    this.delete(key)
    if (size > this.#max.bytesEach) return
    const entry = { value, size: sizeWithKey(key, size), isUsed: true }
    this.#kept.set(key, entry)
    this.#total += entry.size
    this.#evict()
    // New, it was the last to go; it is not used yet.
    entry.isUsed = false
  }

  /** Changes the size of a stored value, in bytes. One that was evicted or replaced changes nothing. */
  resize(key: string, value: V, size: number): void {
    const entry = this.#kept.get(key)
    if (entry?.value !== value) return
    this.#total += sizeWithKey(key, size) - entry.size
    entry.size = sizeWithKey(key, size)
    this.#evict()
  }

  delete(key: string): void {
    this.#total -= this.#kept.get(key)?.size ?? 0
    this.#kept.delete(key)
  }

  size() {
    return { entries: this.#kept.size, bytes: this.#total }
  }

  #evict(): void {
    // What goes to the end is met again, without its mark.
    for (const [key, entry] of this.#kept) {
      if (this.#kept.size <= this.#max.entries && this.#total <= this.#max.bytes) break
      if (entry.isUsed) {
        entry.isUsed = false
        this.#kept.delete(key)
        this.#kept.set(key, entry)
      } else this.delete(key)
    }
  }
}

/** One LRU for each owner, made when it is first asked for; it goes with its owner. */
export function lruOfEach<V>(bounds: LruBounds): (owner: WeakKey) => Lru<V> {
  const all = new WeakMap<WeakKey, Lru<V>>()
  return (owner) => {
    const own = all.get(owner) ?? new Lru<V>(bounds)
    all.set(owner, own)
    return own
  }
}

/** What was made of one copy: parsed forms and rendered pages, by name. They are shared, so no one may change them. */
export type Made = {
  get<T>(name: string): T | undefined
  set(name: string, value: unknown): void
  /** The value of that name, made if it is not there. */
  once<T>(name: string, make: () => T): T
}

/** Of one copy: a stranger chooses its variants (languages, layouts, options). */
const MADE_BOUNDS = { entries: 40, bytes: 2 * 1024 * 1024, bytesEach: 1024 * 1024 } as const

/** @param onSize gets the bytes of everything that is stored, whenever they change. */
export function createMade(onSize: (bytes: number) => void): Made {
  // Most copies are read in one form, many in none.
  let values: Lru<unknown> | undefined

  // Each name is read and written by one module, which knows its type.
  const get = <T>(name: string) => values?.get(name) as T | undefined

  function set(name: string, value: unknown): void {
    values ??= new Lru(MADE_BOUNDS)
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

/** Bytes in V8's heap, without its pointers' compression: of an object's or a string's head, of a field, of bytes' head. */
const HEAD = 24
const FIELD = 8
const BYTES_HEAD = 200

const isWide = (text: string) => /[^\0-\xff]/.test(text)

/**
 * The bytes that plain data takes in memory, as an upper estimate: a string has one byte a character, or two where one of
 * them is not Latin-1; what two places share counts twice.
 */
export function heapSizeOf(value: unknown): number {
  if (typeof value === 'string') return HEAD + value.length * (isWide(value) ? 2 : 1)
  if (typeof value === 'number') return HEAD
  if (typeof value !== 'object' || value === null) return 0
  if (ArrayBuffer.isView(value)) return BYTES_HEAD + value.byteLength
  let size = HEAD + HEAD
  for (const part of Object.values(value)) size += FIELD + heapSizeOf(part)
  return size
}
