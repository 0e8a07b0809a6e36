const ID = /^\w{1,64}$/

/** What became of a list that was to be stored: there is no storage, or it is kept. */
export type Stored = 'kept' | 'refused'

/** The ids in this browser's storage under a key, newest first; undefined where it has no storage for us (F21): reading it throws. */
export function storedIds(key: string, max: number): string[] | undefined {
  try {
    return idsIn(localStorage.getItem(key) ?? '[]', max)
  } catch {
    return undefined
  }
}

/** Stores ids under a key. */
export function storeIds(key: string, ids: readonly string[]): Stored {
  try {
    localStorage.setItem(key, JSON.stringify(ids))
    return 'kept'
  } catch {
    return 'refused'
  }
}

// Whatever stands there was written by some page of this host: only ids are read from it.
function idsIn(text: string, max: number): string[] {
  try {
    const stored: unknown = JSON.parse(text)
    if (!Array.isArray(stored)) return []
    const ids = stored.filter((id): id is string => typeof id === 'string' && ID.test(id))
    return [...new Set(ids)].slice(0, max)
  } catch {
    return []
  }
}
