import type { Language } from '../../shared/texts/texts.ts'
import type { TileValues } from '../../shared/widgets/options.ts'
import type { ShareProps } from '../share/share-dialog.tsx'

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
