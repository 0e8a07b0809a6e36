import { Badge } from '@mantine/core'
import type { LibraryItem } from '../../../shared/schema/own/items.ts'
import { useAdmin } from '../admin-context.ts'

/** Who sees an item, and whether its sizes are there. */
export function States({ item: { is_hidden, is_indexable, state } }: { item: LibraryItem }) {
  const texts = useAdmin().texts.library
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
