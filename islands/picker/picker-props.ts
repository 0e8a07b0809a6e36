import type { PickerTexts } from '../../shared/texts/picker-texts.ts'
import type { ListValues, TileValues } from '../../shared/widgets/options.ts'

/** What the picker's components know, on the server and, in `data-props` of the root, in the browser. */
export type PickerPageProps = {
  list: Pick<ListValues, 'type' | 'q' | 'channel' | 'related' | 'ids' | 'limit' | 'rating' | 'lang'>
  tiles: Pick<TileValues, 'columns' | 'gutter' | 'borderRadius' | 'scaleUpLimit'>
  pick: 'message' | 'copy'
  /** The words that were searched for the first page, where they are not those that were typed; else ''. */
  searchedFor: string
  /** The form's address, and its fields besides the search itself. */
  action: string
  fields: readonly (readonly [name: string, value: string])[]
  /** The types, each with the address of a page that shows it; so too what can be looked at without typing. */
  types: readonly { type: ListValues['type']; href: string }[]
  searches: readonly { label: string; href: string; q?: string; types?: readonly string[] | undefined }[]
  /** The origin of the pages of items that come without a URL. */
  publicUrl: string
  /** The tracking query for links to items. */
  tracking: string
  texts: PickerTexts
  /** Replaces the word for an empty list; '' for none. */
  noResultsMessage: string
}

/** The first page of the list, as JSON in the page. */
export const FIRST_ID = 'first'
