import { useCallback, useEffect, useRef } from 'react'
import type { FetchPage } from '../../shared/client/paginator.ts'
import type { Gif } from '../../shared/schema/gif.ts'
import type { ListOptions } from '../list/tile-list.tsx'
import type { ListSource } from '../list/use-list.ts'
import type { GifLike, ListProps } from './props.ts'
import { readGif, useTileOptions } from './use-tile-options.ts'

/** The options of a list that a partner's page fetches itself. Its callbacks get its own GIFs, with all of their fields. */
export function useListOptions<G extends GifLike>(props: ListProps<G>): ListOptions & ListSource {
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
  const { noResultsMessage } = props
  return {
    ...options,
    fetchPage,
    texts: noResultsMessage === undefined ? options.texts : { ...options.texts, none: noResultsMessage },
    start: {
      onFetched: (gifs) => latest.current.onGifsFetched?.(gifs.flatMap((gif) => ownOf(gif) ?? [])),
      onError: (error) => latest.current.onGifsFetchError?.(error),
    },
  }
}
