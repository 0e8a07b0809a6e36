import type { ReadonlySignal } from '@preact/signals-core'
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
import type { Texts } from '../../shared/texts/en.ts'
import type { TileValues } from '../../shared/widgets/options.ts'
import type { Motion, TileObserver } from '../model/tiles.ts'
import { Tile } from '../ui/tile.tsx'
import type { TileBox } from '../ui/tile-picture.ts'
import type { EndlessList, ListEndTexts } from './endless-list.tsx'
import { type FluidPlace, fluidLength, indexesIn, type Range } from './places.ts'

/** Makes a list an ARIA grid: a tile is a row of two cells, its GIF and what else can be done with it. */
export type GridRows = { label: string; more: (gif: Gif, tabIndex: number) => ReactNode }

/** How the tiles of a list look and behave, in a row or in columns (§2). */
export type ListOptions = TileValues & {
  /** Returns the URL of the item's page; if missing, tiles are not links. */
  hrefOf?: ((gif: Gif) => string) | undefined
  /** Tiles are buttons. */
  pressable: boolean
  motion: ReadonlySignal<Motion>
  texts: ListEndTexts & Pick<Texts, 'verified'>
  /** The page's style sheet positions the first tiles, because its policy forbids style attributes. */
  placedByPage: boolean
  observe: TileObserver | undefined
  rows?: GridRows
  /** What a tile's item says of its GIF to other scripts. */
  dataOf?: (gif: Gif) => Readonly<Record<`data-${string}`, string | undefined>>
}

type Props = {
  list: EndlessList
  places: readonly FluidPlace[]
  /** The part of the list that is rendered; all of it before the first measurement. */
  range: Range | undefined
  sidePx: number
  box: TileBox
  columns?: number
  options: ListOptions
  /** Whether a script has taken the list over. Until then the page's style sheet has the places of the first tiles. */
  live: boolean
  /** The index of the tile that a key moves the focus to, if any. */
  onArrow: (key: string, at: number) => number | undefined
}

/**
 * Positioned tiles. Only those near the view are in the page, so that a list of thousands stays small. For the Tab key they
 * are one stop, which is left at the first press; arrows go from tile to tile, but for those that are no links or buttons.
 * Without a script each is a stop.
 */
export function TileList(props: Props) {
  useSignals()
  const { list, places, range, sidePx, columns, options, live, onArrow } = props
  const element = useRef<HTMLUListElement>(null)
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
  return (
    <ul
      ref={element}
      className="loop-tiles"
      {...(options.rows && live && NO_ROLE)}
      style={styled ? listStyle(places, columns) : undefined}
      {...handlers}
    >
      {shown.map((at) => {
        const gif = gifs[at]
        const place = places[at]
        if (!gif || !place) return null
        const style = styled ? placeStyle(place) : undefined
        const isStop = !live || at === stop
        return (
          <TileItem
            key={gif.id}
            {...props}
            gif={gif}
            at={at}
            count={gifs.length}
            style={style}
            isStop={isStop}
          />
        )
      })}
    </ul>
  )
}

// A list's items may not be rows.
const NO_ROLE = { role: 'none' } as const
const CELL = { role: 'gridcell' } as const

type ItemProps = Pick<Props, 'list' | 'range' | 'box' | 'options' | 'live'> & {
  gif: Gif
  at: number
  count: number
  style: CSSProperties | undefined
  isStop: boolean
}

function TileItem({ list, range, box, options, live, gif, at, count, style, isStop }: ItemProps) {
  useSignals()
  const { rows } = options
  const tabIndex = isStop ? options.tabIndex : -1
  const tile = (
    <Tile
      gif={gif}
      href={options.hrefOf?.(gif)}
      box={box}
      motion={options.motion.value}
      eager={list.isFirst(at)}
      attribution={options.hideAttribution ? undefined : options.texts.verified}
      tabIndex={tabIndex}
      scaleUpLimit={options.scaleUpLimit}
      pressable={options.pressable && (live || !rows)}
      observe={options.observe}
    />
  )
  const shared = { 'data-at': at, style, ...options.dataOf?.(gif) }
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
  // Of a list that is only rendered in part, its tiles say where they are.
  const [posinset, setsize] = range ? [at + 1, count] : []
  return (
    <li {...shared} aria-posinset={posinset} aria-setsize={setsize}>
      {tile}
    </li>
  )
}

const listStyle = (places: readonly FluidPlace[], columns: number | undefined) =>
  ({ '--columns': columns, '--length': fluidLength(places) }) as CSSProperties

const placeStyle = ({ column, before, offset, ratio }: FluidPlace) =>
  ({ '--column': column, '--before': before, '--offset': offset, '--ratio': ratio }) as CSSProperties

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
