import type { TILE_OPTIONS, TileValues } from '../../shared/widgets/options.ts'

type Rows = typeof TILE_OPTIONS

/** The options that a component has as props. In the package they are written out (`tools/reference/option-tables.ts`). */
type PropsOf<C extends string> = {
  -readonly [N in keyof Rows as Rows[N] extends { react: C } ? N : never]?: NonNullable<TileValues[N]>
}

export interface GifOptionProps extends PropsOf<'Gif'> {}
export interface ListOptionProps extends PropsOf<'List'> {}
export interface GridOptionProps extends PropsOf<'Grid'> {}
