import { InputError } from '../shared/errors.ts'
import type { CHOSEN_TYPES, ItemType, STORED_TYPES } from '../shared/schema/choices.ts'
import type { ExternalMedia } from '../shared/schema/gif.ts'

/** SQL of what the item `gifs AS g` is, as calls name it. */
export const TYPE_OF_ITEM = "iif(g.is_emoji = 1, 'emoji', g.type)"

/** SQL of the film of the item `gifs AS g` as one text, and that text of a film. */
export const FILM_OF_ITEM =
  "iif(g.external_provider IS NULL, '', g.external_url || ' (' || g.external_start || ' s)')"
export const filmText = (film: ExternalMedia | null): string =>
  film ? `${film.url} (${film.start_time} s)` : ''

/** The columns of a film, or of none. */
export const filmColumns = (film: ExternalMedia | null) => ({
  external_provider: film?.provider_name ?? null,
  external_uid: film?.asset_uid ?? null,
  external_start: film?.start_time ?? 0,
  external_url: film?.url ?? '',
})

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
