import { parse } from 'valibot'
import { TILE_OPTIONS } from './options.ts'
import { optionsSchema } from './options-schema.ts'

/** The values of the tiles' options where none is given. */
export const TILE_DEFAULTS = parse(optionsSchema(TILE_OPTIONS), {})
