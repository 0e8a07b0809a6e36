import { parse } from 'valibot'
import { own } from '../own.ts'
import { attributeOf, type Surface } from './option-row.ts'
import { OPTIONS, TILE_OPTIONS } from './options.ts'
import { optionsSchema } from './options-schema.ts'

const ROWS = Object.entries(OPTIONS)

/** The tracking query of outgoing links, which every surface accepts (`tracking-query.ts`). */
const UTM = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content']

const NAMES = new Map([
  ...ROWS.map(([option, row]) => [attributeOf(option, row), option] as const),
  ...UTM.map((name) => [name.replace('_', '-'), name] as const),
])

const attributesOn = (surface: Surface): readonly string[] =>
  [...NAMES]
    .filter(([, name]) => own(OPTIONS, name)?.on.includes(surface) ?? true)
    .map(([attribute]) => attribute)

/** The attributes of each element that become the query of its frame. */
export const ELEMENT_OPTIONS = {
  embed: attributesOn('embed'),
  carousel: attributesOn('carousel'),
  grid: attributesOn('grid'),
  picker: attributesOn('picker'),
} satisfies Record<Surface, readonly string[]>

/** The names in the query, of the attributes that have another name. */
export const QUERY_NAMES: Readonly<Record<string, string>> = Object.fromEntries(
  [...NAMES].filter(([attribute, name]) => attribute !== name),
)

/** The attributes of flags that are off by default: there or not, no matter their value. */
export const FLAG_ATTRIBUTES: readonly string[] = ROWS.flatMap(([option, row]) =>
  row.kind === 'flag' && !row.default ? attributeOf(option, row) : [],
)

/** The values of the tiles' options where none is given. */
export const TILE_DEFAULTS = parse(optionsSchema(TILE_OPTIONS), {})
