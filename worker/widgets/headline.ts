import {
  channelPath,
  type ItemType,
  isChannelName,
  relatedPath,
  searchPath,
  trendingPath,
} from '../../shared/public/browse-path.ts'
import type { Texts } from '../../shared/texts/texts.ts'
import type { WidgetQuery } from './query.ts'

/** A widget's title, and the path of the page with the same content. */
type Headline = { title: string; href: string }

type HeadlineInput = { query: Pick<WidgetQuery, 'list'>; publicUrl: string; ownPath: string }

/** Names a widget after its source. Its links lead to that source's page, or to the widget alone if it has none. */
export function headlineOf({ query, publicUrl, ownPath }: HeadlineInput, texts: Texts): Headline {
  const { title, path } = sourceOf(query.list, texts)
  return { title, href: publicUrl + (path ?? ownPath) }
}

function sourceOf(
  { q, related, channel, ids, type }: WidgetQuery['list'],
  texts: Texts,
): { title: string; path: string | undefined } {
  if (related !== undefined) return { title: texts.related, path: relatedPath(related) }
  if (channel !== undefined) {
    const name = channel.replace(/^@/, '')
    const shelf = type === 'stickers' ? 'stickers' : 'gifs'
    return { title: `@${name}`, path: isChannelName(name) ? channelPath(name, 1, shelf) : undefined }
  }
  const listed: ItemType | undefined = type === 'emoji' ? undefined : type
  if (q !== undefined) return { title: q, path: listed && searchPath(q, 1, listed) }
  if (ids !== undefined) return { title: texts.gifs, path: undefined }
  return { title: texts.trending, path: listed && trendingPath(1, listed) }
}
