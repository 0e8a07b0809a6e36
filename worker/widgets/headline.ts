import type { Texts } from '../../shared/texts/en.ts'
import type { WidgetQuery } from './query.ts'

/** What a widget shows, in a few words, and the page where there is more of it. */
type Headline = { title: string; href: string }

type Place = { query: Pick<WidgetQuery, 'list'>; publicUrl: string }

/** A widget is named after what was asked for; its logo leads to the same on our own pages. */
export function headlineOf({ query, publicUrl }: Place, texts: Texts): Headline {
  const { q, related, channel, ids, type } = query.list
  const at = (path: string) => `${publicUrl}${path}`
  if (related !== undefined) {
    return { title: texts.related, href: at(`/${type === 'stickers' ? 'stickers' : 'gifs'}/${related}`) }
  }
  const term = channel === undefined ? q : `@${channel.replace(/^@/, '')}`
  if (term !== undefined) return { title: term, href: at(`/search/${encodeURIComponent(term)}`) }
  return { title: ids === undefined ? texts.trending : texts.gifs, href: at('/') }
}
