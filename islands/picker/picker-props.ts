import type { Texts } from '../../shared/texts/en.ts'
import type { PickerTexts } from '../../shared/texts/picker-texts.ts'
import type { ListValues, TileValues } from '../../shared/widgets/options.ts'

/** The widgets' words that the picker says too. */
export const SHARED_TEXTS = [
  'loading',
  'failed',
  'retry',
  'favoriteAdded',
  'favoriteRemoved',
  'favoriteFailed',
] as const satisfies (keyof Texts)[]

/** What the picker's page tells its script, in `data-props` of its root. */
export type PickerProps = {
  list: Pick<ListValues, 'type' | 'q' | 'channel' | 'related' | 'ids' | 'limit' | 'rating' | 'lang'>
  tiles: Pick<TileValues, 'columns' | 'gutter' | 'scaleUpLimit'>
  pick: 'message' | 'copy'
  /** The origin of the pages of items that come without a URL. */
  publicUrl: string
  /** The tracking query for links to items. */
  tracking: string
  texts: PickerTexts & Pick<Texts, (typeof SHARED_TEXTS)[number]>
  /** Replaces the word for an empty list; '' for none. */
  noResultsMessage: string
}

/** The first page of the list, as JSON in the page. */
export const FIRST_ID = 'first'
