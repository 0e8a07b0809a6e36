import { trackedUrl } from '../../shared/gif/item-path.ts'
import { textsIn } from '../../shared/texts/texts.ts'
import type { TileValues } from '../../shared/widgets/options.ts'
import type { ListSource } from '../list/endless-list.tsx'
import { fetchGifs, startWith } from '../list/fetch-gifs.ts'
import type { ListOptions } from '../list/tile-list.tsx'
import type { WidgetModel } from '../model/widget-model.ts'
import type { ShareProps } from '../share/share-dialog.tsx'

/** A widget's list: what its page begins with, where the rest comes from, and what observes it. */
export function listOptionsOf(props: WidgetProps, model: WidgetModel) {
  const { source, limit, publicUrl, tracking, lang, tiles } = props
  const { noLink, noResultsMessage, ...look } = tiles
  const texts = textsIn(lang)
  const fetchPage: ListSource['fetchPage'] = async (offset) => {
    if (!source) return { data: [], pagination: { count: 0, offset, total_count: offset } }
    const url = `${source}&offset=${offset}`
    model.report('request', url)
    return fetchGifs(url, limit)
  }
  return {
    ...look,
    texts: { ...texts, none: noResultsMessage || texts.nothing },
    fetchPage,
    start: {
      ...startWith(model.firstPage()),
      onFetched: (all) => model.fetched(all.length),
      onError: model.failed,
    },
    hrefOf: noLink ? undefined : (gif) => trackedUrl(gif, publicUrl, tracking),
    // A press is posted to the host, which may act on it.
    pressable: noLink,
    motion: model.motion,
    placedByPage: true,
    observe: model.observe,
  } satisfies ListOptions & ListSource
}

/** Props of all islands of a widget, on the page's root; `width` and `height` are those of the frame in the snippet. */
export type WidgetProps = ShareProps & {
  /** The API's address of the list, without an offset; '' where the first page is all there is. */
  source: string
  limit: number
  tiles: TileValues
  /** The origin of the pages of items that come without a URL. */
  publicUrl: string
  /** The tracking query for links to items. */
  tracking: string
}
