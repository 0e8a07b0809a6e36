import { PROVIDER_PAGE } from '../../shared/limits.ts'
import type { PickerProps } from './picker-props.ts'

type List = PickerProps['list']

/**
 * The API's address of a list, without an offset (§7). The host's channel holds for searches too; its other sources are
 * what is shown before one.
 */
export function listUrl({ type, q }: { type: List['type']; q: string }, list: List): string {
  const { limit, rating, lang, related, ids } = list
  const channel = list.channel && `@${list.channel.replace(/^@/, '')}`
  const url = (path: string, fields: Record<string, string | number | undefined>) => {
    const given = Object.entries(fields).flatMap(([name, value]) => (value ? [[name, String(value)]] : []))
    return `/v1/${path}?${new URLSearchParams(given)}`
  }
  // Emoji have no search: large pages of them are searched here (`emoji-search.ts`).
  if (type === 'emoji') return url('emoji', { limit: q ? PROVIDER_PAGE.maxLimit : limit })
  const page = { limit, rating }
  const term = [channel, q].filter(Boolean).join(' ')
  if (term) {
    // §7 Text that is made on demand is excluded.
    const excludeDynamicResults = type === 'text' ? 'true' : undefined
    return url(`${type}/search`, { q: term, lang, ...page, excludeDynamicResults })
  }
  if (type === list.type && ids) return url('gifs', { ids })
  if (type === list.type && related && type !== 'text')
    return url(`${type}/related`, { gif_id: related, ...page })
  return url(`${type}/trending`, page)
}
