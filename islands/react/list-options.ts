import { useCallback, useEffect, useRef } from 'react'
import type { FetchPage } from '../../shared/client/paginator.ts'
import { WIDGET_DEFAULTS } from '../../shared/limits.ts'
import type { Gif } from '../../shared/schema/gif.ts'
import type { ListOptions } from '../list/list-options.ts'
import type { GifLike, ListProps } from './props.ts'
import { readGif, useTileOptions } from './tile-options.ts'

/** The options of a list over a partner's own fetching: callbacks get the partner's own GIFs back, with all their fields. */
export function useListOptions<G extends GifLike>(
  props: ListProps<G>,
): ListOptions & { borderRadius: number } {
  const latest = useRef(props)
  useEffect(() => {
    latest.current = props
  })
  const own = useRef(new Map<string, G>())
  const ownOf = useCallback((gif: Gif) => own.current.get(gif.id), [])
  const fetchPage = useCallback<FetchPage>(async (offset) => {
    const { data, pagination } = await latest.current.fetchGifs(offset)
    for (const gif of data) if (!own.current.has(String(gif.id))) own.current.set(String(gif.id), gif)
    return { data: data.map((gif) => readGif(gif, latest.current.host)), pagination }
  }, [])
  const options = useTileOptions(props, ownOf)
  const { noResultsMessage, gutter = WIDGET_DEFAULTS.gutter } = props
  return {
    ...options,
    fetchPage,
    gutter,
    texts: noResultsMessage === undefined ? options.texts : { ...options.texts, none: noResultsMessage },
    start: {
      onFetched: (gifs) => latest.current.onGifsFetched?.(gifs.flatMap((gif) => ownOf(gif) ?? [])),
      onError: (error) => latest.current.onGifsFetchError?.(error),
    },
  }
}
