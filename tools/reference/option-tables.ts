import { attributeOf, type OptionRow, SURFACES } from '../../shared/widgets/option-row.ts'
import { OPTIONS } from '../../shared/widgets/options.ts'

/**
 * The documentation of the options, made from their table: Markdown for docs/, and the types of the React props.
 * `option-tables.test.ts` compares the pages with it and can rewrite them.
 */
const ROWS = Object.entries(OPTIONS)

/** The generated part of a page is between these two lines. */
const LINES = { first: '<!-- options: ', ends: '-->\n\n', last: '\n\n<!-- options end -->' } as const

/** Returns a page with its table replaced. */
export function withTable(page: string, table: string): string {
  const line = page.indexOf(LINES.first)
  const from = page.indexOf(LINES.ends, line)
  const to = page.indexOf(LINES.last, from)
  if (line < 0 || from < 0 || to < 0) throw new Error('The page has no place for its table of options')
  return page.slice(0, from + LINES.ends.length) + table + page.slice(to)
}

/** docs/embedding.md: every option, as an attribute and in a query. */
export const embeddingTable = (): string =>
  markdownTable(
    ['attribute', 'query', 'on', 'takes', 'meaning'],
    ROWS.map(([name, row]) => [
      code(attributeOf(name, row)),
      code(name),
      surfaces(row),
      withDefault(row, takes(row)),
      row.docs,
    ]),
  )

/** docs/react.md: those that are props of the components. */
export const reactTable = (): string =>
  markdownTable(
    ['prop', 'of', 'type', 'meaning'],
    ROWS.flatMap(([name, row]) =>
      row.react ? [[code(name), COMPONENTS[row.react], withDefault(row, typeOf(row)), row.docs]] : [],
    ),
  )

/** docs/contract.md: the names that each page takes in its query. */
export const contractTable = (): string =>
  markdownTable(
    ['page', 'query'],
    SURFACES.map((surface) => [
      surface,
      ROWS.flatMap(([name, { on }]) => (on.includes(surface) ? [code(name)] : [])).join(', '),
    ]),
  )

const COMPONENTS = { Gif: 'all three', List: '`Grid`, `Carousel`', Grid: '`Grid`' }

const surfaces = ({ on }: OptionRow): string => {
  if (!on.includes('grid')) return on.join(', ')
  if (on.includes('embed')) return 'all'
  return on.includes('picker') ? 'widgets, picker' : 'widgets'
}

const code = (text: string | number) => `\`${text}\``

function withDefault(row: OptionRow, text: string): string {
  const value = row.kind === 'whole' || row.kind === 'choice' ? row.default : undefined
  return value === undefined ? text : `${text} (${code(value)})`
}

/** A short description of an option's values. */
function takes(row: OptionRow): string {
  switch (row.kind) {
    case 'whole':
      return row.range.map(code).join(' to ')
    case 'flag':
      return row.default ? '`0` or `1` (`1`)' : 'a flag'
    case 'choice':
      return row.choices.map(code).join(', ')
    case 'name':
      return row.is
    case 'id':
      return 'an ID'
    case 'language':
      return 'a language code'
    case 'text':
    case 'line':
      return 'text'
  }
}

/** A table in aligned columns. */
export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((title, at) => Math.max(title.length, ...rows.map((row) => row[at]?.length ?? 0)))
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n')
}

/** The types of the props that are options, for the package (`islands/react/option-props.ts`). */
export const optionPropTypes = (): string =>
  (['Gif', 'List', 'Grid', 'Picker'] as const)
    .map((component) => {
      const isOf = ({ react, on }: OptionRow) =>
        component === 'Picker' ? on.includes('picker') : react === component
      const props = ROWS.flatMap(([name, row]) => (isOf(row) ? propType(name, row) : []))
      return `export interface ${component}OptionProps {\n${props.join('\n')}\n}\n`
    })
    .join('\n')

function propType(name: string, row: OptionRow): string {
  const usual = row.kind === 'whole' && row.default !== undefined ? ` Default: ${row.default}.` : ''
  return `  /** ${row.docs}${usual} */\n  ${name}?: ${typeOf(row)}`
}

function typeOf(row: OptionRow): string {
  if (row.kind === 'whole') return 'number'
  if (row.kind === 'flag') return 'boolean'
  return row.kind === 'choice' ? row.choices.map((choice) => `'${choice}'`).join(' | ') : 'string'
}
