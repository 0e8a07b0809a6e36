import type { Gif } from '../../shared/schema/gif.ts'

/** Observes a tile for what visitors do with its GIF (seen, hovered, clicked …), until the signal ends it. */
export type TileObserver<Item = Gif> = (gif: Item, tile: HTMLElement, signal: AbortSignal) => void
