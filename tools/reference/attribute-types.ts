import { ELEMENT_OPTIONS, QUERY_NAMES } from '../../shared/widgets/element-options.data.ts'
import { attributeOf, type OptionRow, SURFACES, type Surface } from '../../shared/widgets/option-row.ts'
import { OPTIONS } from '../../shared/widgets/options.ts'

const ROWS = new Map(Object.entries(OPTIONS).map(([name, row]) => [attributeOf(name, row), row]))

/** What an element takes beside its options (`islands/partner/attribute-types.ts`). */
const OWN: Readonly<Record<Surface, string>> = {
  embed: 'FrameAttributes, GifAttributes',
  carousel: 'FrameAttributes',
  grid: 'FrameAttributes',
  picker: 'FrameAttributes, PanelAttributes',
}

const nameOf = (surface: Surface) => `Loop${surface.charAt(0).toUpperCase()}${surface.slice(1)}Attributes`

/** The types of the elements' attributes, for the package of types: their options are rows of one table. */
export const attributeTypes = (): string =>
  [
    ...SURFACES.map(
      (surface) =>
        `/** The attributes of \`<loop-${surface}>\`. */\nexport interface ${nameOf(surface)} extends ${OWN[surface]} {\n` +
        `${ELEMENT_OPTIONS[surface].map(attributeType).join('\n')}\n}\n`,
    ),
    '/** The attributes of each element. */\nexport interface LoopAttributeMap {\n' +
      `${SURFACES.map((surface) => `  'loop-${surface}': ${nameOf(surface)}`).join('\n')}\n}\n`,
  ].join('\n')

function attributeType(attribute: string): string {
  const row = ROWS.get(attribute)
  const docs = row?.docs ?? `\`${QUERY_NAMES[attribute]}\` of outgoing links.`
  const name = attribute.includes('-') ? `'${attribute}'` : attribute
  return `  /** ${docs} */\n  ${name}?: ${row ? typeOf(row) : 'string'}`
}

function typeOf(row: OptionRow): string {
  if (row.kind === 'whole') return 'number | string'
  if (row.kind === 'flag') return row.default ? "0 | 1 | '0' | '1'" : 'Flag'
  return row.kind === 'choice' ? row.choices.map((choice) => `'${choice}'`).join(' | ') : 'string'
}
