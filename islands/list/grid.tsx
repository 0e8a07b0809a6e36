import { useSignals } from '@preact/signals-react/runtime'
import { type RefObject, useCallback, useMemo, useRef } from 'react'
import { type EndlessList, ListEnd, useLive, useView } from './endless-list.tsx'
import {
  AUTO_COLUMNS,
  COLUMN_MAX_PX,
  columnsIn,
  type Masonry,
  nextPlace,
  packFluid,
  spanOf,
  widthFor,
} from './places.ts'
import { gapsOf, type ShownList, TileList, tileAt } from './tile-list.tsx'

type GridOptions = ShownList & {
  /** In pixels; without it the grid is as wide as its container. */
  width?: number | undefined
  /** Nothing loads by itself. */
  held?: boolean
  /** How near its end more is loaded, in CSS pixels. */
  nearPx?: number
  /** Another list is about to take its place. */
  stale?: boolean
  /** Takes the focus after a retry that brought no tile. */
  onNoTile?: () => void
}

/** §2, §4 The grid: tiles in columns. It loads more when its end comes into view; a failed load can be retried. */
export function TileGrid(options: GridOptions) {
  useSignals()
  const { list, columns, gutter, width, placedByPage, rows, held, nearPx, stale } = options
  const element = useRef<HTMLDivElement>(null)
  const live = useLive()
  const view = useView(element, 'y').value
  const known = view?.width ?? width ?? 0
  const count = columnsIn(columns, known, gutter)
  const places = usePlaces(list, count, gutter)
  const sidePx = (known - gutter * (count - 1)) / count
  const box = useBox(columns, gutter, width)
  const onArrow = (key: string, at: number) =>
    nextPlace(
      places.map((place) => ({ left: place.column, top: spanOf(place, sidePx, gutter).start })),
      at,
      key,
    )
  const onRetry = useRetry(list, element, options.onNoTile)
  const shared = { list, texts: options.texts, onRetry, nearPx }
  const end = <ListEnd {...shared} held={held || stale} quiet={live && rows !== undefined} />
  return (
    <>
      <div
        ref={element}
        className="loop-grid"
        style={placedByPage && !view ? undefined : { width, ...gapsOf(options) }}
        data-stale={stale || undefined}
        {...(rows && live && ariaGrid(list, rows.label, stale))}
      >
        <TileList {...{ options, places, sidePx, box, onArrow }} range={view?.range} columns={count} />
        {!rows && end}
      </div>
      {rows && end}
    </>
  )
}

/** Tries again. The way to it goes with the error, so its focus moves to the first new tile. */
function useRetry(list: EndlessList, element: RefObject<Element | null>, onNoTile?: () => void) {
  return useCallback(async () => {
    const at = list.gifs.value.length
    await list.fetchNow()
    if (list.isError.value) return
    requestAnimationFrame(() => {
      const tile = tileAt(element.current, at)
      if (tile) tile.focus()
      else onNoTile?.()
    })
  }, [list, element, onNoTile])
}

/** Keeps the positions while the number of columns is the same: a new page moves no tile. */
function usePlaces(list: EndlessList, columns: number, gutter: number) {
  const last = useRef<Masonry>(undefined)
  return useMemo(() => {
    const kept = last.current?.ends.length === columns ? last.current : undefined
    last.current = packFluid(columns, gutter, list.gifs.value, kept)
    return last.current.places
  }, [list.gifs.value, columns, gutter])
}

/** Chooses pictures for the known width, else for the usual one and for the width that the frame may grow to. */
function useBox(columns: number | undefined, gutter: number, width: number | undefined) {
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

const ariaGrid = (list: EndlessList, label: string, stale = false) => ({
  role: 'grid',
  'aria-label': label,
  'aria-busy': stale || list.isFetching.value,
  'aria-rowcount': list.isDoneFetching.value ? list.gifs.value.length : -1,
})
