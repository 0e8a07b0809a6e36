import { batch, createModel, effect, type ReadonlySignal, signal } from '@preact/signals-core'
import { useModel, useSignals } from '@preact/signals-react/runtime'
import {
  type MouseEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { createPaginator, type FetchPage } from '../../shared/client/paginator.ts'
import type { Gif } from '../../shared/schema/gif.ts'
import type { Texts } from '../../shared/texts/texts.ts'
import { observeView, scrollerOf } from '../dom/observe-view.ts'
import { type Range, rangeFor } from './places.ts'

/** Returns all GIFs so far, one page more with each call, and whether there are no more (`createPaginator`). */
export type NextPage = (() => Promise<readonly Gif[]>) & { isDone?: () => boolean }

/** The first page, which the server has fetched or failed to fetch, with the next one's offset, and callbacks for later pages. */
type ListStart = {
  gifs?: readonly Gif[]
  offset?: number
  done?: boolean
  failed?: boolean
  onFetched?: (gifs: readonly Gif[]) => void
  onError?: (error: unknown) => void
}

/** §4 Carousel and grid state: a list that grows when its loader is visible, debounced. The page says whether it is; no DOM here. */
export const EndlessList = createModel((nextPage: NextPage, debounceMs: number, start: ListStart = {}) => {
  const gifs = signal(start.gifs ?? [])
  const isFetching = signal(false)
  const isError = signal(start.failed ?? false)
  const isDoneFetching = signal(start.done ?? false)
  let isLoaderVisible = false
  let timer: ReturnType<typeof setTimeout> | undefined

  const settle = (change: () => void) =>
    batch(() => {
      isFetching.value = false
      change()
    })

  const fetchNow = async () => {
    if (isFetching.value || isDoneFetching.value) return
    isFetching.value = true
    try {
      const next = await nextPage()
      // §4: a page without a new GIF was the last one.
      const hasNew = next.length !== gifs.value.length
      settle(() => {
        isError.value = false
        if (hasNew) gifs.value = next
        isDoneFetching.value = !hasNew || nextPage.isDone?.() === true
      })
      if (hasNew) start.onFetched?.(next)
      fetchSoon()
    } catch (error) {
      settle(() => {
        isError.value = true
      })
      start.onError?.(error)
    }
  }

  // After a failure only the visitor can try again.
  const fetchSoon = () => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      if (isLoaderVisible && !isError.value) fetchNow()
    }, debounceMs)
  }

  // The list has gone: fetch nothing.
  effect(() => () => clearTimeout(timer))

  return {
    gifs,
    isFetching,
    isError,
    isDoneFetching,
    /** Whether a tile was in the page from the start: the server has drawn it. */
    isFirst: (at: number) => at < (start.gifs?.length ?? 0),
    /** Fetches the next page at once: the first one, or one that failed. */
    fetchNow,
    showLoader: (visible: boolean) => {
      isLoaderVisible = visible
      fetchSoon()
    },
  }
})

export type EndlessList = InstanceType<typeof EndlessList>

/** Where a list's GIFs come from: its first page, and its later pages. */
export type ListSource = { fetchPage: FetchPage; start?: ListStart }

/** A list of GIFs from a source, from its first page on. */
export function endlessList({ fetchPage, start = {} }: ListSource, debounceMs: number) {
  const { gifs = [], offset = gifs.length, done = false } = start
  return new EndlessList(createPaginator(fetchPage, gifs, { offset, done }), debounceMs, start)
}

/** The same for as long as the component is there. */
export const useEndlessList = (source: ListSource, debounceMs: number) =>
  useModel(() => endlessList(source, debounceMs))

/** Whether a script has taken the component over: false on the server, and in the render that hydrates. */
export function useLive(): boolean {
  const [live, setLive] = useState(false)
  useLayoutEffect(() => setLive(true), [])
  return live
}

/** A list's size in CSS pixels, and the part of it to render. */
type ListView = { width: number; height: number; range: Range }

/** The view of the list in an element; undefined before it is measured. It changes only when another part must be rendered. */
export function useView(
  place: RefObject<Element | null>,
  axis: 'x' | 'y',
): ReadonlySignal<ListView | undefined> {
  const [view] = useState(() => signal<ListView>())
  useLayoutEffect(() => {
    const list = place.current?.querySelector('.loop-tiles')
    if (!list) return
    return observeListView(list, () => {
      const { width, height } = list.getBoundingClientRect()
      const next = { width, height, range: rangeFor(visibleRange(list, axis)) }
      if (!isSame(view.value, next)) view.value = next
    })
  }, [place, axis, view])
  return view
}

