import type { Gif } from '../../shared/schema/gif.ts'

/** Watches a tile for what is told of it (seen, hovered, clicked …), until the signal ends it. */
export type TileWatch = (gif: Gif, tile: HTMLElement, signal: AbortSignal) => void
