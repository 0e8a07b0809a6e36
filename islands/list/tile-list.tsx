import {
  type CSSProperties,
  type FocusEvent,
  type KeyboardEvent,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import type { Gif } from '../../shared/schema/gif.ts'
import type { TileBox } from '../ui/tile-picture.ts'
import type { ListOptions } from './list-options.ts'
import { ListTile } from './list-tile.tsx'
import { type FluidPlace, fluidLength } from './places/fluid-place.ts'
import { indexesIn, type Range } from './places/list-window.ts'

type Props = {
  gifs: readonly Gif[]
  places: readonly FluidPlace[]
  /** The part of the list that is rendered; all of it before the first measurement. */
  range: Range | undefined
  sidePx: number
  box: TileBox
  columns?: number
  options: ListOptions
  /** The index of the tile that a key moves the focus to, if any. */
  onArrow: (key: string, at: number) => number | undefined
}

/**
 * Positioned tiles. Only those near the view are in the page, so that a list of thousands stays small. For the Tab key they
 * are one stop, which is left at the first press; arrows go from tile to tile, but for those that are no links or buttons.
 * Without a script each is a stop.
 */
export function TileList({ gifs, places, range, sidePx, box, columns, options, onArrow }: Props) {
  const list = useRef<HTMLUListElement>(null)
  const [live, setLive] = useState(false)
  useLayoutEffect(() => setLive(true), [])
  // Until hydration the page's style sheet has the places of the first tiles.
  const styled = live || !options.placedByPage
  const isControl = (at: number) => {
    const gif = gifs[at]
    return gif !== undefined && (options.pressable || Boolean(options.hrefOf?.(gif)))
  }
  const lead = (key: string, at: number): number | undefined => {
    const next = onArrow(key, at)
    if (next === undefined || isControl(next)) return next
    return next === at ? undefined : lead(key, next)
  }
  const focus = useKeptFocus(list, lead)

  const shown = range ? indexesIn(places, range, sidePx, options.gutter, focus.at) : [...places.keys()]
  const stop = shown.includes(focus.last) ? focus.last : shown.find(isControl)
  const windowed = range !== undefined
  return (
    <ul
      ref={list}
      className="loop-tiles"
      style={styled ? listStyle(places, columns) : undefined}
      onFocus={focus.onFocus}
      onBlur={focus.onBlur}
      onKeyDown={focus.onKeyDown}
    >
      {shown.map((at) => {
        const gif = gifs[at]
        const place = places[at]
        if (!gif || !place) return null
        return (
          <li
            key={gif.id}
            data-at={at}
            style={styled ? placeStyle(place) : undefined}
            aria-posinset={windowed ? at + 1 : undefined}
            aria-setsize={windowed ? gifs.length : undefined}
          >
            <ListTile options={options} gif={gif} at={at} isStop={!live || at === stop} box={box} />
          </li>
        )
      })}
    </ul>
  )
}

const listStyle = (places: readonly FluidPlace[], columns: number | undefined) =>
  ({ '--columns': columns, '--length': fluidLength(places) }) as CSSProperties

const placeStyle = ({ column, before, offset, ratio }: FluidPlace) =>
  ({ '--column': column, '--before': before, '--offset': offset, '--ratio': ratio }) as CSSProperties

/** The tile with the focus stays in the page, and so does the one that a key moves it to. */
function useKeptFocus(list: { current: HTMLElement | null }, lead: Props['onArrow']) {
  const [at, setAt] = useState(-1)
  const [last, setLast] = useState(-1)
  const wanted = useRef(-1)
  const tileAt = (at: number) => list.current?.querySelector<HTMLElement>(`[data-at="${at}"] > .loop-tile`)
  useEffect(() => {
    if (wanted.current < 0 || wanted.current !== at) return
    wanted.current = -1
    tileAt(at)?.focus()
  })
  const indexOf = (event: { target: EventTarget }) =>
    Number((event.target as Element).closest<HTMLElement>('[data-at]')?.dataset.at ?? -1)
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
      tileAt(next)?.focus()
    },
  }
}
