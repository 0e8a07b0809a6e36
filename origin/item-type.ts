import { InputError } from '../shared/errors.ts'
import type { CHOSEN_TYPES, ItemType, STORED_TYPES } from '../shared/schema/choices.ts'

/** SQL of what the item `gifs AS g` is, as calls name it. */
export const TYPE_OF_ITEM = "iif(g.is_emoji = 1, 'emoji', g.type)"

/** The columns of a type. An emoji is a sticker that says so. */
export const typeColumns = (type: ItemType): { type: (typeof STORED_TYPES)[number]; is_emoji: boolean } =>
  type === 'emoji' ? { type: 'sticker', is_emoji: true } : { type, is_emoji: false }

/**
 * What an item becomes that is to be of a type. A film stays a film among the GIFs, as it has no picture that could be
 * transparent.
 * @throws InputError for a film that is to be a sticker, text or emoji
 */
export function typeFor(isFilm: boolean, chosen: (typeof CHOSEN_TYPES)[number]): ItemType {
  if (!isFilm) return chosen
  if (chosen === 'gif') return 'video'
  const message = 'must be gif for a film'
  throw new InputError(`type ${message}`, { type: message })
}
