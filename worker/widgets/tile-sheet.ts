import {
  AUTO_COLUMNS,
  type FluidPlace,
  fluidLength,
  packFluid,
  rowPlaces,
  widthFor,
} from '../../islands/list/places.ts'
import type { Gif } from '../../shared/schema/gif.ts'
import type { TileValues } from '../../shared/widgets/options.ts'

/**
 * The style that positions a grid's tiles, so that they do not shift and need no style attribute, which the policy
 * forbids. The frame's width decides the number of columns, so there is one masonry for each number.
 */
export function gridSheet(gifs: readonly Gif[], look: Look & Pick<TileValues, 'columns'>): string {
  const { min: few, max: most } = look.columns ? { min: look.columns, max: look.columns } : AUTO_COLUMNS
  const first = packFluid(few, look.gutter, gifs).places
  let sheet = `.loop-grid{${looks(look)}}${ratios(first)}${block(few, first)}`
  for (let count = few + 1; count <= most; count++) {
    const { places } = packFluid(count, look.gutter, gifs)
    sheet += `@container (width>${widthFor(count - 1, look.gutter)}px){${block(count, places)}}`
  }
  return sheet
}

/** The same for a carousel: with a height in CSS pixels, or as high as its frame. */
export function rowSheet(
  gifs: readonly Gif[],
  { height, ...look }: Look & Pick<TileValues, 'height'>,
): string {
  const places = rowPlaces(gifs)
  const own = height === undefined ? '' : `height:${height}px;`
  const widest = Math.max(...places.map(({ ratio }) => ratio), 1)
  const tiles = places.map(({ before, offset }, at) => `${nth(at)}{--before:${before};--offset:${offset}}`)
  return (
    `.loop-carousel{${own}${looks(look)};--widest:${widest}}.loop-tiles{--length:${fluidLength(places)}}` +
    ratios(places) +
    tiles.join('')
  )
}

type Look = Pick<TileValues, 'gutter' | 'borderRadius'>

const looks = ({ gutter, borderRadius }: Look) => `--gutter:${gutter}px;--radius:${borderRadius}px`

const nth = (at: number) => `li:nth-child(${at + 1})`

// A tile is as long in sides with any number of columns, so this is written once.
const ratios = (places: readonly FluidPlace[]) =>
  places.map(({ ratio }, at) => `${nth(at)}{--ratio:${ratio}}`).join('')

const block = (columns: number, places: readonly FluidPlace[]) =>
  `.loop-tiles{--columns:${columns};--length:${fluidLength(places)}}` +
  places
    .map(
      ({ column, before, offset }, at) =>
        `${nth(at)}{--column:${column};--before:${before};--offset:${offset}}`,
    )
    .join('')
