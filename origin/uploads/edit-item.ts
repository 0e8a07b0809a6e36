import { ForbiddenError } from '../../shared/errors.ts'
import { type CHOSEN_TYPES, type ItemType, isWithinRating } from '../../shared/schema/choices.ts'
import type { ExternalMedia } from '../../shared/schema/gif.ts'
import type { SeenItem } from '../../shared/schema/own/items.ts'
import type { Actor } from '../../shared/server/origin.ts'
import { filmColumns, filmText, typeColumns, typeFor } from '../item-type.ts'
import { isOwner, type Writer } from '../site/actor.ts'
import type { OwnedItem } from '../site/items.ts'
import { waitAgain } from '../site/moderation/versions.ts'
import { assertMayShow, type HiddenBy } from '../site/removal/hiding.ts'
import { equal } from '../sql.ts'

const FILM_COLUMNS = ['external_provider', 'external_uid', 'external_start', 'external_url'] as const

/** The columns of an item that its owner sets. */
const COLUMNS = [
  'title',
  'alt_text',
  'tags',
  'rating',
  'source',
  'type',
  'is_emoji',
  'is_indexable',
  'cta_link',
  'cta_text',
  ...FILM_COLUMNS,
] as const

/** What columns are to be. */
type Value = string | boolean | readonly string[]
export type Change = Readonly<
  Partial<
    Record<
      Exclude<(typeof COLUMNS)[number], 'type' | 'is_emoji' | (typeof FILM_COLUMNS)[number]>,
      Value | undefined
    >
  >
> & {
  type?: (typeof CHOSEN_TYPES)[number] | undefined
  /** Null for none. */
  film?: ExternalMedia | null | undefined
}

type Named = { type?: ItemType | undefined; film?: ExternalMedia | null | undefined }

/** Fields as columns have them. */
const columnsOf = <Fields extends Named>({ type, film, ...fields }: Fields) => ({
  ...fields,
  ...(film !== undefined && filmColumns(film)),
  ...(type && typeColumns(type)),
})

/** @throws ForbiddenError where the owner of an item would rate it lower than a moderator has (T57) */
function assertRating(by: HiddenBy, { set_rating }: OwnedItem, rating: unknown): void {
  const isLower = set_rating !== null && rating !== undefined && !isWithinRating(set_rating, String(rating))
  if (by === 'moderator' || !isLower) return
  const message = `A moderator has set the rating ${set_rating}: you may only choose a higher one`
  throw new ForbiddenError(message, { rating: message })
}

/** As whom an item is changed: its owner, of any role, or by a right over others. */
export const sideOf = (actor: Actor, item: OwnedItem): HiddenBy =>
  isOwner(actor, item) ? 'owner' : 'moderator'

/** A change of an item's row: of its columns, and of whether it is hidden, where it is as the user saw it (`was`). */
export type Edit = {
  id: string
  item: OwnedItem
  change: Change
  hidden?: boolean | undefined
  was?: SeenItem | undefined
}

/** What hides an item, or shows it, in a statement that changes more of it; `hideStatement` does it alone. */
function hidingTerms(side: HiddenBy, hidden: boolean | undefined): { terms: string[]; where: string[] } {
  if (hidden === undefined) return { terms: [], where: [] }
  if (!hidden) {
    const where = side === 'owner' ? ["hidden_by IS NOT 'moderator'"] : []
    return { terms: ['is_hidden = 0', 'hidden_by = NULL'], where }
  }
  const by = side === 'owner' ? "iif(is_hidden = 1, hidden_by, 'owner')" : "'moderator'"
  return { terms: ['is_hidden = 1', `hidden_by = ${by}`], where: [] }
}

/**
 * The statements that change an item's row where it is as the user saw it. The last is the change.
 * @throws InputError for a film that is to be a sticker. AppError 'forbidden' to its owner, for a rating below a moderator's, and where a moderator has hidden it
 */
export function editStatements({ d1, actor, nowMs }: Writer, { id, item, change, hidden, was }: Edit) {
  const side = sideOf(actor, item)
  assertRating(side, item, change.rating)
  if (hidden === false && item.isHidden) assertMayShow(side, item.hidden_by)
  const isRated = change.rating !== undefined
  const type = change.type && typeFor(item.isFilm, change.type)
  const set = equal([...COLUMNS, 'set_rating'], {
    ...columnsOf({ ...change, type }),
    ...(side === 'moderator' && { set_rating: change.rating }),
  })
  const { source_post_url: source, ...fields } = was ?? {}
  const seen = equal(COLUMNS, columnsOf({ ...fields, source }))
  const still = seen.terms.map((term) => (term === 'tags = ?' ? 'json(tags) = json(?)' : term))
  // What stays hidden was not hidden by its owner, who sees the same word for all that is.
  const hiding = hidingTerms(side, side === 'owner' && hidden && item.isHidden ? undefined : hidden)
  // A moderator may have rated it since it was read.
  const bound = isRated && side === 'owner' ? ['set_rating IS ?'] : []
  const where = ['id = ?', ...still, ...bound, ...hiding.where].join(' AND ')
  const values = [...set.values, id, ...seen.values, ...bound.map(() => item.set_rating)]
  const { is_indexable: _, film, ...rest } = { ...change, type }
  const parts = { ...rest, ...(film !== undefined && { film: filmText(film) }) }
  return [
    ...(side === 'owner' ? waitAgain(d1, { gif: id, parts, was: { ...fields, source }, nowMs }) : []),
    d1
      .prepare(`UPDATE gifs SET ${['id = id', ...set.terms, ...hiding.terms].join(', ')} WHERE ${where}`)
      .bind(...values),
  ]
}
