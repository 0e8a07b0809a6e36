import type { ReadonlySignal } from '@preact/signals-core'
import type { FetchPage } from '../../shared/client/paginator.ts'
import type { Gif } from '../../shared/schema/gif.ts'
import type { Texts } from '../../shared/texts/en.ts'
import type { TileValues } from '../../shared/widgets/options.ts'
import type { Motion } from '../model/motion.ts'
import type { TileObserver } from '../model/tile-observer.ts'
import type { ListStart } from './endless-list.ts'
import type { ListEndTexts } from './list-end.tsx'

/** What carousel and grid have in common (§2). */
export type ListOptions = TileValues & {
  fetchPage: FetchPage
  /** The first page, and the offset of the next one. */
  start?: ListStart & { offset?: number }
  /** Returns the URL of the item's page; if missing, tiles are not links. */
  hrefOf?: ((gif: Gif) => string) | undefined
  /** Tiles without links are buttons. */
  pressable: boolean
  motion: ReadonlySignal<Motion>
  texts: ListEndTexts & Pick<Texts, 'verified'>
  /** The page's style sheet positions the first tiles, because its policy forbids style attributes. */
  placedByPage: boolean
  observe: TileObserver | undefined
}
