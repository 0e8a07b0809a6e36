import { useSignals } from '@preact/signals-react/runtime'
import {
  type CSSProperties,
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useRef,
  useState,
} from 'react'
import type { Gif } from '../../shared/schema/gif.ts'
import type { TileValues } from '../../shared/widgets/options.ts'
import { Tile, type TileLook, type TileProps, tileProps } from '../ui/tile.tsx'
import { type EndlessList, type ListTexts, useLive } from './endless-list.tsx'
import { type FluidPlace, fluidLength, indexesIn, type Range } from './places.ts'

/** How the tiles of a list look and behave, in a row or in columns (§2). */
export type ListOptions = Omit<TileValues, 'noLink' | 'noResultsMessage'> &
  TileLook & {
    texts: ListTexts
    /** The page's style sheet positions the first tiles, because its policy forbids style attributes. */
    placedByPage?: boolean
    /** Makes a list an ARIA grid: a tile is a row of two cells, its GIF and what else can be done with it. */
    rows?: { label: string; more: (gif: Gif, tabIndex: number) => ReactNode }
    /** What a tile's item says of its GIF to other scripts. */
    dataOf?: (gif: Gif) => Readonly<Record<`data-${string}`, string | undefined>>
  }

export type ShownList = ListOptions & { list: EndlessList }

type Props = {
  options: ShownList
  places: readonly FluidPlace[]
  /** The part of the list that is rendered; all of it before the first measurement. */
  range: Range | undefined
  sidePx: number
  box: TileProps['box']
  columns?: number
  /** The index of the tile that a key moves the focus to, if any. */
  onArrow: (key: string, at: number) => number | undefined
}

/**
 * Positioned tiles. Only those near the view are in the page, so that a list of thousands stays small. For the Tab key they
 * are one stop, which is left at the first press; arrows go from tile to tile, but for those that are no links or buttons.
 * Without a script each is a stop.
 */
export function TileList({ options, places, range, sidePx, box, columns, onArrow }: Props) {
  useSignals()
  const { list, rows } = options
  const element = useRef<HTMLUListElement>(null)
  // Until a script has taken the list over, the page's style sheet has the places of the first tiles.
  const live = useLive()
  const gifs = list.gifs.value
  const isControl = (at: number) => {
    const gif = gifs[at]
    return gif !== undefined && (options.pressable || Boolean(options.hrefOf?.(gif)))
  }
  const lead = (key: string, at: number): number | undefined => {
    const next = onArrow(key, at)
    if (next === undefined || isControl(next)) return next
    return next === at ? undefined : lead(key, next)
  }
  const { at: kept, last, ...handlers } = useKeptFocus(element, lead)

  const shown = range ? indexesIn(places, range, sidePx, options.gutter, kept) : [...places.keys()]
  const stop = shown.includes(last) ? last : shown.find(isControl)
  const styled = live || !options.placedByPage
  const style = styled ? { '--columns': columns, '--length': fluidLength(places) } : undefined
  return (
    <ul
      ref={element}
      className="loop-tiles"
      {...(rows && live && NO_ROLE)}
      style={style as CSSProperties | undefined}
      {...handlers}
    >
      {shown.map((at) => {
        const [gif, place] = [gifs[at], places[at]]
        if (!gif || !place) return null
        const item = { options, box, live, gif, at, place: styled ? place : undefined }
        return <TileItem key={gif.id} {...item} isStop={!live || at === stop} isPart={range !== undefined} />
      })}
    </ul>
  )
}

// A list's items may not be rows.
const NO_ROLE = { role: 'none' } as const
const CELL = { role: 'gridcell' } as const

type ItemProps = Pick<Props, 'box' | 'options'> & {
  live: boolean
  gif: Gif
  at: number
  place: FluidPlace | undefined
  isStop: boolean
  /** Of a list that is only rendered in part, its tiles say where they are. */
  isPart: boolean
}

function TileItem({ options, box, live, gif, at, place, isStop, isPart }: ItemProps) {
  useSignals()
  const { list, rows } = options
  const tabIndex = isStop ? options.tabIndex : -1
  const tile = (
    <Tile
      {...tileProps(gif, options)}
      box={box}
      eager={list.isFirst(at)}
      tabIndex={tabIndex}
      pressable={options.pressable && (live || !rows)}
    />
  )
  const shared = { 'data-at': at, style: place && placeStyle(place), ...options.dataOf?.(gif) }
  if (rows) {
    return (
      <li {...shared} {...(live && NO_ROLE)}>
        <div {...(live && { role: 'row', 'aria-rowindex': at + 1 })}>
          <div {...(live && CELL)}>{tile}</div>
          {live && <div {...CELL}>{rows.more(gif, tabIndex)}</div>}
        </div>
      </li>
    )
  }
  const [posinset, setsize] = isPart ? [at + 1, list.gifs.value.length] : []
  return (
    <li {...shared} aria-posinset={posinset} aria-setsize={setsize}>
      {tile}
    </li>
  )
}

const placeStyle = ({ column, before, offset, ratio }: FluidPlace) =>
  ({ '--column': column, '--before': before, '--offset': offset, '--ratio': ratio }) as CSSProperties

/** The look of a list's tiles, for its style. */
export const gapsOf = ({ gutter, borderRadius }: ListOptions) =>
  ({ '--gutter': `${gutter}px`, '--radius': `${borderRadius}px` }) as CSSProperties

/** The tile of a list at an index. */
export const tileAt = (list: Element | null, at: number) =>
  list?.querySelector<HTMLElement>(`[data-at="${at}"] .loop-tile`)

/** The index of the tile that an event happened in; -1 for none. */
export const indexOf = ({ target }: { target: EventTarget | null }): number =>
  Number((target instanceof Element && target.closest<HTMLElement>('[data-at]')?.dataset.at) || -1)

/** The tile with the focus stays in the page, and so does the one that a key moves it to. */
function useKeptFocus(list: { current: HTMLElement | null }, lead: Props['onArrow']) {
  const [at, setAt] = useState(-1)
  const [last, setLast] = useState(-1)
  const wanted = useRef(-1)
  useEffect(() => {
    if (wanted.current < 0 || wanted.current !== at) return
    wanted.current = -1
    focus(list.current, at)
  })
  return {
    at,
    last,
    onFocus: (event: FocusEvent) => {
      setAt(indexOf(event))
      setLast(indexOf(event))
    },
    onBlur: ({ relatedTarget }: FocusEvent) => {
      if (wanted.current < 0 && !list.current?.contains(relatedTarget)) setAt(-1)
    },
    onKeyDown: (event: KeyboardEvent) => {
      const { ctrlKey, metaKey, altKey } = event
      const next = ctrlKey || metaKey || altKey ? undefined : lead(event.key, indexOf(event))
      if (next === undefined) return
      event.preventDefault()
      wanted.current = next
      setAt(next)
      focus(list.current, next)
    },
  }
}

function focus(list: Element | null, at: number): void {
  const tile = tileAt(list, at)
  // By itself the browser would bring it to the middle.
  tile?.focus({ preventScroll: true })
  tile?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
}
