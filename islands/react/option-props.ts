import type {
  LIST_OPTIONS,
  ListValues,
  PAGE_OPTIONS,
  PageValues,
  PICKER_OPTIONS,
  TILE_OPTIONS,
  TileValues,
} from '../../shared/widgets/options.ts'

type Rows = typeof TILE_OPTIONS

/** The options that a component has as props. In the package they are written out (`tools/reference/option-tables.ts`). */
type PropsOf<C extends string> = {
  -readonly [N in keyof Rows as Rows[N] extends { react: C } ? N : never]?: NonNullable<TileValues[N]>
}

export interface GifOptionProps extends PropsOf<'Gif'> {}
export interface ListOptionProps extends PropsOf<'List'> {}
export interface GridOptionProps extends PropsOf<'Grid'> {}

type AllRows = typeof LIST_OPTIONS & typeof TILE_OPTIONS & typeof PAGE_OPTIONS & typeof PICKER_OPTIONS
type AllValues = ListValues & TileValues & PageValues

/** All of the picker's options. */
export type PickerOptionProps = {
  -readonly [N in keyof AllRows as 'picker' extends AllRows[N]['on'][number]
    ? N
    : never]?: AllRows[N] extends {
    choices: readonly (infer Choice)[]
  }
    ? Choice
    : N extends keyof AllValues
      ? NonNullable<AllValues[N]>
      : never
}
