import type { Language } from '../../shared/texts/texts.ts'
import type { Columns } from '../list/places/columns.ts'
import type { ShareProps } from '../share/share-dialog.tsx'

/** Props of all islands of a widget, on the page's root; the GIFs themselves come with the model. */
export type WidgetProps = ShareProps & {
  lang: Language
  /** The API's address of the list, without an offset; '' where the first page is all there is. */
  source: string
  limit: number
  gutter: number
  columns: Columns
  /** The carousel's, in pixels; `width` and `height` are those of the frame that a snippet makes. */
  rowHeight: number | undefined
  tabIndex: number
  hideAttribution: boolean
  noLink: boolean
  noResultsMessage: string
  /** Where items without a page of their own have theirs. */
  publicUrl: string
  /** The query that links to items carry. */
  tracking: string
}
