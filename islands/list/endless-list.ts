import { batch, createModel, effect, signal } from '@preact/signals-core'
import type { Gif } from '../../shared/schema/gif.ts'

/** Returns all GIFs so far, one page more with each call, and whether there are no more (`createPaginator`). */
export type NextPage = (() => Promise<readonly Gif[]>) & { isDone?: () => boolean }

/** The first page, which the server has fetched or failed to fetch, and callbacks for later pages. */
export type ListStart = {
  gifs?: readonly Gif[]
  done?: boolean
  failed?: boolean
  onFetched?: (gifs: readonly Gif[]) => void
  onError?: (error: unknown) => void
}

/**
 * §4 Carousel and grid state: a list that grows when its loader comes into view, debounced. It has no DOM: the page
 * reports whether the loader is visible, and renders the signals.
 */
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
