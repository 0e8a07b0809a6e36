import { batch, createModel, effect, signal } from '@preact/signals-core'
import type { Gif } from '../../shared/schema/gif.ts'

/** Returns all GIFs so far, one page more with each call (`createPaginator`). */
export type NextPage = () => Promise<readonly Gif[]>

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
      settle(() => {
        isError.value = false
        // §4: a page without a new GIF was the last one.
        if (next.length === gifs.value.length) isDoneFetching.value = true
        else gifs.value = next
      })
      if (!isDoneFetching.value) start.onFetched?.(next)
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

  // The page has gone: fetch nothing.
  effect(() => () => clearTimeout(timer))

  return {
    gifs,
    isFetching,
    isError,
    isDoneFetching,
    /** Fetches the next page at once: the first one, or one that failed. */
    fetchNow,
    showLoader: (visible: boolean) => {
      isLoaderVisible = visible
      fetchSoon()
    },
  }
})
