import { type Signal, signal } from '@preact/signals-core'
import { useComputed, useModel, useSignals } from '@preact/signals-react/runtime'
import { type KeyboardEvent, type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { trackedUrl } from '../../../shared/gif/item-path.ts'
import { EMBED_GRID, FETCH_DEBOUNCE_MS, SCALE_UP_LIMIT_PX } from '../../../shared/limits.ts'
import { textsIn } from '../../../shared/texts/texts.ts'
import { scrollerOf } from '../../dom/observe-view.ts'
import { isRoomy } from '../../dom/page.ts'
import { throttle } from '../../dom/throttle.ts'
import { EndlessList } from '../../list/endless-list.tsx'
import { TileGrid } from '../../list/grid.tsx'
import { indexOf, type ListOptions } from '../../list/tile-list.tsx'
import type { EmbedModel, EmbedProps } from '../../model/embed-model.ts'
import type { Motion } from '../../model/tiles.ts'
import { relatedPages } from './related-pages.ts'

type RelatedGridProps = Pick<EmbedProps, 'lang' | 'id' | 'kind' | 'tracking'> & { model: EmbedModel }

/** §2 The embed's related grid, rendered once, on the first hover. The server draws its place alone: it does not know widths. */
export default function RelatedGrid(props: RelatedGridProps) {
  useSignals()
  const { lang, id, kind, model } = props
  const place = useRef<HTMLElement>(null)
  const list = useModel(
    () => new EndlessList(relatedPages(id, kind === 'sticker', model.report), FETCH_DEBOUNCE_MS.grid),
  )
  const width = useGridWidth().value
  const options = useOptions(props)
  const wanted = model.gridShown.value
  const shown = wanted && width > 0

  useEffect(() => {
    if (wanted && isRoomy()) list.fetchNow()
  }, [wanted, list])

  useScrolling(place, model)
  const held = useHeld(place)

  // Beyond the last row an arrow key asks for more.
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey } = event
    if (event.defaultPrevented || key !== 'ArrowDown' || ctrlKey || metaKey || altKey || indexOf(event) < 0)
      return
    event.preventDefault()
    list.fetchNow()
  }

  return (
    <section
      ref={place}
      className="related-grid extra"
      aria-label={shown ? textsIn(lang).related : undefined}
      onKeyDown={onKeyDown}
    >
      {shown && <TileGrid {...options} list={list} width={width} held={held} />}
    </section>
  )
}

/** Tiles in three columns. They stop moving while the embed is paused, so that one button stops all motion. */
function useOptions({ lang, tracking, model }: RelatedGridProps): ListOptions {
  const motion = useComputed<Motion>(() => (model.paused.value ? 'still' : 'play'))
  return useMemo(() => {
    const texts = textsIn(lang)
    return {
      columns: EMBED_GRID.columns,
      gutter: EMBED_GRID.gutterPx,
      height: undefined,
      borderRadius: 4,
      scaleUpLimit: SCALE_UP_LIMIT_PX,
      tabIndex: 0,
      hideAttribution: true,
      texts,
      hrefOf: (gif) => trackedUrl(gif, location.origin, tracking),
      motion,
      observe: (gif, tile, signal) =>
        tile.addEventListener('click', () => model.report('grid-gif', gif.id), { signal }),
      // For tracking, which finds tiles by these (`islands/track/start-tracking.ts`).
      dataOf: ({ id, analytics_response_payload }) => ({
        'data-gif': id,
        'data-payload': analytics_response_payload,
      }),
    }
  }, [lang, tracking, model, motion])
}

/** §2 The grid's width: the window's minus 30 px, taken again at most once per 500 ms; 0 until it is known. */
function useGridWidth(): Signal<number> {
  const [width] = useState(() => signal(0))
  useEffect(() => {
    const measure = () => {
      width.value = Math.max(0, innerWidth - EMBED_GRID.widthInsetPx)
    }
    const onResize = throttle(measure, EMBED_GRID.resizeThrottleMs)
    measure()
    addEventListener('resize', onResize)
    return () => removeEventListener('resize', onResize)
  }, [width])
  return width
}

/** §4 Scrolling within the footer; when the footer closes, its next visitor finds it at the top. */
function useScrolling(place: RefObject<Element | null>, model: EmbedModel) {
  useEffect(() => {
    const scroller = place.current && scrollerOf(place.current)
    if (!scroller) return
    const onScroll = () => model.scrollGrid(scroller.scrollTop <= 0)
    scroller.addEventListener('scroll', onScroll, { passive: true })
    const stopClosing = model.footerOpen.subscribe((open) => {
      if (!open) scroller.scrollTop = 0
    })
    return () => {
      stopClosing()
      scroller.removeEventListener('scroll', onScroll)
    }
  }, [place, model])
}

const SCROLLING = ['wheel', 'touchmove'] as const

/** Whether nothing may load by itself: from a focus by key, which scrolls the end into view, until the visitor scrolls. */
function useHeld(place: RefObject<Element | null>): boolean {
  const [held, setHeld] = useState(false)
  useEffect(() => {
    const root = place.current?.closest('#embed')
    const scroller = place.current && scrollerOf(place.current)
    if (!root || !scroller) return
    const hold = () => {
      if (root.querySelector(':focus-visible')) setHeld(true)
    }
    hold()
    const end = new AbortController()
    const options = { signal: end.signal, passive: true }
    root.addEventListener('focusin', hold, options)
    for (const type of SCROLLING) scroller.addEventListener(type, () => setHeld(false), options)
    return () => end.abort()
  }, [place])
  return held
}
