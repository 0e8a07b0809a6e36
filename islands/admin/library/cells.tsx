import { Badge } from '@mantine/core'
import type { LibraryItem, OwnItem } from '../../../shared/schema/own/items.ts'
import { usePage } from '../admin.ts'

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
