import type { Texts } from '../../shared/texts/en.ts'
import type { WidgetQuery } from './query.ts'

/** A widget's title, and the public page with the same content. */
type Headline = { title: string; href: string }

type HeadlineInput = { query: Pick<WidgetQuery, 'list'>; publicUrl: string }

/** Names a widget after its source; its logo links to that source's public page. */
export function headlineOf({ query, publicUrl }: HeadlineInput, texts: Texts): Headline {
  const { q, related, channel, ids, type } = query.list
  const at = (path: string) => `${publicUrl}${path}`
  if (related !== undefined) {
    return { title: texts.related, href: at(`/${type === 'stickers' ? 'stickers' : 'gifs'}/${related}`) }
  }
  const term = channel === undefined ? q : `@${channel.replace(/^@/, '')}`
  if (term !== undefined) return { title: term, href: at(`/search/${encodeURIComponent(term)}`) }
  return { title: ids === undefined ? texts.trending : texts.gifs, href: at('/') }
}
