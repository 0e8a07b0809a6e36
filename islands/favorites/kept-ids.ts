const ID = /^\w{1,64}$/

/** What became of a list that was to be stored: there is no storage, or it is kept. */
type Stored = 'kept' | 'refused'

/** The ids in this browser's storage under a key, newest first; undefined where it has no storage for us (F21): reading it throws. */
function storedIds(key: string, max: number): string[] | undefined {
  try {
    return idsIn(localStorage.getItem(key) ?? '[]', max)
  } catch {
    return undefined
  }
}

/** Stores ids under a key. */
function storeIds(key: string, ids: readonly string[]): Stored {
  try {
    localStorage.setItem(key, JSON.stringify(ids))
    return 'kept'
  } catch {
    return 'refused'
  }
}

// Any page of this host may have written it: only ids are read from it.
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

/** The favorites of a browser: ids in its own storage, newest first. A visitor needs no account for them. */
const FAVORITES_KEY = 'loopframe-favorites'

/** How many a browser keeps. Beyond them nothing is replaced: a site that sends visitors to our pages could empty the list. */
export const MAX_KEPT = 200

/** What became of a favorite: there is no storage, or no room in it, or it is kept. */
export type Kept = Stored | 'full'

/** The ids that this browser keeps; undefined where it has no storage for us (F21). */
export const keptFavorites = (): string[] | undefined => storedIds(FAVORITES_KEY, MAX_KEPT)

/** Keeps an item in this browser, or no longer. */
export function keepFavorite(id: string, favorite: boolean): Kept {
  const ids = keptFavorites()
  if (!ids) return 'refused'
  const others = ids.filter((each) => each !== id)
  if (favorite && others.length >= MAX_KEPT) return 'full'
  return storeIds(FAVORITES_KEY, favorite ? [id, ...others] : others)
}

const RECENT_KEY = 'loopframe-recent'

/** How many a browser remembers; the oldest go. */
export const MAX_RECENT = 50

// Where there is no storage (F21), as in a sandbox, they last as long as the page.
let onPage: readonly string[] = []

/** The ids of what was picked in this browser, the last one first. */
export const recentIds = (): readonly string[] => storedIds(RECENT_KEY, MAX_RECENT) ?? onPage

/** Remembers what was picked. */
export function remember(id: string): void {
  onPage = [id, ...recentIds().filter((each) => each !== id)].slice(0, MAX_RECENT)
  storeIds(RECENT_KEY, onPage)
}
