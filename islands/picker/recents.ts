import { storedIds, storeIds } from '../favorites/kept-ids.ts'

const KEY = 'loopframe-recent'

/** How many a browser remembers; the oldest go. */
export const MAX_RECENT = 50

// Where there is no storage (F21), as in a sandbox, they last as long as the page.
let onPage: readonly string[] = []

/** The ids of what was picked in this browser, the last one first. */
export const recentIds = (): readonly string[] => storedIds(KEY, MAX_RECENT) ?? onPage

/** Remembers what was picked. */
export function remember(id: string): void {
  onPage = [id, ...recentIds().filter((each) => each !== id)].slice(0, MAX_RECENT)
  storeIds(KEY, onPage)
}
