import { type Stored, storedIds, storeIds } from './kept-ids.ts'

/** The favorites of a browser: ids in its own storage, newest first. A visitor needs no account for them. */
const KEY = 'loopframe-favorites'

/** How many a browser keeps. Beyond them nothing is replaced: whoever sends visitors to our pages could empty the list. */
export const MAX_KEPT = 200

/** What became of a favorite: there is no storage, or no room in it, or it is kept. */
export type Kept = Stored | 'full'

/** The ids that this browser keeps; undefined where it has no storage for us (F21). */
export const keptFavorites = (): string[] | undefined => storedIds(KEY, MAX_KEPT)

/** Keeps an item in this browser, or no longer. */
export function keepFavorite(id: string, favorite: boolean): Kept {
  const ids = keptFavorites()
  if (!ids) return 'refused'
  const others = ids.filter((each) => each !== id)
  if (favorite && others.length >= MAX_KEPT) return 'full'
  return storeIds(KEY, favorite ? [id, ...others] : others)
}
