import { TILE_COLOURS } from '../limits.ts'
import { stableIndex } from './stable-index.ts'

/** §2 Tile: the index (from 0) of the brand colour behind a GIF. */
export const tileColour = (id: string): number => stableIndex(id, TILE_COLOURS)
