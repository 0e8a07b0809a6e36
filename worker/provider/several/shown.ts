import type { Call } from '../../../shared/calls/call.ts'
import { isId } from '../../../shared/gif/item-path.ts'
import type { Gif } from '../../../shared/schema/gif.ts'
import { hasGifs, itemsOf, leaveOut } from '../gone/left-out.ts'
import { type Mark, markedId, mayHaveMarks } from './marks.ts'

/** How a provider's responses are shown: whose ids they have, and what is added to their lists' offsets. */
export type Dress = { mark: Mark; start: number; publicUrl: string }

type Item = Record<string, unknown>
type Body = { data?: unknown; pagination?: Item | null }

/** A response as we show it: items have our ids, in their addresses here too, and lists are in the provider's window. */
export function shownText(call: Call, text: string, dress: Dress): string {
  const { mark, start } = dress
  if (mark === '1' && start === 0 && !mayHaveMarks(text)) return text
  // It was JSON of an object when it was stored.
  const body = JSON.parse(text) as Body
  const kept = hasGifs(call) ? withShownItems(call, body, dress) : body
  const { pagination } = kept
  if (!pagination || start === 0) return JSON.stringify(kept)
  return JSON.stringify({ ...kept, pagination: moved(pagination, start) })
}

/** No path could name an id that is too long: such an item is left out, and the list ends where it did. */
function withShownItems(call: Call, body: Body, dress: Dress): Body {
  const { pagination } = body
  const left = leaveOut(call, body, ({ id }) => !isId(markedId(dress.mark, String(id))))
  for (const item of itemsOf(call, left)) Object.assign(item, shownItem(item, dress))
  if (left === body || !pagination) return left
  const [had, has] = [Number(pagination.count), Number(left.pagination?.count)]
  return { ...left, pagination: { ...pagination, count: has, offset: Number(pagination.offset) + had - has } }
}

function moved(pagination: Item, start: number): Item {
  const { offset, total_count } = pagination
  const move = (value: unknown) => (typeof value === 'number' ? value + start : value)
  return { ...pagination, offset: move(offset), total_count: move(total_count) }
}

/** A parsed item as we show it; the same object where nothing is to be changed. */
export function shownGif(gif: Gif, dress: Dress): Gif {
  if (markedId(dress.mark, gif.id) === gif.id) return gif
  return { ...gif, ...shownItem(gif, dress) }
}

/** What changes of an item: its id, and the texts that lead to it here and end in its id. */
function shownItem(item: Item, { mark, publicUrl }: Dress): Item {
  const id = String(item.id)
  const shown = markedId(mark, id)
  if (shown === id) return {}
  const isOfItem = (name: string, text: string) =>
    (name === 'slug' || text.startsWith(`${publicUrl}/`)) &&
    (text === id || text.endsWith(`-${id}`) || text.endsWith(`/${id}`))
  const texts = Object.entries(item).flatMap(([name, text]) =>
    typeof text === 'string' && isOfItem(name, text)
      ? [[name, text.slice(0, -id.length) + shown] as const]
      : [],
  )
  return { ...Object.fromEntries(texts), id: shown }
}
