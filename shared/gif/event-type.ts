/** Where an item was shown, in GIPHY's words for `event_type` of a pingback (`docs/wire.md`, Pingbacks). */
export type EventType = 'GIF_TRENDING' | 'GIF_SEARCH' | 'GIF_RELATED' | 'GIF_CHANNEL' | 'GIF_EXPLORE'

/** Of an item that a page shows by its id, and no list. */
export const ITEM_EVENT: EventType = 'GIF_EXPLORE'

type Sources = Record<'q' | 'related' | 'channel' | 'ids', string | undefined>

/** Of the tiles of a list with this source. */
export function eventTypeOf({ q, related, channel, ids }: Sources): EventType {
  if (related !== undefined) return 'GIF_RELATED'
  if (channel !== undefined) return 'GIF_CHANNEL'
  if (q !== undefined) return 'GIF_SEARCH'
  return ids === undefined ? 'GIF_TRENDING' : ITEM_EVENT
}
