import { Badge } from '@mantine/core'
import type { LibraryItem, OwnItem, SeenItem } from '../../../shared/schema/own/items.ts'
import { client, usePage } from '../admin.tsx'
import { type Fields, fieldsNow } from './bulk.ts'

/** The item as it is now; undefined for one that is gone. */
export const readItem = async (
  id: string,
  reading?: { signal: AbortSignal },
): Promise<LibraryItem | undefined> => (await client.allGifs({ gif: id }, reading))?.results[0]

/** Hides an item, or shows it again. */
export const setHidden = (id: string, isHidden: boolean) =>
  client.updateGif({ gif_id: id, key: 'is_hidden', value: String(isHidden) })

/** Changes fields that are still as `was` has them: else it is a conflict. */
export const editItem = (id: string, fields: SeenItem, was: SeenItem) =>
  client.editGif({ id, ...fields, was: JSON.stringify(was) })

/** Changes an item as a bulk does. What has failed can be sent again: hiding first, as that may be repeated. */
export async function writeFields(item: LibraryItem, fields: Fields): Promise<void> {
  const { is_hidden, ...words } = fields
  if (is_hidden !== undefined) await setHidden(item.id, is_hidden)
  if (Object.keys(words).length > 0) await editItem(item.id, words, fieldsNow(item, words))
}

/** A small picture to know an item by; of a film its first frame. */
export const Thumbnail = ({ item: { thumbnail } }: { item: Pick<OwnItem, 'thumbnail'> }) => (
  <span className="admin-thumb">
    {thumbnail &&
      (thumbnail.kind === 'film' ? (
        <video src={thumbnail.url} muted playsInline preload="metadata" aria-hidden="true" tabIndex={-1} />
      ) : (
        <img src={thumbnail.url} alt="" loading="lazy" decoding="async" />
      ))}
  </span>
)

/** Who sees an item, and whether its sizes are there. */
export function States({ item: { is_hidden, is_indexable, state } }: { item: LibraryItem }) {
  const { texts } = usePage('library')
  const isMaking = state === 'queued' || state === 'working'
  const all = [
    is_hidden && { text: texts.hidden, color: 'gray', variant: 'light' },
    !is_hidden && !is_indexable && { text: texts.unlisted, color: 'gray', variant: 'light' },
    state === 'failed' && { text: texts.failed, color: 'red', variant: 'filled' },
    isMaking && { text: texts.making, color: 'violet', variant: 'light' },
  ].filter((each) => each !== false)
  if (all.length === 0) return null
  return (
    <span className="admin-actions">
      {all.map(({ text, color, variant }) => (
        <Badge key={text} variant={variant} color={color} tt="none">
          {text}
        </Badge>
      ))}
    </span>
  )
}
