import { batch, createModel, effect, signal } from '@preact/signals-core'
import type { Gif } from '../../shared/schema/gif.ts'

/** Gives all GIFs so far, one page more than the last time (`createPaginator`). */
export type NextPage = () => Promise<readonly Gif[]>

/** What a list begins with: the page that the server has fetched, or failed to; and what is called with the rest. */
export type ListStart = {
  gifs?: readonly Gif[]
  done?: boolean
  failed?: boolean
  onFetched?: (gifs: readonly Gif[]) => void
  onError?: (error: unknown) => void
}

/**
 * §4 Carousel and grid state: a list that grows whenever its loader comes into view, debounced. It knows no DOM: the
 * page says whether the loader is visible, and draws what the signals say.
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
        // §4: a page that brought nothing new was the last one.
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

  // After a failure only the visitor starts anew.
  const fetchSoon = () => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      if (isLoaderVisible && !isError.value) fetchNow()
    }, debounceMs)
  }

  // Nothing is fetched for a page that has gone.
  effect(() => () => clearTimeout(timer))

  return {
    gifs,
    isFetching,
    isError,
    isDoneFetching,
    /** The next page at once: the first one, or one that failed. */
    fetchNow,
    showLoader: (visible: boolean) => {
      isLoaderVisible = visible
      fetchSoon()
    },
  }
})
