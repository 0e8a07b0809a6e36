/** The favorites of a browser: ids in its own storage, newest first. A visitor needs no account for them. */
const KEY = 'loopframe-favorites'

/** How many a browser keeps. Beyond them nothing is replaced: whoever sends visitors to our pages could empty the list. */
export const MAX_KEPT = 200

const ID = /^\w{1,64}$/

/** What became of a favorite: there is no storage, or no room in it, or it is kept. */
export type Kept = 'kept' | 'full' | 'refused'

/** The ids that this browser keeps; undefined where it has no storage for us (F21): reading it throws. */
export function keptFavorites(): string[] | undefined {
  try {
    return idsIn(localStorage.getItem(KEY) ?? '[]')
  } catch {
    return undefined
  }
}

/** Keeps an item in this browser, or no longer. */
export function keepFavorite(id: string, favorite: boolean): Kept {
  const ids = keptFavorites()
  if (!ids) return 'refused'
  const others = ids.filter((each) => each !== id)
  if (favorite && others.length >= MAX_KEPT) return 'full'
  try {
    localStorage.setItem(KEY, JSON.stringify(favorite ? [id, ...others] : others))
    return 'kept'
  } catch {
    return 'refused'
  }
}

// Whatever stands there was written by some page of this host: only ids are read from it.
function idsIn(text: string): string[] {
  try {
    const stored: unknown = JSON.parse(text)
    if (!Array.isArray(stored)) return []
    const ids = stored.filter((id): id is string => typeof id === 'string' && ID.test(id))
    return [...new Set(ids)].slice(0, MAX_KEPT)
  } catch {
    return []
  }
}
