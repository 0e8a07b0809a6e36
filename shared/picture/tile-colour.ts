import { TILE_COLOURS } from '../limits.ts'
import { stableIndex } from './stable-index.ts'

/** §2 Tile: which of the five brand colours lies under a GIF, from 0. */
export const tileColour = (id: string): number => stableIndex(id, TILE_COLOURS)
