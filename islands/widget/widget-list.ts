import type { GifPage } from '../../shared/client/paginator.ts'
import { trackedUrl } from '../../shared/gif/item-path.ts'
import { fullGif } from '../../shared/gif/slim-gif.ts'
import type { Gif } from '../../shared/schema/gif.ts'
import type { Texts } from '../../shared/texts/en.ts'
import type { Language } from '../../shared/texts/texts.ts'
import { textsIn } from '../../shared/texts/texts.ts'
import type { TileValues } from '../../shared/widgets/options.ts'
import type { ListSource } from '../list/endless-list.tsx'
import { fetchGifs } from '../list/fetch-gifs.ts'
import type { ListOptions } from '../list/tile-list.tsx'
import type { WidgetModel } from '../model/widget-model.ts'
import type { ShareProps } from '../share/share-dialog.tsx'

/** A widget's list: what its page begins with, where the rest comes from, and what observes it. */
export function listOptionsOf(
  props: WidgetProps,
  model: WidgetModel,
): ListOptions & ListSource & { texts: Texts } {
  const { source, limit, publicUrl, tracking, lang, tiles } = props
  const { noLink, noResultsMessage } = tiles
  const texts = textsIn(lang)
  const { gifs, offset, done, failed } = model.firstPage()
  return {
    ...tiles,
    texts: { ...texts, none: noResultsMessage || texts.nothing },
    fetchPage(from) {
      if (!source) return noMore(from)
      const url = `${source}&offset=${from}`
      model.report('request', url)
      return fetchGifs(url, limit)
    },
    start: {
      gifs: gifs.map(fullGif),
      offset,
      done,
      failed,
      onFetched: (all) => model.fetched(all.length),
      onError: model.failed,
    },
    hrefOf: noLink ? undefined : (gif: Gif) => trackedUrl(gif, publicUrl, tracking),
    // A press is posted to the host, which may act on it.
    pressable: noLink,
    motion: model.motion,
    placedByPage: true,
    observe: model.observe,
  }
}

const noMore = async (offset: number): Promise<GifPage> => ({
  data: [],
  pagination: { count: 0, offset, total_count: offset },
})

/**
 * Props of all islands of a widget, on the page's root; the GIFs themselves come with the model. `width` and `height` are
 * those of the frame in the snippet.
 */
export type WidgetProps = ShareProps & {
  lang: Language
  /** The API's address of the list, without an offset; '' where the first page is all there is. */
  source: string
  limit: number
  tiles: TileValues
  /** The origin of the pages of items that come without a URL. */
  publicUrl: string
  /** The tracking query for links to items. */
  tracking: string
}
