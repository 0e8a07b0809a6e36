import { languages } from '../texts/languages.ts'
import { attributeOf, BUILDER_GROUPS, type OptionRow, type Surface } from '../widgets/option-row.ts'
import { OPTIONS } from '../widgets/options.ts'

/** How a field of the form is filled in, and what it accepts. */
export type Control =
  | { kind: 'number'; range: readonly [min: number, max: number]; usual: number | null }
  /** The first value is the default, so it is never written. */
  | { kind: 'choice'; values: readonly string[] }
  | { kind: 'flag'; writes: '0' | '1' }
  | { kind: 'text'; pattern: string }

export type BuilderField = Control & {
  /** Its name in the form. */
  name: string
  option: string
  attribute: string
  on: readonly Surface[]
  /** It is behind 'More options'. */
  more: boolean
}

/** The fields of the snippet builder, in the order in which they appear and are written. */
export const BUILDER_FIELDS: readonly BuilderField[] = BUILDER_GROUPS.flatMap((group) =>
  Object.entries(OPTIONS).flatMap(([option, row]) =>
    row.builder?.group === group
      ? {
          name: row.builder.field ?? option,
          option,
          attribute: attributeOf(option, row),
          on: row.builder.only ?? row.on,
          more: group === 'more',
          ...controlFor(row),
        }
      : [],
  ),
)

/** What a widget can show; each but the first is an option with a value. */
export const SOURCES: readonly [string, ...string[]] = [
  'trending',
  ...Object.entries(OPTIONS).flatMap(([option, { source }]) => (source ? option : [])),
]

/** What the value of a source must look like; the first has no value. */
export const SOURCE_PATTERNS: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(OPTIONS).flatMap(([option, row]) => {
    const control = controlFor(row)
    return row.source && control.kind === 'text' ? [[option, control.pattern]] : []
  }),
)

function controlFor(row: OptionRow): Control {
  switch (row.kind) {
    case 'whole':
      return { kind: 'number', range: row.range, usual: row.default ?? null }
    case 'flag':
      return { kind: 'flag', writes: row.default ? '0' : '1' }
    case 'choice':
      return { kind: 'choice', values: [...new Set([row.default ?? '', ...row.choices])] }
    case 'language':
      return { kind: 'choice', values: ['', ...languages] }
    case 'name':
      return { kind: 'text', pattern: row.pattern.source }
    case 'id':
      return { kind: 'text', pattern: /^[\w-]{1,128}$/.source }
    case 'text':
      return { kind: 'text', pattern: `^[^\\n]{1,${row.max}}$` }
    case 'line':
      return { kind: 'text', pattern: /^[^\n]{1,100}$/.source }
  }
}
