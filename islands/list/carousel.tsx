import { useSignals } from '@preact/signals-react/runtime'
import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { own } from '../../shared/own.ts'
import type { Texts } from '../../shared/texts/texts.ts'
import { ChevronIcon } from '../ui/buttons.tsx'
import { ListEnd, useView } from './endless-list.tsx'
import { rowPlaces } from './places.ts'
import { gapsOf, type ShownList, TileList } from './tile-list.tsx'

type CarouselOptions = ShownList & { texts: Texts }

/** §2, §4 The carousel: a row of tiles. It loads more when its end comes into view, and stops silently when that fails. */
export function TileCarousel(options: CarouselOptions) {
  useSignals()
  const { list, height, placedByPage, texts } = options
  const row = useRef<HTMLDivElement>(null)
  const view = useView(row, 'x').value
  const gifs = list.gifs.value
  const places = useMemo(() => rowPlaces(gifs), [gifs])
  const box = useMemo(() => ({ height: height ?? USUAL_PX }), [height])
  const lead = useCallback((key: string, at: number) => own(MOVES, key)?.(at, gifs.length), [gifs.length])

  return (
    <div className="loop-carousel" style={placedByPage && !view ? undefined : { height, ...gapsOf(options) }}>
      <div ref={row} className="loop-row">
        <TileList
          options={options}
          places={places}
          range={view?.range}
          sidePx={view?.height ?? box.height}
          box={box}
          onArrow={lead}
        />
        <ListEnd list={list} texts={texts} />
      </div>
      <ScrollButtons row={row} texts={texts} />
    </div>
  )
}

/** The height of the rendition that rows of up to 250 px show (§3 fixed_height). */
const USUAL_PX = 200

/** The tile that a key moves the focus to; none at either end, so that the page handles the key. */
const MOVES: Record<string, (at: number, count: number) => number | undefined> = {
  ArrowLeft: (at) => (at > 0 ? at - 1 : undefined),
  ArrowRight: (at, count) => (at >= 0 && at < count - 1 ? at + 1 : undefined),
  Home: () => 0,
  End: (_at, count) => count - 1,
}

/** The share of the row that a press scrolls: the last tile in view stays in view. */
const SHARE = 0.85

/** Tolerance at the row's ends, in pixels, for rounding. */
const SLACK_PX = 2

/** Buttons that scroll by most of a row, for mice. At an end its button is hidden. Rendered in the browser only. */
function ScrollButtons({ row, texts }: { row: RefObject<HTMLElement | null>; texts: Texts }) {
  const ways = useWays(row)
  const button = (way: 'back' | 'forth', direction: number, text: string) => {
    const move = () => row.current?.scrollBy({ left: direction * SHARE * row.current.clientWidth })
    return (
      <button type="button" className="loop-move" data-way={way} hidden={!ways[way]} onClick={move}>
        <ChevronIcon />
        <span className="name-of">{text}</span>
      </button>
    )
  }
  return (
    <>
      {button('back', -1, texts.previous)}
      {button('forth', 1, texts.next)}
    </>
  )
}

function useWays(row: RefObject<HTMLElement | null>) {
  const [ways, setWays] = useState({ back: false, forth: false })
  useEffect(() => {
    const { current } = row
    if (!current) return
    const look = () => {
      const left = current.scrollWidth - current.clientWidth - current.scrollLeft
      const next = { back: current.scrollLeft > SLACK_PX, forth: left > SLACK_PX }
      setWays((now) => (now.back === next.back && now.forth === next.forth ? now : next))
    }
    look()
    const resized = new ResizeObserver(look)
    resized.observe(current)
    for (const child of current.children) resized.observe(child)
    current.addEventListener('scroll', look, { passive: true })
    return () => {
      resized.disconnect()
      current.removeEventListener('scroll', look)
    }
  }, [row])
  return ways
}
