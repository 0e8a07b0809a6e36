import { attributeOf, BUILDER_GROUPS, type Surface } from '../widgets/option-row.ts'
import { OPTIONS } from '../widgets/options.ts'
import { type Control, controlFor } from './control.ts'

/** An option as a field of a form. */
export type OptionField = Control & {
  /** Its name in the form. */
  name: string
  option: string
  attribute: string
  on: readonly Surface[]
}

/** `more`: it is behind 'More options'. */
export type BuilderField = OptionField & { more: boolean }

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
