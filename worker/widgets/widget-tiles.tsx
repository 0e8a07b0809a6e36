import { renderToString } from 'react-dom/server'
import { type FirstPage, WidgetModel } from '../../islands/model/widget-model.ts'
import CarouselWidget from '../../islands/widget/carousel-widget.tsx'
import GridWidget from '../../islands/widget/grid-widget.tsx'
import type { WidgetProps } from '../../islands/widget/widget-list.ts'
import type { Gif } from '../../shared/schema/gif.ts'
import type { Made } from '../memory.ts'
import { Island } from '../render/parts.tsx'
import { inlineHash } from './policy.ts'
import { gridSheet, rowSheet } from './tile-sheet.ts'

type Kind = 'carousel' | 'grid'

/** A place in tiles that are kept, for the one option that only numbers them. No text of an attribute has its quotes. */
const ANY_TAB = 31_999
const ANY_TAB_TEXT = ` tabindex="${ANY_TAB}"`

/**
 * The tiles of a widget as markup, which React renders once for each look and language of a list's copy: they are most of what a
 * page costs, and pages that differ by their theme, layout, title or host have the same.
 */
export function tilesOf(made: Made, kind: Kind, first: FirstPage, props: WidgetProps): string {
  const { tabIndex, ...look } = props.tiles
  const { lang, publicUrl, tracking } = props
  const { done, failed } = first
  const name = `tile markup ${JSON.stringify([kind, lang, publicUrl, tracking, done, failed, look])}`
  const known = made.get<string>(name)
  const markup = known ?? renderToString(<Tiles kind={kind} first={first} props={withAnyTab(props)} />)
  if (known === undefined) made.set(name, markup)
  // As the tile has it: a link of 0 needs none.
  return markup.replaceAll(ANY_TAB_TEXT, tabIndex || look.noLink ? ` tabindex="${tabIndex}"` : '')
}

const withAnyTab = (props: WidgetProps): WidgetProps => ({
  ...props,
  tiles: { ...props.tiles, tabIndex: ANY_TAB },
})

type TilesProps = { kind: Kind; first: FirstPage; props: WidgetProps }

const Tiles = ({ kind, first, props }: TilesProps) => {
  const part = { ...props, model: new WidgetModel(first, false, {}) }
  return kind === 'grid' ? (
    <Island name="grid">
      <GridWidget {...part} />
    </Island>
  ) : (
    <Island name="carousel">
      <CarouselWidget {...part} />
    </Island>
  )
}

type Sheet = { sheet: string; styleHash: string }

/** The style that places the tiles, with the source that allows it, once for each look of a list's copy. */
export async function sheetOf(
  made: Made,
  kind: Kind,
  gifs: readonly Gif[],
  { columns, height, gutter, borderRadius }: WidgetProps['tiles'],
): Promise<Sheet> {
  const name = `tile sheet ${kind} ${columns} ${height} ${gutter} ${borderRadius}`
  const known = made.get<Sheet>(name)
  if (known) return known
  const look = { columns, height, gutter, borderRadius }
  const sheet = kind === 'grid' ? gridSheet(gifs, look) : rowSheet(gifs, look)
  const placed = { sheet, styleHash: await inlineHash(sheet) }
  made.set(name, placed satisfies Sheet)
  return placed
}
