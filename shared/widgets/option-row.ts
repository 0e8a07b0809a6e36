import type { PublicTexts } from '../texts/public/en.ts'

/** The surfaces with options, which the snippet builder makes. */
export const SURFACES = ['embed', 'carousel', 'grid', 'picker'] as const
export type Surface = (typeof SURFACES)[number]

/** The values of an option. `default` is its value when the query lacks it; without one it is `undefined`. */
type Value =
  /** A whole number in a range. With `capped`, a larger number is accepted and means the maximum. */
  | { kind: 'whole'; range: readonly [min: number, max: number]; capped?: true; default?: number }
  | { kind: 'flag'; default: boolean }
  /** One of a few words; the ones in `also` are accepted but not advertised. */
  | { kind: 'choice'; choices: readonly string[]; also?: readonly string[]; default?: string }
  /** A text without the spaces around it, up to `max` characters. */
  | { kind: 'text'; max: number }
  /** One visible line of text. */
  | { kind: 'line'; default: '' }
  /** A name that matches a pattern; `is` says which, for the error message. */
  | { kind: 'name'; pattern: RegExp; is: string }
  /** The id of an item. */
  | { kind: 'id' }
  /** A language code. */
  | { kind: 'language' }

/** The groups of the snippet builder's form, in the order in which they appear. The last is behind 'More options'. */
export const BUILDER_GROUPS = ['content', 'columns', 'look', 'language', 'switches', 'more'] as const

type Label = keyof PublicTexts

/** An option in the snippet builder's form; its control depends on the option's kind. */
type Builder = {
  group: (typeof BUILDER_GROUPS)[number]
  label: Label
  /** The field's name, where the page itself already has a parameter of the option's name. */
  field?: string
  /** The surfaces whose form has it, if not all that accept it use it. */
  only?: readonly Surface[]
  /** The texts for its choices; '' is the choice that leaves the option out. */
  choices?: Readonly<Record<string, Label>>
}

/** All facts about one option. */
export type OptionRow = Value & {
  /** The surfaces that accept it, as a query parameter and as an attribute of their element. */
  on: readonly Surface[]
  /** The attribute of the element, where it is not the option's name in lower case with dashes. */
  attribute?: string
  /** Set for options of which a widget takes only one: the builder's text for it. */
  source?: Label
  builder?: Builder
  /** The smallest of the React components that has the option as a prop: `Gif`, both lists, or `Grid`. */
  react?: 'Gif' | 'List' | 'Grid'
  /** A sentence for the documentation, in Markdown. */
  docs: string
}

export type OptionRows = Readonly<Record<string, OptionRow>>

/** The attribute for an option: `noResultsMessage` is `no-results-message` in HTML. */
export const attributeOf = (option: string, row: OptionRow): string =>
  row.attribute ?? option.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/** The parsed value of an option. */
type Given<R> = R extends { kind: 'whole' }
  ? number
  : R extends { kind: 'flag' }
    ? boolean
    : R extends { choices: readonly (infer Choice)[] }
      ? Choice | (R extends { also: readonly (infer Other)[] } ? Other : never)
      : string

/** The values of some rows' options, once a query is checked and its defaults are filled in. */
export type ValuesOf<T extends OptionRows> = {
  [N in keyof T]: T[N] extends { default: unknown } ? Given<T[N]> : Given<T[N]> | undefined
}