const isSame = (a: ListView | undefined, b: ListView): boolean =>
  a?.width === b.width && a.height === b.height && a.range.from === b.range.from && a.range.to === b.range.to

/** Calls back now and whenever scrolling or resizing may change a list's view, at most once an animation frame. */
function observeListView(list: Element, onChange: () => void): () => void {
  let frame = 0
  const measure = () => {
    frame = 0
    onChange()
  }
  const soon = () => {
    frame ||= requestAnimationFrame(measure)
  }
  const resized = new ResizeObserver(soon)
  resized.observe(list)
  // Captured, so that anything that scrolls around the list counts, the page included.
  document.addEventListener('scroll', soon, { capture: true, passive: true })
  addEventListener('resize', soon)
  measure()
  return () => {
    cancelAnimationFrame(frame)
    resized.disconnect()
    document.removeEventListener('scroll', soon, { capture: true })
    removeEventListener('resize', soon)
  }
}

function visibleRange(list: Element, axis: 'x' | 'y'): Range {
  const box = list.getBoundingClientRect()
  const clip = scrollerOf(list)?.getBoundingClientRect()
  const [start, near, far, window] =
    axis === 'y'
      ? [box.top, clip?.top, clip?.bottom, innerHeight]
      : [box.left, clip?.left, clip?.right, innerWidth]
  const from = Math.max(0, near ?? 0) - start
  const to = Math.min(window, far ?? window) - start
  return { from, to: Math.max(from, to) }
}

/** The words of a list and its tiles. */
export type ListTexts = Pick<Texts, 'loading' | 'failed' | 'retry' | 'none' | 'verified'>

type Props = {
  list: EndlessList
  texts: ListTexts
  /** If it is missing, a failure is silent: the list ends (§4, the carousel). */
  onRetry?: (() => void) | undefined
  /** Nothing loads by itself: what is in view came there by a key, not by the visitor's scrolling. */
  held?: boolean | undefined
  /** How near its view it loads more, in CSS pixels. */
  nearPx?: number | undefined
  /** The page itself says what the end shows, and its way to try again is a button. */
  quiet?: boolean
}

/** §4, §8 A list's end. A list that has grown gets a new one below its tiles: moving the old one would be a layout shift. */
export function ListEnd(props: Props) {
  useSignals()
  return <End key={props.list.gifs.value.length} {...props} />
}

function End({ nearPx, held = false, quiet = false, ...props }: Props) {
  useSignals()
  const { list } = props
  const end = useRef<HTMLDivElement>(null)
  useEffect(
    () => (end.current && !held ? observeView(end.current, list.showLoader, nearPx) : list.showLoader(false)),
    [list, held, nearPx],
  )

  return (
    <div
      ref={end}
      className="loop-end"
      role={quiet ? undefined : 'status'}
      aria-busy={quiet ? undefined : list.isFetching.value}
      data-more={!list.isDoneFetching.value || undefined}
    >
      <Content {...props} quiet={quiet} />
    </div>
  )
}

function Content(props: Props): ReactNode {
  useSignals()
  const { list, texts, onRetry } = props
  if (list.isError.value) return onRetry ? <Failed {...props} onRetry={onRetry} /> : null
  if (!list.isDoneFetching.value) return <span className="loop-spinner">{texts.loading}</span>
  return list.gifs.value.length === 0 ? <span>{texts.none}</span> : null
}

/** An empty address is the page's own. */
const THIS_PAGE = ''

/** A failure with its way out, which stays while it tries: the focus would go with it. */
function Failed({ list, texts, onRetry, quiet }: Props & { onRetry: () => void }) {
  useSignals()
  const retry = (event: MouseEvent) => {
    event.preventDefault()
    onRetry()
  }
  const Way = quiet ? 'button' : 'a'
  // Without scripts the page itself is tried again.
  const own = quiet ? { type: 'button' as const } : { href: THIS_PAGE }
  return (
    <>
      <span>{texts.failed}</span>
      <Way className="loop-retry" {...own} aria-disabled={list.isFetching.value} onClick={retry}>
        {texts.retry}
      </Way>
    </>
  )
}
