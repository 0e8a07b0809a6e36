import type { D1Database, D1PreparedStatement } from '@cloudflare/workers-types'
import { AppError } from '../../../shared/errors.ts'
import type { SelectedRows } from './removals.ts'

/** As whom an item is hidden: what a moderator has hidden, its owner does not show again. */
export type HiddenBy = 'owner' | 'moderator'

// ?1 of the rows, ?2 whether they are to be hidden, ?3 by whom. A moderator hides what its owner has hidden, too (T57), and for
// itself what is hidden because of its person (migration 0062).
const IS_HELD = "EXISTS (SELECT 1 FROM held_items WHERE gif_id = gifs.id AND kept = 0 AND cause <> 'limited')"
const changed = (ids: string) => `
  id IN (${ids}) AND (is_hidden <> ?2 OR (?2 = 1 AND (hidden_by IS NOT ?3 OR ${IS_HELD})))
  AND (?3 = 'moderator' OR hidden_by IS NOT 'moderator')`

/** The statement that hides items, or shows them again; what is so already is left alone. */
export const hideStatement = (
  d1: D1Database,
  { ids, value }: SelectedRows,
  { hidden, by }: { hidden: boolean; by: HiddenBy },
): D1PreparedStatement =>
  d1
    .prepare(`UPDATE gifs SET is_hidden = ?2, hidden_by = iif(?2 = 1, ?3, NULL) WHERE ${changed(ids)}`)
    .bind(value, hidden ? 1 : 0, by)

/** @throws AppError 'forbidden' where a moderator has hidden an item, and its owner would show it again */
export function assertMayShow(by: HiddenBy, hiddenBy: string | null): void {
  if (by === 'owner' && hiddenBy === 'moderator')
    throw new AppError('forbidden', 'A moderator has hidden this GIF')
}
