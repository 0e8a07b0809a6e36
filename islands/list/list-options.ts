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
  /** The page that is there already, and where the next one begins. */
  start?: ListStart & { offset?: number }
  /** The item's page; without one tiles are no links. */
  hrefOf?: ((gif: Gif) => string) | undefined
  /** Without links, tiles may still be pressed. */
  pressable: boolean
  motion: ReadonlySignal<Motion>
  texts: ListEndTexts & Pick<Texts, 'verified'>
  /** The page's own style has placed the first tiles: theirs may not stand in the markup (the page's policy). */
  placedByPage: boolean
  observe: TileObserver | undefined
}
