import { FETCH_DEBOUNCE_MS } from '../../shared/limits.ts'
import type { Gif } from '../../shared/schema/gif.ts'
import { newElement } from '../dom/new-element.ts'
import { observeView } from '../dom/observe-view.ts'
import { columnsIn } from '../list/places/columns.ts'
import { type FluidPlace, fluidLength, packFluid, placesOf, spanOf } from '../list/places/fluid-place.ts'
import type { Masonry } from '../list/places/masonry.ts'
import { nextPlace } from '../list/places/next-place.ts'
import { type Motion, STILL_WHEN } from '../model/motion.ts'
import type { TileObserver } from '../model/tile-observer.ts'
import type { NextPage } from './pages.ts'
import type { PickerProps } from './picker-props.ts'
import { makeRow, newTile } from './tile.ts'

/** How near the end more is fetched, in CSS pixels. */
const NEAR_PX = 400

type Options = {
  props: PickerProps
  observe: TileObserver
  /** Takes how many there are, each time that there are more. */
  onFetched: (count: number, done: boolean) => void
  onError: (error: unknown) => void
  /** Leads out of the grid, upwards. */
  onLeave: () => void
}

export type Results = ReturnType<typeof startResults>

/** §2 The picker's grid: the tiles of the page at first, then those of any view. It goes on where its end comes into view. */
export function startResults(root: HTMLElement, { props, observe, onFetched, onError, onLeave }: Options) {
  const { texts } = props
  const { gutter } = props.tiles
  const grid = root.querySelector<HTMLElement>('.loop-grid') as HTMLElement
  const list = grid.querySelector<HTMLElement>('.loop-tiles') as HTMLElement
  const items = () => [...list.children] as HTMLElement[]
  let end = root.querySelector<HTMLElement>('.loop-end') as HTMLElement
  let gifs: Gif[] = []
  let places: FluidPlace[] = []
  let masonry: Masonry | undefined
  let motion: Motion = 'auto'
  let next: NextPage | undefined
  let none = ''
  let isFetching = false
  let isPlaced = false
  let stopView = () => {}
  let stop = new AbortController()

  // A list's items may not be rows.
  list.role = 'none'
  grid.role = 'grid'
  grid.setAttribute('aria-label', texts.results)

  const columns = () => columnsIn(props.tiles.columns, grid.clientWidth, gutter)
  const side = () => (grid.clientWidth - gutter * (columns() - 1)) / columns()

  /** Computes the places, and sets them unless the page's own style does. */
  const place = () => {
    const count = columns()
    masonry = packFluid(count, gutter, gifs, masonry?.grid.columns === count ? masonry : undefined)
    places = placesOf(masonry)
    if (!isPlaced) return
    list.style.setProperty('--columns', String(count))
    list.style.setProperty('--length', fluidLength(places))
    for (const [at, item] of items().entries()) {
      const { column, before, offset, ratio } = places[at] ?? { column: 0, before: 0, offset: 0, ratio: 0 }
      for (const [name, value] of Object.entries({ column, before, offset, ratio })) {
        item.style.setProperty(`--${name}`, String(value))
      }
    }
  }

  const tileAt = (at: number) => items()[at]?.querySelector<HTMLElement>('.loop-tile')
  const atOf = (target: EventTarget | null) =>
    target instanceof Element ? items().findIndex((item) => item.contains(target)) : -1

  /** The tile, and its button, that the Tab key reaches. */
  const setStop = (at: number) => {
    for (const [index, item] of items().entries()) {
      for (const control of item.querySelectorAll<HTMLElement>('.loop-tile, .tile-more')) {
        control.tabIndex = index === at ? 0 : -1
      }
    }
  }

  const dress = (item: HTMLElement, gif: Gif, at: number) => {
    makeRow(item, gif, at, props)
    const tile = item.querySelector<HTMLElement>('.loop-tile')
    if (tile) observe(gif, tile, stop.signal)
  }

  /** What stands below the tiles. A new element: moving the old one would be a layout shift. */
  const setEnd = (...content: Node[]) => {
    stopView()
    const fresh = newElement('div', { class: 'loop-end' })
    fresh.append(...content)
    end.replaceWith(fresh)
    end = fresh
  }

  const word = (text: string, name = '') => {
    const span = newElement('span', name ? { class: name } : {})
    span.textContent = text
    return span
  }

  const showMore = () => {
    setEnd(word(texts.loading, 'loop-spinner'))
    let rest: ReturnType<typeof setTimeout> | undefined
    const unobserve = observeView(
      end,
      (inView) => {
        clearTimeout(rest)
        if (inView) rest = setTimeout(fetchNext, FETCH_DEBOUNCE_MS.grid)
      },
      NEAR_PX,
    )
    stopView = () => {
      clearTimeout(rest)
      unobserve()
    }
  }

  const showFailure = () => {
    const retry = newElement('button', { type: 'button', class: 'loop-retry' })
    retry.textContent = texts.retry
    retry.addEventListener('click', async () => {
      const at = gifs.length
      const hadFocus = document.activeElement === retry
      retry.ariaDisabled = 'true'
      await fetchNext()
      // The button is gone with the failure.
      if (!hadFocus) return
      const there = tileAt(at) ?? end.querySelector<HTMLElement>('.loop-retry')
      if (there) there.focus()
      else onLeave()
    })
    setEnd(word(texts.failed), retry)
  }

  const settle = (done: boolean) => {
    if (!done) showMore()
    else setEnd(...(gifs.length === 0 ? [word(none)] : []))
    grid.ariaRowCount = String(done ? gifs.length : -1)
  }

  const append = (page: readonly Gif[]) => {
    const known = new Set(gifs.map(({ id }) => id))
    const fresh = [...new Map(page.map((gif) => [gif.id, gif])).values()].filter(({ id }) => !known.has(id))
    if (fresh.length === 0) return
    const look = { width: Math.max(1, side()), motion }
    for (const gif of fresh) {
      const item = newTile(gif, props, look)
      list.append(item)
      dress(item, gif, gifs.length)
      gifs.push(gif)
    }
    isPlaced = true
    place()
    setStop(
      Math.max(
        0,
        items().findIndex((item) => item.querySelector('[tabindex="0"]')),
      ),
    )
  }

  /** Fetches the next page; the first one of another view takes the place of what is there. */
  const fetchNext = async (replaces = false) => {
    const from = next
    if (!from || (isFetching && !replaces)) return
    isFetching = true
    grid.ariaBusy = 'true'
    grid.toggleAttribute('data-stale', replaces)
    try {
      const page = await from()
      if (next !== from) return
      if (replaces) clear()
      append(page.gifs)
      settle(page.done)
      onFetched(gifs.length, page.done)
    } catch (error) {
      if (next !== from) return
      if (replaces) clear()
      showFailure()
      onError(error)
    } finally {
      if (next === from) {
        isFetching = false
        grid.ariaBusy = 'false'
        grid.removeAttribute('data-stale')
      }
    }
  }

  const clear = () => {
    stop.abort()
    stop = new AbortController()
    list.replaceChildren()
    gifs = []
    masonry = undefined
    root.scrollTop = 0
    isPlaced = true
    place()
  }

  list.addEventListener('focusin', ({ target }) => setStop(atOf(target)))
  list.addEventListener('keydown', (event) => {
    const { key, ctrlKey, metaKey, altKey, target } = event
    if (ctrlKey || metaKey || altKey || !(target instanceof Element)) return
    const at = atOf(target)
    const isTile = target.matches('.loop-tile')
    const spots = places.map((place) => ({ left: place.column, top: spanOf(place, side(), gutter).start }))
    const to = nextPlace(spots, at, key)
    if (key === 'Escape' || (key === 'ArrowUp' && to === undefined)) onLeave()
    else if (key === ' ' && isTile) (target as HTMLElement).click()
    else if (to !== undefined) tileAt(to)?.focus()
    else return
    event.preventDefault()
  })
  new ResizeObserver(() => {
    if (masonry && masonry.grid.columns !== columns()) place()
  }).observe(grid)

  return {
    /** Takes over the tiles that are in the page. */
    adopt(first: { gifs: readonly Gif[]; done: boolean; failed: boolean }, pages: NextPage, empty: string) {
      gifs = [...first.gifs]
      next = pages
      none = empty
      for (const [at, item] of items().entries()) {
        const gif = gifs[at]
        if (gif) dress(item, gif, at)
      }
      place()
      setStop(0)
      if (first.failed) showFailure()
      else settle(first.done)
    },
    /** Shows another view: its first page replaces the tiles once it is there. `empty` stands for no GIFs. */
    show(pages: NextPage, empty: string): Promise<void> {
      next = pages
      none = empty
      stopView()
      return fetchNext(true)
    },
    /** Moves the focus to the tile that the Tab key reaches; false where there is none. */
    focus(): boolean {
      const tile = list.querySelector<HTMLElement>('.loop-tile[tabindex="0"]')
      tile?.focus()
      return tile !== null
    },
    /** The GIF of an element within its tile. */
    gifOf: (target: EventTarget | null): Gif | undefined => gifs[atOf(target)],
    setMotion(to: Motion) {
      motion = to
      for (const still of list.querySelectorAll<HTMLSourceElement>('source:first-child')) {
        still.media = STILL_WHEN[to]
      }
    },
  }
}
