import { useSignals } from '@preact/signals-react/runtime'
import { type CSSProperties, useCallback, useMemo, useRef } from 'react'
import { FETCH_DEBOUNCE_MS } from '../../shared/limits.ts'
import type { TileBox } from '../ui/tile-picture.ts'
import { ListEnd } from './list-end.tsx'
import type { ListOptions } from './list-options.ts'
import { AUTO_COLUMNS, COLUMN_MAX_PX, columnsIn, widthFor } from './places/columns.ts'
import { packFluid, placesOf, spanOf } from './places/fluid-place.ts'
import type { Masonry } from './places/masonry.ts'
import { nextPlace } from './places/next-place.ts'
import { TileList } from './tile-list.tsx'
import { useEndlessList } from './use-endless-list.ts'
import { useView } from './use-view.ts'

type GridOptions = ListOptions & {
  /** In pixels; without it the grid is as wide as its container. */
  width?: number | undefined
}

/** §2, §4 The grid: tiles in columns. It loads more when its end comes into view; a failed load can be retried. */
export function Grid(options: GridOptions) {
  useSignals()
  const { columns, gutter, width, placedByPage, texts } = options
  const place = useRef<HTMLDivElement>(null)
  const list = useEndlessList(options, FETCH_DEBOUNCE_MS.grid)
  const view = useView(place, 'y')
  const known = view.value?.width ?? width ?? 0
  const count = columnsIn(columns, known, gutter)
  const places = usePlaces(list, count, gutter)
  const box = useBox(columns, gutter, width)
  const side = (known - gutter * (count - 1)) / count

  const lead = (key: string, at: number) =>
    nextPlace(
      places.map((place) => ({ left: place.column, top: spanOf(place, side, gutter).start })),
      at,
      key,
    )

  const retry = useCallback(async () => {
    const at = list.gifs.value.length
    await list.fetchNow()
    // The 'Try again?' link disappears with the error, so its focus moves to the first new tile.
    if (!list.isError.value) requestAnimationFrame(() => focusTile(place.current, at))
  }, [list])

  return (
    <div ref={place} className="loop-grid" style={placedByPage && !view.value ? undefined : styleOf(options)}>
      <TileList
        gifs={list.gifs.value}
        places={places}
        range={view.value?.range}
        sidePx={side}
        box={box}
        columns={count}
        options={options}
        onArrow={lead}
      />
      <ListEnd list={list} texts={texts} onRetry={retry} />
    </div>
  )
}

/** Keeps the positions while the number of columns is the same: a new page moves no tile. */
function usePlaces(list: ReturnType<typeof useEndlessList>, columns: number, gutter: number) {
  const last = useRef<Masonry>(undefined)
  return useMemo(() => {
    const kept = last.current?.grid.columns === columns ? last.current : undefined
    last.current = packFluid(columns, gutter, list.gifs.value, kept)
    return placesOf(last.current)
  }, [list.gifs.value, columns, gutter])
}

/** Chooses pictures for the known width, else for the usual one and for the width that the frame may grow to. */
function useBox(columns: number | undefined, gutter: number, width: number | undefined): TileBox {
  return useMemo(() => {
    if (width !== undefined) {
      const count = columnsIn(columns, width, gutter)
      return { width: (width - gutter * (count - 1)) / count }
    }
    const most = columns ?? AUTO_COLUMNS.max
    return { width: USUAL_PX, wide: { minWidth: widthFor(most, gutter) + 1, width: 2 * COLUMN_MAX_PX } }
  }, [columns, gutter, width])
}

/** The width of the rendition that columns of up to 250 px show (§3 fixed_width). */
const USUAL_PX = 200

const styleOf = ({ width, gutter, borderRadius }: GridOptions) =>
  ({
    width,
    '--gutter': `${gutter}px`,
    '--radius': `${borderRadius}px`,
  }) as CSSProperties

const focusTile = (grid: Element | null, at: number) =>
  grid?.querySelector<HTMLElement>(`[data-at="${at}"] > .loop-tile`)?.focus()
